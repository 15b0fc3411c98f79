/**
 * Driving on one floor: along a planned path, slowing and stopping for other robots, around them where possible, and
 * out of their way where they have right of way.
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { Blockage, Body, Behaviour } from './body.ts';
import { outranks, wayAhead } from './body.ts';
import { follow, turnTo } from './drive.ts';
import type { Environment } from './environment.ts';
import { placeAt, rounded, trackOf } from './track.ts';
import type { Track } from './track.ts';

/** noPath: no path exists; elsewhere: moved to another floor; gaveUp: blocked too long. */
export type Driven = 'arrived' | 'noPath' | 'elsewhere' | 'gaveUp' | 'interrupted';

export interface DrivePlan {
  mapId: string;
  to: Place;
  /** A known path; planned if absent or if the robot is not at its start. */
  path?: readonly Place[];
  /** m/s */
  speed?: number;
  /** Metres before the end at which it waits for now (a lift's queue). */
  holdBefore?: () => number;
  /** Seconds of blockage after which it gives up; never if absent. */
  patience?: number;
}

/** Seconds of blockage before the robot with right of way, and the other one, looks for a detour. */
const PATIENCE_FIRST = 3.5;
const PATIENCE_SECOND = 0.8;
const TRY_AGAIN = 2.5;
/** After this time even the robot with right of way steps aside, because the other one cannot, seconds. */
const STANDOFF_SECONDS = 15;
const OFF_TRACK = 0.03;
/** Limit of the extra length of a detour, metres. */
const DETOUR_M = 18;
/** Limit of the wait after stepping aside, seconds. */
const ASIDE_SECONDS = 12;

export function* driveTo(body: Body, environment: Environment, plan: DrivePlan): Behaviour<Driven> {
  const floor = environment.building.floor(plan.mapId);
  const clear = ([x, y]: Place): boolean => floor.isFree(x, y, body.radius + 0.02);
  const lay = (path: readonly Place[]): Track => trackOf(rounded(path, clear));
  const planned = (around: boolean): Track | null => {
    const path = floor.planPath([body.motion.x, body.motion.y], plan.to, {
      radius: body.radius,
      ...(around && { avoid: environment.traffic.obstacles(body, 14) }),
    });
    return path && lay(path);
  };
  const take = (track: Track): void => {
    body.track = track;
    body.s = 0;
  };

  if (body.mapId !== plan.mapId) return 'elsewhere';
  const first = plan.path && startsHere(plan.path, body) ? lay(plan.path) : planned(false);
  if (!first) return 'noPath';
  take(first);
  let nextTry = 0;
  try {
    for (;;) {
      const { dt, halted, interrupted } = yield;
      if (body.mapId !== plan.mapId) return 'elsewhere';
      const track = body.track;
      if (interrupted && (halted || body.motion.v === 0)) return 'interrupted';
      if (halted && body.motion.v === 0) {
        standStill(body);
        continue;
      }
      if (!isOn(body, track)) {
        const again = planned(false);
        if (!again) return 'noPath';
        take(again);
        continue;
      }
      const hold = plan.holdBefore?.() ?? 0;
      const { room, by } = environment.traffic.ahead(body, track, body.s);
      const held = hold > 0 ? Math.max(0, track.length - hold - body.s) : Infinity;
      const speed = halted || interrupted ? 0 : (plan.speed ?? body.limits.speed);
      const moved = follow(
        body.motion,
        track,
        body.s,
        body.limits,
        speed,
        Math.min(room, held, environment.doors.ahead(body, track, body.s)),
        dt,
      );
      const toucher = moved.s > body.s ? environment.traffic.touches(body, moved.motion.x, moved.motion.y) : null;
      body.motion = toucher ? { ...body.motion, theta: moved.motion.theta, v: 0, w: moved.motion.w } : moved.motion;
      if (!toucher) body.s = moved.s;
      if (moved.arrived && !toucher) return 'arrived';
      // Return in the tick in which the robot stops, because the interrupting request waits for it.
      if (interrupted && body.motion.v === 0) return 'interrupted';

      const blocker = toucher ?? by;
      if (!blocker || halted || interrupted || body.motion.v > 0.02 || Math.abs(body.motion.w) > 0.05) {
        if (!blocker || body.motion.v > 0.15) {
          body.blocked = null;
          nextTry = 0;
        }
        continue;
      }
      const block = (body.blocked = blockage(body, blocker, plan.to, dt));
      if (plan.patience !== undefined && block.seconds > plan.patience) return 'gaveUp';
      if (nextTry === 0) nextTry = outranks(body, blocker) && blocker.track ? PATIENCE_FIRST : PATIENCE_SECOND;
      if (block.seconds < nextTry) continue;
      nextTry = block.seconds + TRY_AGAIN;
      const round = block.atGoal ? null : planned(true);
      if (round && round.length < track.length - body.s + DETOUR_M) {
        take(round);
        continue;
      }
      const way = yield* makeWay(body, environment, blocker, block);
      if (way === 'interrupted') return way;
      if (way === 'waits') continue;
      const on = planned(false);
      if (!on) return 'noPath';
      take(on);
      // Count the wait even though the robot moved, so that `patience` covers all attempts together.
      body.blocked = { ...block, seconds: block.seconds + TRY_AGAIN };
    }
  } finally {
    standStill(body);
    body.track = null;
    body.s = 0;
    body.blocked = null;
  }
}

