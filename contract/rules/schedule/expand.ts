/**
 * The planned runs of a task (design 20): when it starts, and which stops its exceptions leave out. Pure; the server plans
 * by it, and forecast, previews and the console show the same.
 */
import type { Place } from '../../entities/floorPlan.ts';
import type { ExceptionPeriod } from './exceptions.ts';
import { zonedTimeOfDay } from '../zonedTime.ts';
import { occurrencesOf, type Occurrence, type TaskTimes } from './occurrences.ts';

export interface PlannedTask extends TaskTimes {
  id: string;
  isOn: boolean;
  rounds: number;
}
/** How long a run takes, and when in a round it reaches its stops: seconds. Frozen at the start of a run. */
export interface TaskEstimate {
  /**
   * The points of the stops of a round, in order; without those that the task itself skips. Nothing is driven to a part of
   * a disinfection that has no cells.
   */
  stops: readonly { areaId: string; at: number; hasNoCells?: true }[];
  roundSeconds: number;
  /** Metres and percent of a round. */
  metres: number;
  battery: number;
  /**
   * The planned path from each stop to the next one that is driven to, the last one back to the first; empty where none is
   * known.
   */
  paths: readonly (readonly Place[])[];
}
/** A change of one run. */
export interface RunChangeOf {
  taskId: string;
  plannedAt: number;
  /** null: as planned. */
  startsAt: number | null;
  /** Runs in spite of exceptions. */
  isForced: boolean;
}
export interface Skip {
  /** The round, from 0, and the index of the stop among the stops of the estimate. */
  round: number;
  stop: number;
}
export interface PlannedRun {
  taskId: string;
  /** Its identity: the time for which the task plans it. */
  plannedAt: number;
  startsAt: number;
  clock: Occurrence['clock'];
  /** With a clock that is not plain: the time of day that the task names, on which day, and the one at which it runs. */
  clockTimes?: { time: string; date: string; at: string };
  change: RunChangeOf | null;
  isOn: boolean;
  /** Stops of all rounds. */
  stops: number;
  skips: readonly Skip[];
  /** No stop is left, or the exception is about whole runs. */
  fallsOut: boolean;
  exceptionIds: readonly string[];
}

interface Expanded {
  task: PlannedTask;
  timeZone: string;
  /** Periods of all exceptions of the robot that reach into the window. */
  periods: readonly ExceptionPeriod[];
  changes: readonly RunChangeOf[];
  /** null if the way is not known: exceptions then concern the start only. */
  estimate: TaskEstimate | null;
  /** Planned from `from` until before `to`, ms. */
  from: number;
  to: number;
}

/** In order of their planned times. A moved run belongs to the window of its planned time. */
export function expand({ task, timeZone, periods, changes, estimate, from, to }: Expanded): PlannedRun[] {
  const changed = new Map(
    changes.filter(({ taskId }) => taskId === task.id).map((change) => [change.plannedAt, change]),
  );
  return occurrencesOf(task, timeZone, from, to).map(({ at, date, clock }) => {
    const change = changed.get(at) ?? null;
    const startsAt = change?.startsAt ?? at;
    const effect = change?.isForced === true ? NOT_TOUCHED : effectOf(periods, startsAt, task.rounds, estimate);
    return {
      taskId: task.id,
      plannedAt: at,
      startsAt,
      clock: change?.startsAt == null ? clock : 'plain',
      ...(change?.startsAt == null &&
        clock !== 'plain' && {
          clockTimes: { time: task.executeTime, date, at: zonedTimeOfDay(timeZone, at) },
        }),
      change,
      isOn: task.isOn,
      stops: (estimate?.stops.length ?? 0) * task.rounds,
      ...effect,
    };
  });
}

type Effect = Pick<PlannedRun, 'skips' | 'fallsOut' | 'exceptionIds'>;
const NOT_TOUCHED: Effect = { skips: [], fallsOut: false, exceptionIds: [] };
/** Rounds of which the single stops are noted; later ones only matter as long as the exceptions last. */
const inside = (at: number, { from, to }: ExceptionPeriod): boolean => at >= from && at < to;

/**
 * The stop that a run drives to first, although exceptions leave out others.
 * @param stops as in the estimate; null where nothing is known of one
 */
export function firstDriven<Stop>(
  stops: readonly (Stop | null)[],
  rounds: number,
  skips: readonly Skip[],
): Stop | null {
  const left = new Set(skips.map(({ round, stop }) => `${round} ${stop}`));
  for (let round = 0; round < rounds; round += 1)
    for (const [i, stop] of stops.entries()) if (stop !== null && !left.has(`${round} ${i}`)) return stop;
  return null;
}

/** What exceptions do to a run that starts at an instant. */
export function effectOf(
  periods: readonly ExceptionPeriod[],
  startsAt: number,
  rounds: number,
  estimate: TaskEstimate | null,
): Effect {
  const length = (estimate?.roundSeconds ?? 0) * rounds * 1_000;
  const near = periods.filter(({ from, to }) => from <= startsAt + length && to > startsAt);
  if (near.length === 0) return NOT_TOUCHED;
  const whole = near.filter((period) => period.points.length === 0 && inside(startsAt, period));
  if (whole.length > 0) return { skips: [], fallsOut: true, exceptionIds: whole.map(({ id }) => id) };
  if (!estimate) return NOT_TOUCHED;
  const skips: Skip[] = [];
  const ids = new Set<string>();
  let begins = startsAt;
  for (let round = 0; round < rounds; round += 1) {
    const ends = begins + estimate.roundSeconds * 1_000;
    if (!near.some(({ from, to }) => from < ends && to > begins)) {
      begins = ends;
      continue;
    }
    const before = skips.length;
    for (const [stop, { areaId, at }] of estimate.stops.entries()) {
      const by = near.find(
        (period) =>
          inside(begins + at * 1_000, period) && (period.points.length === 0 || period.points.includes(areaId)),
      );
      if (!by) continue;
      ids.add(by.id);
      skips.push({ round, stop });
    }
    // A round that is left out takes no time: the robot would drive the next one inside the exception.
    if (skips.length - before < estimate.stops.length) begins = ends;
  }
  return {
    skips,
    fallsOut: skips.length > 0 && skips.length === estimate.stops.length * rounds,
    exceptionIds: [...ids],
  };
}
