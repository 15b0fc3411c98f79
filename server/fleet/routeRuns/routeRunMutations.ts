/**
 * Mutations of a route run: it reaches and leaves stops, begins another leg, ends. They change the run passed in and
 * have no other effects.
 */
import { resultOf, type RouteRunOutcome, type RouteRunReason } from '../../../contract/rules/routeRun.ts';
import type { RouteRunProgress } from '../../db/cruiseTables.ts';
import {
  callAt,
  freshStops,
  isClosedLoop,
  isLastRound,
  leftOut,
  legCourse,
  openStops,
  plannedAt,
  releasedFrom,
  type Call,
  type RouteRun,
} from './routeRun.ts';

/** A route run being changed, with the visits whose record changed. */
export interface RunChange {
  run: RouteRun;
  now: number;
  visits: Visit[];
}
export type Visit = Call & RouteRun['stops'][number];
export type Reason = { type: RouteRunReason | (string & {}); description: string };

/** Copies what a step changes: the row, its course, and each stop. */
export const begin = (known: RouteRun, now: number): RunChange => ({
  run: { ...known, course: { ...known.course }, stops: known.stops.map((stop) => ({ ...stop })) },
  now,
  visits: [],
});

/**
 * Records a visit. At a seam, the first stop of a round is the last of the previous one, and its visit is recorded
 * there.
 */
export function note({ run, visits }: RunChange, stop: number): void {
  const row = run.stops[stop];
  if (!row || (stop === 0 && run.loop > 0 && isClosedLoop(run.plan) && row.state === 'arrived')) return;
  const at = visits.findIndex((one) => one.round === run.loop && one.stop === stop);
  const visit = { ...row, round: run.loop, stop };
  if (at < 0) visits.push(visit);
  else visits[at] = visit;
}

/** Marks the stop that the robot is heading for. */
export function head({ run }: RunChange): void {
  const { course, stops } = run;
  const last = course.reached > 0 ? callAt(run, course.reached - 1) : null;
  const isThere =
    last?.round === run.loop && stops[last.stop]?.state === 'arrived' && stops[last.stop]?.leftAt === null;
  const next = course.kind === 'round' && course.isSent && !isThere ? callAt(run, course.reached) : null;
  for (const [i, stop] of stops.entries()) {
    if (stop.state === 'underway') stop.state = 'waiting';
    if (next?.round === run.loop && next.stop === i && stop.state === 'waiting') stop.state = 'underway';
  }
}

/** Leaves the stop that was reached last; in a loop, leaving the last stop ends the round. */
export function leave(change: RunChange): void {
  const { run, now } = change;
  const { course } = run;
  const call = course.kind === 'round' && course.reached > 0 ? callAt(run, course.reached - 1) : null;
  const stop = call?.round === run.loop ? run.stops[call.stop] : undefined;
  if (!call || !stop) return;
  if (stop.state === 'arrived' && stop.leftAt === null) {
    stop.leftAt = now;
    note(change, call.stop);
  }
  const next = callAt(run, course.reached);
  // Exceptions can leave out a whole round.
  for (let last: Call | null = call; next && next.round > run.loop; last = null) nextRound(change, last);
}

function nextRound(change: RunChange, last: Call | null): void {
  const { run, now } = change;
  const { course, plan } = run;
  const isSeam =
    isClosedLoop(plan) && last?.stop === plan.stops.length - 1 && run.stops[last.stop]?.state === 'arrived';
  for (const [i, { state }] of run.stops.entries()) if (state === 'skipped') note(change, i);
  run.loop += 1;
  run.stops = freshStops(run.stops, plan, run.loop);
  for (const [i, { state }] of run.stops.entries()) {
    if (state !== 'skipped') continue;
    run.skipped += 1;
    note(change, i);
  }
  const [begin] = run.stops;
  if (isSeam && begin) Object.assign(begin, { state: 'arrived', arrivedAt: now, leftAt: now });
  Object.assign(course, {
    offset: course.reached,
    round: run.loop,
    first: openStops(run.stops),
    // After a round that was left out, the robot is still at the stop before it.
    before: last?.stop ?? course.before,
  } satisfies Partial<RouteRunProgress>);
}

/** Marks all calls before `upTo` as reached. */
export function arrive(change: RunChange, upTo: number): void {
  const { run, now } = change;
  const { course } = run;
  while (course.reached < upTo) {
    leave(change);
    const call = callAt(run, course.reached);
    course.reached += 1;
    course.refusals = 0;
    const stop = call?.round === run.loop ? run.stops[call.stop] : undefined;
    if (!call || !stop) continue;
    Object.assign(stop, { state: 'arrived', arrivedAt: now, leftAt: null });
    run.arrived += 1;
    note(change, call.stop);
  }
  head(change);
}

/** Starts a new order: for the rest of the round, or to a bay. The previous order has to be cancelled first. */
export function newLeg(
  change: RunChange,
  kind: RouteRunProgress['kind'] = 'round',
  bay: RouteRunProgress['bay'] = null,
): void {
  const { run, now } = change;
  const { refusals } = run.course;
  leave(change);
  let open = openStops(run.stops);
  while (kind === 'round' && open.length === 0) {
    if (isLastRound(run, run.loop)) return finish(change, 'itself');
    nextRound(change, null);
    open = openStops(run.stops);
  }
  run.leg += 1;
  run.updateId = 0;
  run.phase = kind === 'charge' ? 'toCharger' : 'driving';
  run.course = legCourse(now, run.loop, open, { kind, bay, refusals });
  run.course.released = kind === 'charge' ? 1 : releasedFrom(run, 0);
  head(change);
}

/** Releases more of the leg: an order update is due. */
export function extend(change: RunChange): void {
  const { run, now } = change;
  const { course } = run;
  if (course.reached === course.released) leave(change);
  Object.assign(course, {
    stitched: course.released,
    released: releasedFrom(run, course.released),
    dueAt: now,
    isTaken: false,
    stayUntil: null,
  } satisfies Partial<RouteRunProgress>);
  run.updateId += 1;
  run.phase = 'driving';
  head(change);
}

/** Stay time at the current stop, seconds. */
export function stayHere({ run }: RunChange): number {
  const call = callAt(run, run.course.reached - 1);
  return (call && plannedAt(run, call.stop)?.stayTime) ?? 0;
}

export function finish(change: RunChange, by: RouteRunOutcome['by'], reason: Reason | null = null): void {
  const { run, now } = change;
  const { cycleType, arrived, skipped } = run;
  for (const [i, stop] of run.stops.entries()) {
    if (stop.state === 'underway') stop.state = by === 'fault' ? 'failed' : 'waiting';
    if (stop.state === 'arrived' && stop.leftAt === null) stop.leftAt = now;
    // A round that had not begun is not recorded.
    if (run.loop === 0 || run.stops.some(({ state }) => state !== 'waiting')) note(change, i);
  }
  run.state = resultOf({ cycleType, rounds: run.rounds, by, loop: run.loop, arrived, skipped });
  const isByExceptions = skipped === leftOut(run.plan, run.loop);
  if (by === 'itself') run.loop += 1;
  run.reason =
    run.state === 'finished' ? null : (reason ?? { type: isByExceptions ? 'exception' : 'skipped', description: '' });
  run.phase = null;
  run.endedAt = new Date(now);
}