function standStill(body: Body): void {
  if (body.motion.v !== 0 || body.motion.w !== 0) body.motion = { ...body.motion, v: 0, w: 0 };
}

const startsHere = (path: readonly Place[], { motion }: Body): boolean =>
  path[0] !== undefined && Math.hypot(path[0][0] - motion.x, path[0][1] - motion.y) < OFF_TRACK;

function isOn({ motion, s }: Body, track: Track | null): track is Track {
  if (!track) return false;
  const [x, y] = placeAt(track, s);
  return Math.hypot(x - motion.x, y - motion.y) < OFF_TRACK;
}

function blockage(body: Body, blocker: Body, goal: Place, dt: number): Blockage {
  const atGoal =
    Math.hypot(blocker.motion.x - goal[0], blocker.motion.y - goal[1]) < body.radius + blocker.radius + 0.1;
  return { seconds: (body.blocked?.seconds ?? 0) + dt, by: blocker.id, atGoal };
}

/** Without a detour: ask an idle robot to move, or step aside for one with right of way. */
function* makeWay(
  body: Body,
  environment: Environment,
  blocker: Body,
  { seconds }: Blockage,
): Behaviour<'waits' | 'made' | 'interrupted'> {
  if (!blocker.track) {
    environment.traffic.ask(blocker, body);
    return 'waits';
  }
  if (!outranks(blocker, body) && seconds <= STANDOFF_SECONDS) return 'waits';
  return yield* stepAside(body, environment, wayAhead(blocker, 10), blocker.id, ASIDE_SECONDS);
}

/** Leaves the way free and waits until its owner has passed. Does nothing if there is no room. */
export function* stepAside(
  body: Body,
  environment: Environment,
  way: readonly Place[],
  owner: string,
  seconds: number,
): Behaviour<'made' | 'interrupted'> {
  const floor = environment.building.floor(body.mapId);
  const other = environment.traffic.find(owner);
  const need = body.radius + (other?.radius ?? body.radius) + 0.15;
  const place = environment.traffic.aside(body, way, need, floor);
  if (!place) return 'made';
  const path = floor.planPath([body.motion.x, body.motion.y], place, {
    radius: body.radius,
    avoid: environment.traffic
      .near(body)
      .map(({ motion, radius }) => ({ x: motion.x, y: motion.y, radius: radius + 0.05 })),
  });
  if (!path) return 'made';
  const track = trackOf(path);
  const { mapId } = body;
  body.track = track;
  body.s = 0;
  let stuck = 0;
  while (body.s < track.length && stuck < 4) {
    const { dt, halted, interrupted } = yield;
    if (body.mapId !== mapId || interrupted) return 'interrupted';
    if (halted && body.motion.v === 0) continue;
    if (!isOn(body, track)) return 'made';
    const room = Math.min(
      environment.traffic.ahead(body, track, body.s).room,
      environment.doors.ahead(body, track, body.s),
    );
    const moved = follow(body.motion, track, body.s, body.limits, halted ? 0 : body.limits.speed * 0.6, room, dt);
    if (environment.traffic.touches(body, moved.motion.x, moved.motion.y)) {
      body.motion = { ...body.motion, v: 0 };
      stuck += dt;
      continue;
    }
    stuck = moved.motion.v === 0 && moved.motion.w === 0 ? stuck + dt : 0;
    body.motion = moved.motion;
    body.s = moved.s;
  }
  body.track = null;
  for (let waited = 0; waited < seconds;) {
    const { dt, halted, interrupted } = yield;
    if (interrupted) return 'interrupted';
    if (!halted) waited += dt;
    standStill(body);
    if (!other || other.mapId !== body.mapId || (waited > 1 && isPast(other, body, need))) break;
  }
  return 'made';
}

/** Whether the remaining track of `other` no longer passes here. */
const isPast = (other: Body, me: Body, need: number): boolean =>
  !other.track || wayAhead(other, 10).every(([x, y]) => Math.hypot(x - me.motion.x, y - me.motion.y) > need + 0.6);

export function* face(body: Body, theta: number): Behaviour<'arrived' | 'interrupted'> {
  for (;;) {
    const { dt, halted, interrupted } = yield;
    if (interrupted || halted) {
      standStill(body);
      if (interrupted) return 'interrupted';
      continue;
    }
    const { motion, done } = turnTo(body.motion, theta, body.limits, dt);
    body.motion = done ? { ...motion, v: 0, w: 0 } : motion;
    if (done) return 'arrived';
  }
}

/** Stands still for this time or until `until` is true; Stop pauses the time. */
export function* stand(seconds: number, until: () => boolean = () => false): Behaviour<'done' | 'interrupted'> {
  for (let waited = 0; waited < seconds && !until();) {
    const { dt, halted, interrupted } = yield;
    if (interrupted) return 'interrupted';
    if (!halted) waited += dt;
  }
  return 'done';
}
