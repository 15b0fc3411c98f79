/** Where a robot that is sent to something stops: before it, in sight, not on it. */
import type { Place } from '../entities/floorPlan.ts';
import { lengthOf } from './planPath/path.ts';

/** Distance from the thing, metres: the camera sees it whole, and people can pass. */
export const APPROACH_M = 1.5;

export interface Approach {
  x: number;
  y: number;
  /** Facing the thing. */
  theta: number;
  /** Metres to drive. */
  metres: number;
  /** The driven part of the path. */
  path: readonly Place[];
}

/**
 * The point of the path at which the straight distance to its end is last `within` or more. Null if the whole path is
 * nearer: the robot is there.
 *
 * @param place what it faces; the path can end beside it
 */
export function approachOn(path: readonly Place[], place: Place, within = APPROACH_M): Approach | null {
  const away = ([x, y]: Place): number => Math.hypot(x - place[0], y - place[1]);
  for (let i = path.length - 1; i > 0; i--) {
    const [from, to] = [path[i - 1], path[i]];
    if (!from || !to || away(from) < within) continue;
    const stop = away(to) >= within ? to : between(from, to, away, within);
    const driven = [...path.slice(0, i), stop];
    return {
      x: stop[0],
      y: stop[1],
      theta: Math.atan2(place[1] - stop[1], place[0] - stop[0]),
      metres: lengthOf(driven),
      path: driven,
    };
  }
  return null;
}

/** By bisection: `from` is farther away than `within`, `to` is nearer. */
function between(from: Place, to: Place, away: (place: Place) => number, within: number): Place {
  let [low, high] = [0, 1];
  const at = (part: number): Place => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (away(at(middle)) >= within) low = middle;
    else high = middle;
  }
  return at(low);
}
