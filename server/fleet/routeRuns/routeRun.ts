/** A route run in progress, and the mapping from the calls (stop visits) of its current leg to stops. Pure. */
import type {
  cruiseRecords,
  RouteRunProgress,
  RouteRunPlan,
  PlannedStop,
  StoredRouteRunStop,
} from '../../db/cruiseTables.ts';

export type RouteRunRow = typeof cruiseRecords.$inferSelect;
export type RouteRun = RouteRunRow & { plan: RouteRunPlan; course: RouteRunProgress };

/** Maximum number of nodes in one order, because robots can only buffer messages of limited size. */
export const NODES_AT_ONCE = 20;

export const isUnderWay = (row: RouteRunRow): row is RouteRun =>
  row.state === 'inProgress' && row.plan !== null && row.course !== null;
export const orderIdOf = ({ id, leg }: Pick<RouteRunRow, 'id' | 'leg'>): string => `${id}.${leg}`;
/** The id of the route run that can have sent this order; null for other order ids. */
export const routeRunIdIn = (orderId: string): string | null => /^(.+)\.\d{1,9}$/u.exec(orderId)?.[1] ?? null;

export interface Call {
  /** The round, from 0, and the index of the stop on the route, from 0. */
  round: number;
  stop: number;
}

/** Whether first and last stop are the same point: a loop then visits it once between two rounds. */
export const isClosedLoop = ({ stops }: RouteRunPlan): boolean =>
  stops.length > 2 && stops[0]?.areaId === stops.at(-1)?.areaId;
const isLeftOut = (plan: RouteRunPlan, round: number, stop: number): boolean =>
  plan.skips?.[round]?.includes(stop) ?? false;
/** Number of visits that exceptions leave out up to a round, from 0. */
export const leftOut = ({ skips = {} }: RouteRunPlan, upTo: number): number =>
  Object.entries(skips).reduce((sum, [round, stops]) => sum + (Number(round) <= upTo ? stops.length : 0), 0);
/** Whether the robot begins a round where it ended the previous one. */
const isSeamBefore = (plan: RouteRunPlan, round: number): boolean =>
  isClosedLoop(plan) && !isLeftOut(plan, round - 1, plan.stops.length - 1);
/** Stops of a round after the first one, in order. */
const furtherRound = (plan: RouteRunPlan, round: number): number[] =>
  plan.stops.flatMap((_, i) => ((i === 0 && isSeamBefore(plan, round)) || isLeftOut(plan, round, i) ? [] : [i]));
/** Whether the run ends with this round, from 0. */
export const isLastRound = ({ cycleType, rounds }: Pick<RouteRunRow, 'cycleType' | 'rounds'>, round: number): boolean =>
  cycleType === 'single' || (rounds !== null && round + 1 >= rounds);

/** null when there are no further calls. */
export function callAt(run: RouteRun, k: number): Call | null {
  const {
    plan,
    course: { offset, round, first, before },
  } = run;
  if (k < offset) return k === offset - 1 && before !== null ? { round: round - 1, stop: before } : null;
  const own = first[k - offset];
  if (own !== undefined) return { round, stop: own };
  let further = k - offset - first.length;
  for (let at = round; !isLastRound(run, at); at += 1) {
    const stops = furtherRound(plan, at + 1);
    const stop = stops[further];
    if (stop !== undefined) return { round: at + 1, stop };
    further -= stops.length;
  }
  return null;
}

/** The plan of a stop; at a seam the plans of both ends combined. */
export function plannedAt(run: RouteRun, stop: number): PlannedStop | undefined {
  const { plan, cycleType } = run;
  const planned = plan.stops[stop];
  const [begin] = plan.stops;
  if (!planned || !begin || cycleType !== 'loop' || stop !== plan.stops.length - 1 || !isClosedLoop(plan))
    return planned;
  return {
    ...planned,
    stayTime: Math.max(planned.stayTime, begin.stayTime),
    say: planned.say || begin.say,
    depart: begin.depart || planned.depart,
    takePhoto: planned.takePhoto === true || begin.takePhoto === true,
  };
}

/** Whether the robot has to wait at call k for an order update. */
export function waitsAt(run: RouteRun, k: number): boolean {
  const call = callAt(run, k);
  if (!call) return false;
  return (plannedAt(run, call.stop)?.stayTime ?? 0) > 0 || callAt(run, k + 1) === null;
}

/**
 * Number of calls to release when `from` are released: up to the first at which it has to stay, otherwise to the end of
 * the round.
 */
export function releasedFrom(run: RouteRun, from: number): number {
  for (let k = from; ; k += 1) {
    const call = callAt(run, k);
    if (!call) return k;
    if (waitsAt(run, k) || call.stop === run.plan.stops.length - 1 || k + 1 - from >= NODES_AT_ONCE) return k + 1;
  }
}

/** End of the horizon: the unreleased calls sent along, up to the end of the round. */
export function horizonEnd(run: RouteRun): number {
  const { released, stitched } = run.course;
  const round = callAt(run, released - 1)?.round;
  let k = released;
  while (k - stitched < NODES_AT_ONCE && callAt(run, k)?.round === round) k += 1;
  return k;
}

/** The stops at the beginning of a round: open, or left out by an exception. */
export const freshStops = (
  stops: readonly StoredRouteRunStop[],
  plan: RouteRunPlan,
  round: number,
): StoredRouteRunStop[] =>
  stops.map((stop, i) => ({
    ...stop,
    state: isLeftOut(plan, round, i) ? 'skipped' : 'waiting',
    arrivedAt: null,
    leftAt: null,
  }));
export const openStops = (stops: readonly StoredRouteRunStop[]): number[] =>
  stops.flatMap(({ state }, i) => (state === 'waiting' || state === 'underway' ? [i] : []));

/** The initial course of a leg. */
export const legCourse = (
  now: number,
  round: number,
  first: number[],
  more: Partial<RouteRunProgress> = {},
): RouteRunProgress => ({
  kind: 'round',
  offset: 0,
  round,
  first,
  before: null,
  released: 0,
  stitched: 0,
  reached: 0,
  dueAt: now,
  isSent: false,
  isTaken: false,
  stayUntil: null,
  bay: null,
  refusals: 0,
  ...more,
});
