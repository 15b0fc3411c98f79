/** The still pictures of the timed refresh, each with its time: the newest one large, the others beside it. */
import { useSelector } from '@xstate/react';
import { STILLS_KEPT } from '../../../../contract/rules/files.ts';
import { type RobotSettingsRef, selectRobotSettings } from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { useAgo } from '../../labels/useAge.ts';
import { timeText } from './settingTexts.ts';

const CAPTION = 'absolute inset-x-0 bottom-0 bg-black/60 px-2 py-1 text-12 text-white tabular-nums';
/** A newest picture that is older than this many intervals is not up to date. */
const LATE_INTERVALS = 1.5;

export function StillsCard({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const now = useServerNow();
  const ago = useAgo();
  const { data } = useSelector(screen, selectRobotSettings);
  const row = data?.settings.settings.find(({ name }) => name === 'timedRefresh');
  if (!data || !row || (data.stills.length === 0 && !row.wanted?.value)) return null;
  const { stills } = data;
  const interval = Number(row.reported?.value ?? 0) * 1_000;
  return (
    <Card
      className="mt-3"
      title={t('robotSettings.stills.title')}
      note={t('robotSettings.stills.kept', { count: STILLS_KEPT })}
    >
      {stills.length === 0 ? (
        <p className="px-4 pb-4 text-13 text-text-2">{t('robotSettings.stills.none')}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2 px-4 pb-4">
          {stills.map(({ fileId, at, url }, index) => {
            const time = timeText(at, now);
            const late = index === 0 && interval > 0 && now - at > LATE_INTERVALS * interval;
            return (
              <li
                key={fileId}
                className={`relative overflow-hidden rounded bg-well ${index === 0 ? 'col-span-2 row-span-2' : ''}`}
              >
                <img
                  src={url}
                  alt={t('robotSettings.stills.at', { time })}
                  className="block aspect-video w-full object-cover saturate-[0.55]"
                />
                <span className={CAPTION}>
                  {time}
                  {index === 0 && ` · ${ago(now - at)}`}
                  {late && ` · ${t('robotSettings.stills.late')}`}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
