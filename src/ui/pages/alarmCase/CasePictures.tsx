/** The picture of the alarm; where there is one of the same view before it, a slider compares the two. */
import { useSelector } from '@xstate/react';
import { selectAlarmCase } from '../../../machines/alarmCase/alarmCase.selectors.ts';
import type { CaseDetails, ShownPicture } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { BoxedPicture } from '../../alarms/BoxedPicture.tsx';
import { pictureGapKey } from '../../alarms/caseTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import type { CaseProps } from './caseProps.ts';

const newest = (pictures: readonly ShownPicture[], moment: ShownPicture['moment']): ShownPicture | undefined =>
  pictures.findLast((picture) => picture.moment === moment);
const LABEL = 'absolute top-2 rounded bg-black/60 px-2 py-1 text-12 text-white';

export function CasePictures({ screen, details, timeZone }: CaseProps & { readonly details: CaseDetails }) {
  const t = useT();
  const at = newest(details.pictures, 'at');
  const after = newest(details.pictures, 'after');
  return (
    <section aria-label={t('shared.pictures')} className="flex flex-col gap-2">
      {at ? (
        <DuringAlarm screen={screen} details={details} at={at} timeZone={timeZone} />
      ) : (
        <p className="card grid min-h-30 place-items-center p-4 text-13 text-text-2">{t('alarmCase.pictures.none')}</p>
      )}
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
      <WhetherAfter details={details} after={after} />
    </section>
  );
}

/** A picture of the place after the alarm is being taken, or there is none, and why. */
function WhetherAfter({ details, after }: { readonly details: CaseDetails; readonly after: ShownPicture | undefined }) {
  const t = useT();
  const { case: found, entries, isPictureComing } = details;
  // One of an earlier resolution says nothing about this one.
  const sinceResolved = entries.slice(entries.findLastIndex(({ kind }) => kind === 'resolved') + 1);
  const gap = found.state === 'resolved' ? sinceResolved.findLast(({ kind }) => kind === 'noPicture') : undefined;
  const text = isPictureComing
    ? t('alarmCase.pictures.coming')
    : gap && (!after || after.at < gap.at)
      ? t('alarmCase.pictures.noAfter', { reason: t(pictureGapKey(gap.to)) })
      : undefined;
  return (
    <p className="text-13 text-text-2 empty:hidden" role="status">
      {text}
    </p>
  );
}

interface DuringAlarmProps {
  readonly screen: CaseProps['screen'];
  readonly details: CaseDetails;
  readonly at: ShownPicture;
  readonly timeZone: string;
}

function DuringAlarm({ screen, details, at, timeZone }: DuringAlarmProps) {
  const t = useT();
  const { before: share } = useSelector(screen, selectAlarmCase);
  const before = newest(details.pictures, 'before');
  const label = t('alarmCase.pictures.at', { time: timeStamp(at.at, timeZone) });
  return (
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
  );
}
