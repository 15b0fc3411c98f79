/** Position of a route's ghost: a simulated marker that previews the run. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { RouteInput } from './routeInput.ts';

export interface GhostPose {
  /** Metres. */
  readonly x: number;
  readonly y: number;
  /** Radians, counter-clockwise from east. */
  readonly theta: number;
  /** At a stop: the elapsed share of the stay, 0 to 1. */
  readonly stayed: number | null;
  /** The preview has reached the end of the route. */
  readonly hasEnded: boolean;
}

/** The place at a share (0 to 1) of a line's length. */
function along(path: readonly Place[], share: number): { at: Place; theta: number } | null {
  const lengths = path.map(([x, y], i) => {
    const [bx, by] = path[i + 1] ?? [x, y];
    return Math.hypot(bx - x, by - y);
  });
  let left = Math.min(1, Math.max(0, share)) * lengths.reduce((sum, one) => sum + one, 0);
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [path[i], path[i + 1]];
    if (!from || !to) break;
    if (left <= length && length > 0) {
      const part = left / length;
      return {
        at: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
        theta: Math.atan2(to[1] - from[1], to[0] - from[0]),
      };
    }
    left -= length;
  }
  const [only] = path;
  return only ? { at: path.at(-1) ?? only, theta: 0 } : null;
}

/** @param now the server's clock, ms @returns null while there are no legs */
export function ghostAt({ legs, ghost }: Pick<RouteInput, 'legs' | 'ghost'>, now: number): GhostPose | null {
  if (ghost === null || legs.length === 0) return null;
  const { timing, loops } = ghost;
  const round = loops ? legs.length : legs.length + 1;
  const steps = Array.from({ length: round }, (_, i) => [
    { stop: i, seconds: timing.stops[i] ?? 0 },
    ...(i < legs.length ? [{ leg: i, seconds: timing.legs[i] ?? 0 }] : []),
  ]).flat();
  const whole = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  let left = (Math.max(0, now - ghost.startedAt) / 1_000) * ghost.pace;
  if (loops && whole > 0) left %= whole;
  for (const step of steps) {
    if (left >= step.seconds) {
      left -= step.seconds;
      continue;
    }
    const share = step.seconds > 0 ? left / step.seconds : 1;
    const [leg, part] =
      'leg' in step ? [step.leg, share] : step.stop < legs.length ? [step.stop, 0] : [legs.length - 1, 1];
    const found = along(legs[leg]?.path ?? [], part);
    return (
      found && {
        x: found.at[0],
        y: found.at[1],
        theta: found.theta,
        stayed: 'leg' in step ? null : share,
        hasEnded: false,
      }
    );
  }
  const end = along(legs.at(-1)?.path ?? [], 1);
  return end && { x: end.at[0], y: end.at[1], theta: end.theta, stayed: null, hasEnded: true };
}
