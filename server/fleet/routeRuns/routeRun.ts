/** A route run in progress, and the mapping from the calls (stop visits) of its current leg to stops. Pure. */
import type { cruiseRecords, DriveCourse, DrivePlan, PlannedStop, StoredDriveStop } from '../../db/cruiseTables.ts';

export type RouteRunRow = typeof cruiseRecords.$inferSelect;
export type RouteRun = RouteRunRow & { plan: DrivePlan; course: DriveCourse };

/** Maximum number of nodes in one order, because robots can only buffer messages of limited size. */
export const NODES_AT_ONCE = 20;

export const isUnderWay = (row: RouteRunRow): row is RouteRun =>
  row.state === 'inProgress' && row.plan !== null && row.course !== null;
export const orderIdOf = ({ id, leg }: Pick<RouteRunRow, 'id' | 'leg'>): string => `${id}.${leg}`;
/** The id of the route run that can have sent this order; null for other order ids. */
export const driveIdIn = (orderId: string): string | null => /^(.+)\.\d{1,9}$/u.exec(orderId)?.[1] ?? null;

export interface Call {
  /** The round, from 0, and the index of the stop on the route, from 0. */
  round: number;
  stop: number;
}

/** Whether first and last stop are the same point: a loop then visits it once between two rounds. */
export const hasSeam = ({ stops }: DrivePlan): boolean => stops.length > 2 && stops[0]?.areaId === stops.at(-1)?.areaId;
const furtherRounds = (plan: DrivePlan): number[] => plan.stops.map((_, i) => i).slice(hasSeam(plan) ? 1 : 0);

/** null when there are no further calls. */
export function callAt(
  { plan, cycleType, course: { offset, round, first, before } }: RouteRun,
  k: number,
): Call | null {
  if (k < offset) return k === offset - 1 && before !== null ? { round: round - 1, stop: before } : null;
  const own = first[k - offset];
  if (own !== undefined) return { round, stop: own };
  if (cycleType === 'single') return null;
  const all = furtherRounds(plan);
  const further = k - offset - first.length;
  return { round: round + 1 + Math.floor(further / all.length), stop: all[further % all.length] ?? 0 };
}

/** The plan of a stop; at a seam the plans of both ends combined. */
export function plannedAt(drive: RouteRun, stop: number): PlannedStop | undefined {
  const { plan, cycleType } = drive;
  const planned = plan.stops[stop];
  const [begin] = plan.stops;
  if (!planned || !begin || cycleType !== 'loop' || stop !== plan.stops.length - 1 || !hasSeam(plan)) return planned;
  return {
    ...planned,
    stayTime: Math.max(planned.stayTime, begin.stayTime),
    say: planned.say || begin.say,
    depart: begin.depart || planned.depart,
  };
}

/** Whether the robot has to wait at call k for an order update. */
export function staysAt(drive: RouteRun, k: number): boolean {
  const call = callAt(drive, k);
  if (!call) return false;
  return (plannedAt(drive, call.stop)?.stayTime ?? 0) > 0 || callAt(drive, k + 1) === null;
}

/**
 * Number of calls to release when `from` are released: up to the first at which it has to stay, otherwise to the end of
 * the round.
 */
export function releasedFrom(drive: RouteRun, from: number): number {
  for (let k = from; ; k += 1) {
    const call = callAt(drive, k);
    if (!call) return k;
    if (staysAt(drive, k) || call.stop === drive.plan.stops.length - 1 || k + 1 - from >= NODES_AT_ONCE) return k + 1;
  }
}

/** End of the horizon: the unreleased calls sent along, up to the end of the round. */
export function toldUntil(drive: RouteRun): number {
  const { released, stitched } = drive.course;
  const round = callAt(drive, released - 1)?.round;
  let k = released;
  while (k - stitched < NODES_AT_ONCE && callAt(drive, k)?.round === round) k += 1;
  return k;
}

export const freshStops = (stops: readonly StoredDriveStop[]): StoredDriveStop[] =>
  stops.map((stop) => ({ ...stop, state: 'waiting', arrivedAt: null, leftAt: null }));
export const openStops = (stops: readonly StoredDriveStop[]): number[] =>
  stops.flatMap(({ state }, i) => (state === 'waiting' || state === 'underway' ? [i] : []));

/** The initial course of a leg. */
export const legCourse = (
  now: number,
  round: number,
  first: number[],
  more: Partial<DriveCourse> = {},
): DriveCourse => ({
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
