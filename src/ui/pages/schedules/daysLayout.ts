/** Places of runs in the calendar: hours without runs fold, chips of one day never overlap. Pure. */
import type { TimetableRun } from '../../../../contract/entities/schedule.ts';
import { dayOfRun } from '../../../machines/schedules/timetableView.ts';
import { minuteIn } from '../../../machines/schedules/runMove.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';

export const HOUR_PX = 30;
/** Of an hour without runs. */
const FOLDED_PX = 10;
export const CHIP_HEIGHT = 24;
const CHIP_GAP = 2;
const LEAST_BAR = 6;
const DAY_HOURS = 24;

export interface PlacedRun {
  readonly run: TimetableRun;
  readonly top: number;
  readonly barTop: number;
  readonly barHeight: number;
}
export interface DaysLayout {
  readonly height: number;
  /** Labels. */
  readonly hours: readonly { readonly hour: number; readonly top: number }[];
  /** px of a minute of the day. */
  readonly topOf: (minute: number) => number;
  /** Minute of the day at px. */
  readonly minuteAt: (top: number) => number;
  readonly days: readonly (readonly PlacedRun[])[];
}

interface LayoutInput {
  readonly runs: readonly TimetableRun[];
  readonly dates: readonly string[];
  readonly timeZone: string;
  /** Runs that unfold hours: those before a move, so that the calendar does not shift under the pointer. */
  readonly unfolding?: readonly TimetableRun[] | undefined;
  /** Key of a run that is being moved: it lies over the others. */
  readonly held?: string | undefined;
}

export function daysLayout({ runs, dates, timeZone, unfolding = runs, held = '' }: LayoutInput): DaysLayout {
  const used = new Set<number>();
  for (const { startsAt, endsAt } of unfolding) {
    const first = Math.floor(minuteIn(timeZone, startsAt) / 60);
    const hours = endsAt === null ? 0 : Math.min(DAY_HOURS, Math.ceil((endsAt - startsAt) / 3_600_000));
    for (let hour = first - 1; hour <= first + hours; hour++) used.add(hour);
  }
  const tops: number[] = [0];
  for (let hour = 0; hour < DAY_HOURS; hour++)
    tops.push((tops[hour] ?? 0) + (used.size === 0 || used.has(hour) ? HOUR_PX : FOLDED_PX));
  const topOf = (minute: number): number => {
    const hour = Math.min(DAY_HOURS - 1, Math.floor(minute / 60));
    const [from = 0, until = 0] = [tops[hour], tops[hour + 1]];
    return from + ((until - from) * (minute - hour * 60)) / 60;
  };
  const minuteAt = (top: number): number => {
    const hour = tops.findLastIndex((from, i) => i < DAY_HOURS && from <= Math.max(0, top));
    const [from = 0, until = 1] = [tops[hour], tops[hour + 1]];
    return Math.min(DAY_HOURS * 60, hour * 60 + ((Math.max(0, top) - from) * 60) / (until - from));
  };
  const days = dates.map((date) => {
    let free = 0;
    return runs
      .filter((run) => dayOfRun(run, timeZone) === date)
      .sort((a, b) => a.startsAt - b.startsAt)
      .map((run): PlacedRun => {
        const minute = minuteIn(timeZone, run.startsAt);
        const barTop = topOf(minute);
        const length = run.endsAt === null ? 0 : (run.endsAt - run.startsAt) / 60_000;
        const isHeld = runKeyOf(run) === held;
        const top = isHeld ? barTop : Math.max(barTop, free);
        if (!isHeld) free = top + CHIP_HEIGHT + CHIP_GAP;
        return { run, top, barTop, barHeight: Math.max(LEAST_BAR, topOf(Math.min(1_440, minute + length)) - barTop) };
      });
  });
  const lowest = Math.max(0, ...days.flatMap((day) => day.map(({ top }) => top + CHIP_HEIGHT + CHIP_GAP)));
  return {
    height: Math.max(tops[DAY_HOURS] ?? 0, lowest) + CHIP_GAP,
    hours: Array.from({ length: DAY_HOURS }, (_, hour) => ({ hour, top: tops[hour] ?? 0 })).filter(
      ({ hour, top }, i, all) => i === 0 || (hour % 2 === 0 && top - (all[i - 2]?.top ?? 0) >= FOLDED_PX * 2),
    ),
    topOf,
    minuteAt,
    days,
  };
}
