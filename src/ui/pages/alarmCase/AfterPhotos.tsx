/** Which picture shows the place after the alarm: one that a robot takes when the case is resolved, or a photo taken since. */
import { useSelector } from '@xstate/react';
import {
  type AlarmCaseRef,
  selectAlarmCase,
  selectArePhotosLoading,
} from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { RadioButtons } from '../../kit/RadioButtons.tsx';
import { timeStamp } from '../../shell/siteTime.ts';

const CHOICE =
  'overflow-hidden rounded-lg border border-line text-12 hover:bg-hover aria-checked:border-mark aria-checked:bg-brand-50 aria-checked:font-semibold';
/** The robot that takes it; no file has this id. */
const BY_ROBOT = '';

export interface AfterPhotosProps {
  readonly screen: AlarmCaseRef;
  readonly timeZone: string;
}

export function AfterPhotos({ screen, timeZone }: AfterPhotosProps) {
  const t = useT();
  const { photos, photosFailure, photo } = useSelector(screen, selectAlarmCase);
  const isLoading = useSelector(screen, selectArePhotosLoading);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-13 font-medium">{t('alarmCase.resolve.picture')}</p>
      <RadioButtons
        label={t('alarmCase.resolve.picture')}
        className="grid grid-cols-3 gap-2 max-desk:grid-cols-2"
        itemClassName={CHOICE}
        value={photo}
        options={[
          {
            value: BY_ROBOT,
            content: <span className="grid min-h-16 place-items-center p-2">{t('alarmCase.resolve.byRobot')}</span>,
          },
          ...photos.map(({ fileId, takenAt, url }) => {
            const label = t('alarmCase.resolve.photo', { time: timeStamp(takenAt, timeZone) });
            return {
              value: fileId,
              content: (
                <>
                  {url !== '' && <img src={url} alt="" className="aspect-video w-full object-cover" />}
                  <span className="block p-1">{label}</span>
                </>
              ),
            };
          }),
        ]}
        onChange={(fileId) => screen.send({ type: 'resolve.photo', fileId })}
      />
      {isLoading ? (
        <p className="text-12 text-text-2" role="status">
          {t('alarmCase.resolve.photosLoading')}
        </p>
      ) : photosFailure ? (
        <div className="flex items-center gap-2 text-12" role="alert">
          <span>{t.failure(photosFailure)}</span>
          <Button size="s" onClick={() => screen.send({ type: 'photos.retry' })}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
      {photo === BY_ROBOT && <p className="text-12 text-text-2">{t('alarmCase.resolve.byRobotHint')}</p>}
    </div>
  );
}
