/** Places of runs in the calendar: hours without runs fold, chips of one day never overlap. Pure. */
import type { TimetableRun } from '../../../../contract/entities/schedule.ts';
import { dayOfRun } from '../../../machines/schedules/timetableView.ts';
import { timeOfDay } from '../../shell/siteTime.ts';

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
  readonly days: readonly (readonly PlacedRun[])[];
}

export function minuteOf(at: number, timeZone: string): number {
  const [hours = 0, minutes = 0] = timeOfDay(at, timeZone).split(':').map(Number);
  return hours * 60 + minutes;
}

export function daysLayout(runs: readonly TimetableRun[], dates: readonly string[], timeZone: string): DaysLayout {
  const used = new Set<number>();
  for (const { startsAt, endsAt } of runs) {
    const first = Math.floor(minuteOf(startsAt, timeZone) / 60);
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
  const days = dates.map((date) => {
    let free = 0;
    return runs
      .filter((run) => dayOfRun(run, timeZone) === date)
      .sort((a, b) => a.startsAt - b.startsAt)
      .map((run): PlacedRun => {
        const minute = minuteOf(run.startsAt, timeZone);
        const barTop = topOf(minute);
        const length = run.endsAt === null ? 0 : (run.endsAt - run.startsAt) / 60_000;
        const top = Math.max(barTop, free);
        free = top + CHIP_HEIGHT + CHIP_GAP;
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
    days,
  };
}
