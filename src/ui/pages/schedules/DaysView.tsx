/**
 * The week as a calendar: hours down, days across. A bar has the true time and length of a run; its chip is beside it
 * and is pushed down where runs are close, never narrowed, never over another. Exceptions are bands behind. Runs that are
 * to come can be dragged to another time.
 */
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ScheduleException } from '../../../../contract/entities/schedule.ts';
import { bandsOn } from '../../../machines/schedules/exceptionBands.ts';
import { chosenStart, instantAt, minuteIn, MOVE_STEP_MIN } from '../../../machines/schedules/runMove.ts';
import { type SchedulesRef, selectIsHolding, selectMove } from '../../../machines/schedules/schedules.selectors.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import { dayOfRun } from '../../../machines/schedules/timetableView.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import type { RunLook } from '../../kit/later/runLook.ts';
import { DayHead } from '../../schedules/DayHead.tsx';
import { freePlace } from '../../schedules/freePlace.ts';
import { runLook } from '../../schedules/runTexts.ts';
import { timeOfDay, zoneName } from '../../shell/siteTime.ts';
import { CHIP_HEIGHT, daysLayout, HOUR_PX, type PlacedRun } from './daysLayout.ts';
import { Run } from './Run.tsx';
import { dayUnder, useRunDrag } from './useRunDrag.ts';
import type { ShownTimetable } from './useTimetable.ts';

const COLUMNS =
  'grid min-w-0 grid-cols-[56px_repeat(7,minmax(0,1fr))] max-wide:grid-cols-[56px_repeat(5,minmax(0,1fr))]';
const FOLDED = 'max-wide:hidden';
const isFolded = (day: number): boolean => day >= 5;
const LABEL_PX = 18;

const BAR: Record<RunLook, string> = {
  done: 'border-transparent bg-n-500',
  partial: 'border-transparent bg-attn',
  failed: 'border-transparent bg-st-alarm',
  running: 'border-transparent bg-mark',
  stuck: 'border-transparent bg-st-alarm',
  planned: 'border-dashed border-n-500',
  doubtful: 'border-dashed border-attn',
  skipped: 'border-dashed border-n-400',
  unknown: 'border-attn bg-hatch',
};

export function DaysView({ screen, shown }: { readonly screen: SchedulesRef; readonly shown: ShownTimetable }) {
  const t = useT();
  const { data, view, now, isLost } = shown;
  const { timeZone } = data;
  const place = useRef<HTMLDivElement>(null);
  const move = useSelector(screen, selectMove);
  const holding = useSelector(screen, selectIsHolding);
  const runs = view.robots.flatMap(({ rows }) => rows).flatMap(({ days }) => days.flat());
  const layout = daysLayout({
    runs,
    dates: view.dates,
    timeZone,
    unfolding: [...runs.filter((run) => !view.unsaved.has(runKeyOf(run))), ...view.ghosts],
    held: move && holding ? runKeyOf(move) : undefined,
  });
  const drag = useRunDrag(screen, shown, ({ x, dy, isFine, grabbedAt }) => {
    const day = dayUnder([...(place.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])], x);
    const date = day === null ? undefined : view.dates[day];
    if (date === undefined) return null;
    const step = isFine ? 1 : MOVE_STEP_MIN;
    const minute = layout.minuteAt(layout.topOf(minuteIn(timeZone, grabbedAt)) + dy);
    return instantAt(timeZone, date, Math.min(1_440 - step, Math.round(minute / step) * step));
  });
  const nowTop = layout.topOf(minuteIn(timeZone, now));
  const offset = zoneName(timeZone, t.language, now).split(/[ ,]+/u).at(-1) ?? '';
  return (
    <div className="card card-clip min-h-0 overflow-auto">
      <div className={classes(COLUMNS, 'sticky top-0 z-20 border-b border-line bg-surface-2')}>
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
      <div ref={place} {...drag} className={COLUMNS} style={{ height: layout.height }}>
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
          {view.dates.includes(view.today) && (
            <b
              className="absolute right-1 z-10 -translate-y-1/2 rounded-[3px] bg-surface px-0.5 text-11 text-link tabular-nums"
              style={{ top: Math.max(8, nowTop) }}
            >
              {timeOfDay(now, timeZone)}
            </b>
          )}
        </div>
        {view.dates.map((date, day) => (
          <div
            key={date}
            data-day={day}
            className={classes(
              'relative border-l border-line',
              date === view.today && 'bg-brand-50',
              isLost && date > view.today && 'bg-hatch-grey',
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
                chips={layout.days[day] ?? []}
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
            {view.ghosts
              .filter((run) => dayOfRun(run, timeZone) === date)
              .map((run) => (
                <div
                  key={runKeyOf(run)}
                  className="absolute right-1 left-2.5"
                  style={{ top: layout.topOf(minuteIn(timeZone, chosenStart(run))) }}
                >
                  <Ghost time={timeOfDay(chosenStart(run), timeZone)} />
                </div>
              ))}
            {layout.days[day]?.map(({ run, top, barTop, barHeight }) => (
              <div key={runKeyOf(run)} className="contents">
                <span
                  aria-hidden="true"
                  className={classes(
                    'absolute left-0.5 w-1 rounded-full border',
                    BAR[runLook(run, shown.robotOf(run.serialNumber))],
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

/** The place that a run leaves. */
export function Ghost({ time }: { readonly time: string }) {
  return (
    <span
      aria-hidden="true"
      data-ghost=""
      className="flex h-6 items-center rounded-in border border-dashed border-n-300 px-2 text-12 text-text-3"
    >
      {time}
    </span>
  );
}

interface BandProps {
  readonly exception: ScheduleException;
  readonly top: number;
  readonly bottom: number;
  /** Of the day; the remark goes where they are not. */
  readonly chips: readonly PlacedRun[];
}
function Band({ exception, top, bottom: end, chips }: BandProps) {
  const bottom = Math.max(top + HOUR_PX / 4, end);
  const label = freePlace(
    { top, bottom },
    chips.map((chip) => ({ top: chip.top, height: CHIP_HEIGHT })),
    LABEL_PX,
  );
  return (
    <div
      className="absolute inset-x-0 overflow-hidden border-y border-dashed border-n-400 bg-hatch-grey text-11 text-text-2"
      style={{ top, height: bottom - top }}
      title={[exception.remark, exception.robotName].filter(Boolean).join(', ')}
    >
      <span
        className={
          label === null
            ? 'sr-only'
            : 'absolute left-2.5 max-w-[calc(100%-14px)] truncate rounded-[3px] bg-surface px-1'
        }
        style={label === null ? undefined : { top: label - top }}
      >
        {exception.remark || exception.robotName}
      </span>
    </div>
  );
}
