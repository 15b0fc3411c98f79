/** The picture of the alarm; where there is one of the same view before it, a slider compares the two. */
import { useSelector } from '@xstate/react';
import { selectAlarmCase } from '../../../machines/alarmCase/alarmCase.selectors.ts';
import type { CaseDetails, ShownPicture } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { BoxedPicture } from '../../alarms/BoxedPicture.tsx';
import { useT } from '../../hooks/useT.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import type { CaseProps } from './caseProps.ts';

const newest = (pictures: readonly ShownPicture[], moment: ShownPicture['moment']): ShownPicture | undefined =>
  pictures.findLast((picture) => picture.moment === moment);
const LABEL = 'absolute top-2 rounded bg-black/60 px-2 py-1 text-12 text-white';

export function CasePictures({ screen, details, timeZone }: CaseProps & { readonly details: CaseDetails }) {
  const t = useT();
  const { before: share } = useSelector(screen, selectAlarmCase);
  const at = newest(details.pictures, 'at');
  const before = newest(details.pictures, 'before');
  const after = newest(details.pictures, 'after');
  if (!at)
    return (
      <section className="card grid min-h-30 place-items-center p-4 text-13 text-text-2">
        {t('alarmCase.pictures.none')}
      </section>
    );
  const label = t('alarmCase.pictures.at', { time: timeStamp(at.at, timeZone) });
  return (
    <section aria-label={t('shared.pictures')} className="flex flex-col gap-2">
      <figure className="card relative overflow-hidden">
        <BoxedPicture
          src={at.url}
          alt={label}
          box={at.box}
          name={t(EVENT_NAMES[details.case.event])}
          className="aspect-video w-full"
        />
        <figcaption className={`${LABEL} right-2`}>{label}</figcaption>
        {before && (
          <>
            <img
              src={before.url}
              alt={t('alarmCase.pictures.beforeOf')}
              className="absolute inset-0 size-full object-cover"
              style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
            />
            <span className={`${LABEL} left-2`}>{t('alarmCase.pictures.beforeOf')}</span>
            <span aria-hidden="true" className="absolute inset-y-0 w-0.5 bg-white" style={{ left: `${share}%` }} />
            <input
              type="range"
              min={0}
              max={100}
              value={share}
              aria-label={t('alarmCase.pictures.compare')}
              className="absolute inset-x-3 bottom-2 h-6 max-desk:h-11"
              onChange={(event) => screen.send({ type: 'before.set', share: Number(event.target.value) })}
            />
          </>
        )}
      </figure>
      {after && (
        <figure className="card relative overflow-hidden">
          <BoxedPicture
            src={after.url}
            alt={t('alarmCase.pictures.after', { time: timeStamp(after.at, timeZone) })}
            box={after.box}
            name={t(EVENT_NAMES[details.case.event])}
            className="aspect-video w-full"
          />
          <figcaption className={`${LABEL} left-2`}>
            {t('alarmCase.pictures.after', { time: timeStamp(after.at, timeZone) })}
          </figcaption>
        </figure>
      )}
    </section>
  );
}
