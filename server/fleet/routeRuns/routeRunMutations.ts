/**
 * Mutations of a route run: it reaches and leaves stops, begins another leg, ends. They change the run passed in and
 * have no other effects.
 */
import { resultOf, type DriveOutcome, type DriveReason } from '../../../contract/rules/cruiseDrive.ts';
import type { DriveCourse } from '../../db/cruiseTables.ts';
import {
  callAt,
  freshStops,
  hasSeam,
  legCourse,
  openStops,
  plannedAt,
  releasedFrom,
  type Call,
  type RouteRun,
} from './routeRun.ts';

/** A route run being changed, with the visits whose record changed. */
export interface RunChange {
  drive: RouteRun;
  now: number;
  visits: Visit[];
}
export type Visit = Call & RouteRun['stops'][number];
export type Reason = { type: DriveReason | (string & {}); description: string };

export const begin = (drive: RouteRun, now: number): RunChange => ({ drive: structuredClone(drive), now, visits: [] });

/**
 * Records a visit. At a seam, the first stop of a round is the last of the previous one, and its visit is recorded
 * there.
 */
export function note({ drive, visits }: RunChange, stop: number): void {
  const row = drive.stops[stop];
  if (!row || (stop === 0 && drive.loop > 0 && hasSeam(drive.plan) && row.state === 'arrived')) return;
  const at = visits.findIndex((one) => one.round === drive.loop && one.stop === stop);
  const visit = { ...row, round: drive.loop, stop };
  if (at < 0) visits.push(visit);
  else visits[at] = visit;
}

/** Marks the stop that the robot is heading for. */
export function head({ drive }: RunChange): void {
  const { course, stops } = drive;
  const last = course.reached > 0 ? callAt(drive, course.reached - 1) : null;
  const isThere =
    last?.round === drive.loop && stops[last.stop]?.state === 'arrived' && stops[last.stop]?.leftAt === null;
  const next = course.kind === 'round' && course.isSent && !isThere ? callAt(drive, course.reached) : null;
  for (const [i, stop] of stops.entries()) {
    if (stop.state === 'underway') stop.state = 'waiting';
    if (next?.round === drive.loop && next.stop === i && stop.state === 'waiting') stop.state = 'underway';
  }
}

/** Leaves the stop that was reached last; in a loop, leaving the last stop ends the round. */
export function leave(change: RunChange): void {
  const { drive, now } = change;
  const { course } = drive;
  const call = course.kind === 'round' && course.reached > 0 ? callAt(drive, course.reached - 1) : null;
  const stop = call?.round === drive.loop ? drive.stops[call.stop] : undefined;
  if (!call || !stop) return;
  if (stop.state === 'arrived' && stop.leftAt === null) {
    stop.leftAt = now;
    note(change, call.stop);
  }
  const next = callAt(drive, course.reached);
  if (next && next.round > drive.loop) nextRound(change, call);
}

function nextRound({ drive, now }: RunChange, last: Call | null): void {
  const { course, plan } = drive;
  const isSeam = hasSeam(plan) && last?.stop === plan.stops.length - 1 && drive.stops[last.stop]?.state === 'arrived';
  drive.loop += 1;
  drive.stops = freshStops(drive.stops);
  const [begin] = drive.stops;
  if (isSeam && begin) Object.assign(begin, { state: 'arrived', arrivedAt: now, leftAt: now });
  Object.assign(course, {
    offset: course.reached,
    round: drive.loop,
    first: openStops(drive.stops),
    before: last?.stop ?? null,
  } satisfies Partial<DriveCourse>);
}

/** Marks all calls before `upTo` as reached. */
export function arrive(change: RunChange, upTo: number): void {
  const { drive, now } = change;
  const { course } = drive;
  while (course.reached < upTo) {
    leave(change);
    const call = callAt(drive, course.reached);
    course.reached += 1;
    course.refusals = 0;
    const stop = call?.round === drive.loop ? drive.stops[call.stop] : undefined;
    if (!call || !stop) continue;
    Object.assign(stop, { state: 'arrived', arrivedAt: now, leftAt: null });
    drive.arrived += 1;
    note(change, call.stop);
  }
  head(change);
}

/** Starts a new order: for the rest of the round, or to a bay. The previous order has to be cancelled first. */
export function newLeg(change: RunChange, kind: DriveCourse['kind'] = 'round', bay: DriveCourse['bay'] = null): void {
  const { drive, now } = change;
  const { refusals } = drive.course;
  leave(change);
  let open = openStops(drive.stops);
  if (kind === 'round' && open.length === 0) {
    if (drive.cycleType === 'single') return finish(change, 'itself');
    nextRound(change, null);
    open = openStops(drive.stops);
  }
  drive.leg += 1;
  drive.updateId = 0;
  drive.phase = kind === 'charge' ? 'toCharger' : 'driving';
  drive.course = legCourse(now, drive.loop, open, { kind, bay, refusals });
  drive.course.released = kind === 'charge' ? 1 : releasedFrom(drive, 0);
  head(change);
}

/** Releases more of the leg: an order update is due. */
export function extend(change: RunChange): void {
  const { drive, now } = change;
  const { course } = drive;
  if (course.reached === course.released) leave(change);
  Object.assign(course, {
    stitched: course.released,
    released: releasedFrom(drive, course.released),
    dueAt: now,
    isTaken: false,
    stayUntil: null,
  } satisfies Partial<DriveCourse>);
  drive.updateId += 1;
  drive.phase = 'driving';
  head(change);
}

/** Stay time at the current stop, seconds. */
export function stayHere({ drive }: RunChange): number {
  const call = callAt(drive, drive.course.reached - 1);
  return (call && plannedAt(drive, call.stop)?.stayTime) ?? 0;
}

export function finish(change: RunChange, by: DriveOutcome['by'], reason: Reason | null = null): void {
  const { drive, now } = change;
  const { cycleType, arrived, skipped } = drive;
  for (const [i, stop] of drive.stops.entries()) {
    if (stop.state === 'underway') stop.state = by === 'fault' ? 'failed' : 'waiting';
    if (stop.state === 'arrived' && stop.leftAt === null) stop.leftAt = now;
    // A round that had not begun is not recorded.
    if (drive.loop === 0 || drive.stops.some(({ state }) => state !== 'waiting')) note(change, i);
  }
  drive.state = resultOf({ cycleType, by, loop: drive.loop, arrived, skipped });
  if (by === 'itself') drive.loop += 1;
  drive.reason = drive.state === 'finished' ? null : (reason ?? { type: 'skipped', description: '' });
  drive.phase = null;
  drive.endedAt = new Date(now);
}
