/** Visits of a route run by round: arrival, stay and skipped stops. */
import type { CruiseVisit } from '../../../../contract/entities/routeRun.ts';
import type { StopState } from '../../../../contract/rules/routeRun.ts';
import { useT } from '../../hooks/useT.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { spanText } from '../../routeRuns/routeRunTexts.ts';

export interface RecordVisitsProps {
  readonly visits: readonly CruiseVisit[];
  readonly timeZone: string;
  /** The run was a loop: show a heading for each round. */
  readonly rounds: boolean;
}

const STATE = {
  waiting: 'cruiseDrive.stop.waiting',
  underway: 'cruiseDrive.stop.underway',
  arrived: 'cruiseDrive.stop.arrived',
  skipped: 'cruiseDrive.stop.skipped',
  failed: 'cruiseDrive.stop.failed',
} as const satisfies Record<StopState, string>;

export function RecordVisits({ visits, timeZone, rounds }: RecordVisitsProps) {
  const t = useT();
  if (visits.length === 0) return <p className="record-none">{t('cruiseRecord.detail.noVisits')}</p>;
  return (
    <ol className="record-visits" aria-label={t('cruiseRecord.detail.visits')}>
      {visits.map(({ loop, stop, name, state, arrivedAt, leftAt }, i) => (
        <li key={`${loop} ${stop}`} data-state={state} data-first={visits[i - 1]?.loop !== loop || undefined}>
          {rounds && visits[i - 1]?.loop !== loop && <h3>{t('cruiseRecord.detail.round', { n: loop + 1 })}</h3>}
          <time dateTime={arrivedAt === null ? undefined : new Date(arrivedAt).toISOString()}>
            {arrivedAt === null ? t('cruiseRecord.dash') : timeOfDay(arrivedAt, timeZone)}
          </time>
          <span className="record-dot" aria-hidden="true" />
          <b>{name}</b>
          <span className="record-visit-note">
            {state === 'arrived' && arrivedAt !== null && leftAt !== null
              ? t('cruiseRecord.detail.stayed', { span: spanText(leftAt - arrivedAt) })
              : t(STATE[state])}
          </span>
        </li>
      ))}
    </ol>
  );
}
