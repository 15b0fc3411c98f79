/** Traffic between robots: free distance ahead, right of way, and places to step aside. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { Floor } from '../building/floor.ts';
import type { Obstacle } from '../../contract/rules/planPath/path.ts';
import { isMoving, nextPlaces, outranks, wayAhead } from '../robot/body.ts';
import type { Body } from '../robot/body.ts';
import { stoppable } from '../robot/drive.ts';
import { placeAt } from '../robot/track.ts';
import type { Track } from '../robot/track.ts';

/** Clearance between two passing robots, metres. */
const GAP_M = 0.1;
const LOOK_STEP_M = 0.1;
/** Robots beyond this distance are ignored, metres. */
const NEAR_M = 7;
/** Search radius for a place to step aside, metres. */
const ASIDE_M = 7;
const ASIDE_STEP_M = 0.25;

export interface WayAhead {
  /** Free metres of the track. */
  room: number;
  /** The robot that blocks the track. */
  by: Body | null;
}

const apart = (a: { x: number; y: number }, x: number, y: number): number => Math.hypot(a.x - x, a.y - y);

export class Traffic {
  /** Filled by the world as it creates its robots. */
  private readonly bodies: readonly Body[];

  constructor(bodies: readonly Body[]) {
    this.bodies = bodies;
  }

  near(me: Body, reach = NEAR_M): Body[] {
    if (me.light) return [];
    const { x, y } = me.motion;
    return this.bodies.filter(
      (other) => other !== me && !other.light && other.mapId === me.mapId && apart(other.motion, x, y) < reach,
    );
  }

  find(id: string): Body | null {
    return this.bodies.find((body) => body.id === id) ?? null;
  }

  /**
   * How far `me` can go along its track: up to the next robot on it, or to one with right of way that will cross it.
   */
  ahead(me: Body, track: Track, s: number): WayAhead {
    const left = track.length - s;
    const reach = Math.min(left, (me.motion.v * me.motion.v) / (2 * me.limits.deceleration) + 0.8);
    const free: WayAhead = { room: Infinity, by: null };
    const others = this.near(me);
    if (others.length === 0) return free;
    const steps = Math.max(1, Math.ceil(reach / LOOK_STEP_M));
    const places = Array.from({ length: steps + 1 }, (_, i) => placeAt(track, s + Math.min(left, i * LOOK_STEP_M)));
    let first = steps + 1;
    let by: Body | null = null;
    const endAt = (i: number, other: Body): void => {
      if (i < first) [first, by] = [i, other];
    };
    for (const other of others) {
      const need = me.radius + other.radius + GAP_M;
      const touch = firstNearer(places, [[other.motion.x, other.motion.y]], need, first);
      if (touch >= 0) endAt(touch, other);
      if (!outranks(other, me) || !isMoving(other)) continue;
      const cross = firstNearer(places, nextPlaces(other), need, first);
      if (cross >= 0) endAt(cross, other);
    }
    return by ? { room: Math.max(0, (first - 1) * LOOK_STEP_M), by } : free;
  }

  /** The robot that a step to (x, y) would collide with. */
  touches(me: Body, x: number, y: number): Body | null {
    for (const other of this.near(me, 2)) {
      const next = apart(other.motion, x, y);
      if (next < me.radius + other.radius + 0.02 && next < apart(other.motion, me.motion.x, me.motion.y)) return other;
    }
    return null;
  }

  /** The highest speed at which a robot under teleop can still stop before another one in that direction. */
  speedTowards(me: Body, forward: number): number {
    const { x, y, theta } = me.motion;
    const [dx, dy] = [Math.cos(theta) * Math.sign(forward), Math.sin(theta) * Math.sign(forward)];
    let room = Infinity;
    for (const other of this.near(me, 4)) {
      const need = me.radius + other.radius + 0.05;
      const along = (other.motion.x - x) * dx + (other.motion.y - y) * dy;
      const across = Math.abs((other.motion.y - y) * dx - (other.motion.x - x) * dy);
      if (along > 0 && across < need) room = Math.min(room, along - Math.sqrt(need * need - across * across));
    }
    return stoppable(room, me.limits.deceleration);
  }

  /** Other robots as obstacles for the path planner, with the next places of those with right of way. */
  obstacles(me: Body, reach: number): Obstacle[] {
    return this.near(me, reach).flatMap((other): Obstacle[] => {
      const body = { x: other.motion.x, y: other.motion.y, radius: other.radius + GAP_M + 0.05 };
      if (!outranks(other, me)) return [body];
      const need = me.radius + other.radius + GAP_M;
      const places = nextPlaces(other).filter(([x, y]) => apart(me.motion, x, y) > need);
      return [body, ...places.map(([x, y]) => ({ x, y, radius: other.radius + GAP_M }))];
    });
  }

  /**
   * The nearest reachable place off another robot's way; null if there is none.
   * @param way places that have to stay free
   */
  aside(me: Body, way: readonly Place[], need: number, floor: Floor): Place | null {
    const others = this.near(me);
    const { x, y } = me.motion;
    const size = Math.ceil(ASIDE_M / ASIDE_STEP_M);
    const width = 2 * size + 1;
    const seen = new Uint8Array(width * width);
    const at = (cell: number): Place => [
      x + ((cell % width) - size) * ASIDE_STEP_M,
      y + (Math.floor(cell / width) - size) * ASIDE_STEP_M,
    ];
    const start = size * width + size;
    const queue = [start];
    seen[start] = 1;
    for (let head = 0; head < queue.length; head++) {
      const cell = queue[head] ?? start;
      const [px, py] = at(cell);
      if (cell !== start && way.every((place) => Math.hypot(place[0] - px, place[1] - py) >= need)) return [px, py];
      for (const next of [cell + 1, cell - 1, cell + width, cell - width]) {
        if (next < 0 || next >= seen.length || seen[next] || Math.abs((next % width) - (cell % width)) > 1) continue;
        seen[next] = 1;
        const [nx, ny] = at(next);
        if (!floor.isFree(nx, ny, me.radius)) continue;
        if (
          others.some(
            (other) =>
              apart(other.motion, nx, ny) < me.radius + other.radius + GAP_M &&
              apart(other.motion, nx, ny) < apart(other.motion, px, py),
          )
        )
          continue;
        queue.push(next);
      }
    }
    return null;
  }

  /** Requests an idle robot to clear the way. @returns whether it yields */
  ask(other: Body, me: Body): boolean {
    if (!other.yielding || other.asked) return other.yielding;
    other.asked = { by: me.id, places: wayAhead(me, 12) };
    return true;
  }
}

/**
 * Index of the first place that is nearer than `need` to one of `things` and nearer than the start, because moving away
 * is always allowed. -1 if there is none before `limit`.
 */
function firstNearer(places: readonly Place[], things: readonly Place[], need: number, limit: number): number {
  const distance = ([x, y]: Place): number => {
    let least = Infinity;
    for (const [tx, ty] of things) least = Math.min(least, Math.hypot(tx - x, ty - y));
    return least;
  };
  const from = places[0];
  if (!from || things.length === 0) return -1;
  let nearest = distance(from);
  for (let i = 1; i < places.length && i < limit; i++) {
    const place = places[i];
    if (!place) break;
    const now = distance(place);
    if (now < need && now < nearest - 1e-4) return i;
    nearest = Math.min(nearest, now);
  }
  return -1;
}
