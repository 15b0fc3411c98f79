/** User commands to a route run in progress: skip a stop, change the cycle type, end. Pure. */
import type { CycleType } from '../../../contract/rules/routeRun.ts';
import { begin, finish, head, newLeg, note, type RunChange, type Reason } from './routeRunMutations.ts';
import { callAt, isLastRound, openStops, releasedFrom, type RouteRun } from './routeRun.ts';

/** Skips a stop of the current round, or ends the stay there; null when it can no longer be skipped. */
export function skipped(known: RouteRun, stop: number, now: number): RunChange | null {
  const change = begin(known, now);
  const { run } = change;
  const { course } = run;
  const row = run.stops[stop];
  if (!row) return null;
  if (row.state === 'arrived') {
    const isHere =
      run.phase === 'staying' &&
      course.stayUntil !== null &&
      course.stayUntil > now &&
      callAt(run, course.reached - 1)?.stop === stop &&
      row.leftAt === null;
    if (!isHere) return null;
    course.stayUntil = now;
    return change;
  }
  if (row.state !== 'waiting' && row.state !== 'underway') return null;
  Object.assign(row, { state: 'skipped', leftAt: now });
  run.skipped += 1;
  note(change, stop);
  drop(change, stop);
  return change;
}

/** Removes a stop. If the robot has no order up to it yet, no new order is needed. */
function drop(change: RunChange, stop: number): void {
  const { run } = change;
  const { course } = run;
  const place = course.first.indexOf(stop);
  // On the way to a charger no update is due: the next leg takes the stops that are open then.
  if (course.kind === 'charge')
    return openStops(run.stops).length > 0 || !isLastRound(run, run.loop) ? undefined : finish(change, 'itself');
  const isTold = course.isSent && (course.round !== run.loop || place < 0 || course.offset + place < course.released);
  if (isTold) return newLeg(change);
  // `begin` copies the course, but not the lists in it.
  course.first = course.first.filter((_, at) => at !== place);
  if (course.isSent) return head(change);
  if (course.first.length === 0) return newLeg(change);
  course.released = releasedFrom(run, 0);
}

/** Changes between single and loop: calls released beyond the current round are withdrawn. */
export function cycled(known: RouteRun, cycleType: CycleType, now: number): RunChange | null {
  if (known.cycleType === cycleType) return null;
  const change = begin(known, now);
  const { run } = change;
  const { course } = run;
  run.cycleType = cycleType;
  run.rounds = null;
  if (course.kind === 'charge') return change;
  if (!course.isSent) course.released = releasedFrom(run, 0);
  else if (cycleType === 'single' && course.released > 0 && callAt(run, course.released - 1) === null) newLeg(change);
  return change;
}

export function ended(known: RouteRun, reason: Reason, now: number): RunChange {
  const change = begin(known, now);
  finish(change, 'person', reason);
  return change;
}
