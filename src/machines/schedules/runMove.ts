/** Moving a run in the timetable: where it may go, what is sent, and how the timetable looks meanwhile. Pure functions. */
import type { ScheduledTask, Timetable, TimetableRun } from '../../../contract/entities/schedule.ts';
import { daysOf, daysText } from '../../../contract/rules/schedule/scheduledTask.ts';
import { FORECAST_DAYS } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { plusDays, zonedDate, zonedInstant, zonedTimeOfDay } from '../../../contract/rules/zonedTime.ts';
import { minutesOfTime, timeOfMinutes } from './exceptionBands.ts';

const DAY_MS = 86_400_000;
const DAY_MIN = 1_440;
/** Steps of a moved run, minutes. */
export const MOVE_STEP_MIN = 5;

export interface RunMove {
  taskId: string;
  plannedAt: number;
  serialNumber: string;
  /** Its start before the move, and where it is now, ms. */
  from: number;
  startsAt: number;
  /** All runs of the task instead of this one. */
  isWhole: boolean;
  by: 'pointer' | 'keys';
}
export type MoveFault = 'past' | 'tooFar' | 'noRight' | 'everyDay' | 'onlyOnce';

/** The start that was chosen for a run: a run that waits for its robot is expected later. */
export const chosenStart = ({ change, plannedAt }: Pick<TimetableRun, 'change' | 'plannedAt'>): number =>
  change?.startsAt ?? plannedAt;
/** A run that is over or under way is not moved. */
export const isMovable = (run: TimetableRun, { robots, tasks, serverTime }: Timetable): boolean =>
  run.state === null &&
  run.verdict !== 'over' &&
  chosenStart(run) > serverTime &&
  tasks.some(({ id }) => id === run.taskId) &&
  (robots.find(({ serialNumber }) => serialNumber === run.serialNumber)?.canOperate ?? false);

/** Minutes of the day of an instant. */
export const minuteIn = (timeZone: string, at: number): number => minutesOfTime(zonedTimeOfDay(timeZone, at));
/** A day and a minute of it as an instant; minutes before and after the day belong to its neighbours. */
export function instantAt(timeZone: string, date: string, minute: number): number {
  const days = Math.floor(minute / DAY_MIN);
  return zonedInstant(timeZone, plusDays(date, days), timeOfMinutes(minute - days * DAY_MIN));
}
/** The start after a step of the keyboard. */
export const stepped = (startsAt: number, { days, minutes }: { days: number; minutes: number }, timeZone: string) =>
  instantAt(timeZone, plusDays(zonedDate(timeZone, startsAt), days), minuteIn(timeZone, startsAt) + minutes);

const daysBetween = ({ from, startsAt }: RunMove, timeZone: string): number =>
  Math.round((Date.parse(zonedDate(timeZone, startsAt)) - Date.parse(zonedDate(timeZone, from))) / DAY_MS);

/** Time and days of the task after its run was moved: each of its days moves by as many days. */
export function movedTask(task: ScheduledTask, move: RunMove, timeZone: string) {
  const by = daysBetween(move, timeZone);
  const days = daysOf(task.checkboxRespeatDays).map((day) => ((((day - 1 + by) % 7) + 7) % 7) + 1);
  return { executeTime: zonedTimeOfDay(timeZone, move.startsAt), checkboxRespeatDays: daysText(days) };
}

/** Why a run cannot be put there; null if it can. */
export function faultOfMove(move: RunMove, { robots, tasks, serverTime, timeZone }: Timetable): MoveFault | null {
  if (move.startsAt <= serverTime) return 'past';
  if (move.startsAt > serverTime + (FORECAST_DAYS + 1) * DAY_MS) return 'tooFar';
  if (!move.isWhole) return null;
  const task = tasks.find(({ id }) => id === move.taskId);
  const robot = robots.find(({ serialNumber }) => serialNumber === move.serialNumber);
  if (!task || !robot?.canChange) return 'noRight';
  const days = daysOf(task.checkboxRespeatDays);
  // A task without days runs at the next such time; it has no day that could move.
  if (daysBetween(move, timeZone) !== 0 && days.length === 0) return 'onlyOnce';
  return days.length === 7 && zonedTimeOfDay(timeZone, move.from) === zonedTimeOfDay(timeZone, move.startsAt)
    ? 'everyDay'
    : null;
}

const isOf = (move: RunMove, run: TimetableRun): boolean =>
  move.taskId === run.taskId && move.plannedAt === run.plannedAt;
/** The runs as they will be when the moves are saved. */
export function withMoves(runs: readonly TimetableRun[], moves: readonly RunMove[]): readonly TimetableRun[] {
  if (moves.length === 0) return runs;
  return runs.map((run) => {
    const move = moves.find((each) => isOf(each, run) || (each.isWhole && each.taskId === run.taskId));
    if (!move || run.state !== null || run.verdict === 'over') return run;
    const by = move.startsAt - move.from;
    if (by === 0) return run;
    const startsAt = chosenStart(run) + by;
    const { endsAt, change } = run;
    return {
      ...run,
      startsAt,
      endsAt: endsAt === null ? null : endsAt - run.startsAt + startsAt,
      fixAt: null,
      change: { isForced: false, reason: '', byName: '', ...change, startsAt },
    };
  });
}
