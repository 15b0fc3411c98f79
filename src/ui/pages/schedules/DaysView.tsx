/**
 * The week as a calendar: hours down, days across. A bar has the true time and length of a run; its chip stands beside it
 * and is pushed down where runs are close, never narrowed, never over another. Exceptions are bands behind.
 */
import type { ScheduleException } from '../../../../contract/entities/schedule.ts';
import type { SchedulesRef } from '../../../machines/schedules/schedules.selectors.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { bandsOn } from '../../../machines/schedules/exceptionBands.ts';
import { DayHead } from '../../schedules/DayHead.tsx';
import { timeOfDay, zoneName } from '../../shell/siteTime.ts';
import { CHIP_HEIGHT, daysLayout, HOUR_PX, minuteOf } from './daysLayout.ts';
import { Run } from './Run.tsx';
import type { ShownTimetable } from './useTimetable.ts';

const COLUMNS =
  'grid min-w-0 grid-cols-[56px_repeat(7,minmax(0,1fr))] max-wide:grid-cols-[56px_repeat(5,minmax(0,1fr))]';
const FOLDED = 'max-wide:hidden';
const isFolded = (day: number): boolean => day >= 5;

export function DaysView({ screen, shown }: { readonly screen: SchedulesRef; readonly shown: ShownTimetable }) {
  const t = useT();
  const { data, view, now } = shown;
  const { timeZone } = data;
  const runs = view.robots.flatMap(({ rows }) => rows).flatMap(({ days }) => days.flat());
  const layout = daysLayout(runs, view.dates, timeZone);
  const nowTop = layout.topOf(minuteOf(now, timeZone));
  const offset = zoneName(timeZone, t.language, now).split(/[ ,]+/u).at(-1) ?? '';
  return (
    <div className="card card-clip min-h-0 overflow-auto">
      <div role="row" className={classes(COLUMNS, 'sticky top-0 z-20 border-b border-line bg-surface-2')}>
        <div className="flex h-10 items-center justify-center text-11 text-text-2">{offset}</div>
        {view.dates.map((date, day) => (
          <DayHead
            key={date}
            date={date}
            isToday={date === view.today}
            className={classes('border-l border-line', isFolded(day) && FOLDED)}
          />
        ))}
      </div>
      <div className={COLUMNS} style={{ height: layout.height }}>
        <div className="relative">
          {layout.hours.map(({ hour, top }) => (
            <span
              key={hour}
              className="absolute right-1.5 -translate-y-1/2 text-11 text-text-2 tabular-nums"
              style={{ top: Math.max(8, top) }}
            >
              {`${String(hour).padStart(2, '0')}:00`}
            </span>
          ))}
        </div>
        {view.dates.map((date, day) => (
          <div
            key={date}
            className={classes(
              'relative border-l border-line',
              date === view.today && 'bg-brand-50',
              isFolded(day) && FOLDED,
            )}
          >
            {layout.hours.map(({ hour, top }) => (
              <span key={hour} aria-hidden="true" className="absolute inset-x-0 border-t border-line" style={{ top }} />
            ))}
            {bandsOn(data.exceptions, date).map((band) => (
              <Band
                key={band.exception.id}
                exception={band.exception}
                top={layout.topOf(band.from)}
                bottom={layout.topOf(band.until)}
              />
            ))}
            {date === view.today && (
              <span
                aria-hidden="true"
                title={timeOfDay(now, timeZone)}
                className="absolute inset-x-0 z-10 border-t-2 border-mark"
                style={{ top: nowTop }}
              />
            )}
            {layout.days[day]?.map(({ run, top, barTop, barHeight }) => (
              <div key={runKeyOf(run)} className="contents">
                <span
                  aria-hidden="true"
                  className={classes(
                    'absolute left-0.5 w-1 rounded-full border',
                    run.state === null ? 'border-dashed border-n-500' : 'border-transparent bg-n-500',
                  )}
                  style={{ top: barTop, height: barHeight }}
                />
                <div className="absolute right-1 left-2.5" style={{ top, height: CHIP_HEIGHT }}>
                  <Run screen={screen} shown={shown} run={run} named />
                </div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface BandProps {
  readonly exception: ScheduleException;
  readonly top: number;
  readonly bottom: number;
}
function Band({ exception, top, bottom }: BandProps) {
  return (
    <div
      className="absolute inset-x-0 overflow-hidden border-y border-dashed border-n-400 bg-hatch-grey text-11 text-text-2"
      style={{ top, height: Math.max(HOUR_PX / 4, bottom - top) }}
      title={[exception.remark, exception.robotName].filter(Boolean).join(', ')}
    >
      <span className="absolute right-1 bottom-0.5 max-w-full truncate rounded-[3px] bg-surface px-1">
        {exception.remark || exception.robotName}
      </span>
    </div>
  );
}
