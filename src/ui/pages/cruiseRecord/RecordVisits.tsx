/** Visits of a route run by round: arrival, stay and skipped stops. */
import type { CruiseVisit } from '../../../../contract/entities/routeRun.ts';
import type { RouteRunState, StopState } from '../../../../contract/rules/routeRun.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { spanText, stopStateText } from '../../routeRuns/routeRunTexts.ts';

export interface RecordVisitsProps {
  readonly visits: readonly CruiseVisit[];
  readonly runState: RouteRunState;
  readonly timeZone: string;
  /** The run was a loop: show a heading for each round. */
  readonly rounds: boolean;
}

const DOT: Record<StopState, string> = {
  waiting: 'border-n-400 bg-surface',
  underway: 'border-n-400 bg-surface',
  arrived: 'border-n-500 bg-n-500',
  skipped: 'border-dashed border-n-400 bg-surface',
  failed: 'border-stop bg-stop',
};
const ROW = 'relative grid min-h-8 grid-cols-[64px_12px_minmax(0,1fr)_max-content] items-center gap-x-2.5';
/** The line from the stop before in the same round. */
const JOINED =
  'before:absolute before:-top-[11px] before:left-[79px] before:h-[22px] before:border-l-2 before:border-n-200';

export function RecordVisits({ visits, runState, timeZone, rounds }: RecordVisitsProps) {
  const t = useT();
  if (visits.length === 0) return <p className="text-12 text-text-2">{t('cruiseRecord.detail.noVisits')}</p>;
  return (
    <ol className="text-13" aria-label={t('cruiseRecord.detail.visits')}>
      {visits.map(({ loop, stop, name, state, arrivedAt, leftAt }, i) => {
        const isFirst = visits[i - 1]?.loop !== loop;
        return (
          <li key={`${loop} ${stop}`} className={isFirst ? ROW : classes(ROW, JOINED)}>
            {rounds && isFirst && (
              <h3 className="col-span-full pt-2 pb-1 text-12 text-text-2">
                {t('cruiseRecord.detail.round', { n: loop + 1 })}
              </h3>
            )}
            <time
              className="text-right text-12 whitespace-nowrap text-text-2 tabular-nums"
              dateTime={arrivedAt === null ? undefined : new Date(arrivedAt).toISOString()}
            >
              {arrivedAt === null ? t('shared.dash') : timeOfDay(arrivedAt, timeZone)}
            </time>
            <span className={classes('size-2.5 rounded-full border-[1.5px]', DOT[state])} aria-hidden="true" />
            <b className="font-medium wrap-anywhere">{name}</b>
            <span className="text-12 whitespace-nowrap text-text-2 tabular-nums">
              {state === 'arrived' && arrivedAt !== null && leftAt !== null
                ? t('cruiseRecord.detail.stayed', { span: spanText(leftAt - arrivedAt) })
                : stopStateText(t, runState, state)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
