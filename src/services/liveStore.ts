/**
 * Poses, trails and planned paths for the canvas, kept outside React and the machines (design 4). Updated from the
 * fleet feed and, for a robot whose page is open, from its faster messages. Implements the first half of
 * src/machines/live.ts.
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import { TRAIL_MS } from '../../contract/rules/limits.ts';
import type { Clock } from './clock.ts';
import type { Frames } from './frames.ts';

export interface StoredPose {
  serialNumber: string;
  mapId: string;
  x: number;
  y: number;
  theta: number;
  /** m/s */
  speed: number;
  /** Server time, ms. */
  at: number;
  /** ticks() at arrival. */
  arrived: number;
  before: { x: number; y: number; theta: number; arrived: number } | null;
}
export type StoredTrail = readonly [x: number, y: number, at: number];
/** A pose as reported by one message. */
export type SeenPose = Omit<StoredPose, 'arrived' | 'before'>;

/** Minimum distance between trail points, metres, so that a standing robot adds none. */
const TRAIL_STEP_M = 0.15;
/** A longer step is a relocation: no interpolation and a new trail, metres. */
const JUMP_M = 4;

export interface LiveStoreParts {
  clock: Clock;
  frames: Frames;
  /** Monotonic ms; performance.now in a browser. */
  ticks(): number;
}

export function createLiveStore({ clock, frames, ticks }: LiveStoreParts) {
  const poses = new Map<string, StoredPose>();
  const trails = new Map<string, StoredTrail[]>();
  const paths = new Map<string, readonly Place[]>();
  /** Poses by map, cached until the next change. */
  const lists = new Map<string, readonly StoredPose[]>();
  const listeners = new Set<() => void>();
  let callOff: (() => void) | null = null;

  const changed = (): void => {
    callOff ??= frames.next(() => {
      callOff = null;
      for (const listener of [...listeners]) listener();
    });
  };

  const put = (seen: SeenPose): void => {
    const known = poses.get(seen.serialNumber);
    // Poses arrive on two paths, and the slower one can deliver an older pose later.
    if (known && known.at > seen.at) return;
    const jumped = !known || known.mapId !== seen.mapId || Math.hypot(seen.x - known.x, seen.y - known.y) > JUMP_M;
    const before = jumped ? null : { x: known.x, y: known.y, theta: known.theta, arrived: known.arrived };
    poses.set(seen.serialNumber, { ...seen, arrived: ticks(), before });
    lists.delete(seen.mapId);
    if (known && known.mapId !== seen.mapId) lists.delete(known.mapId);
    lay(seen, jumped);
  };
  const lay = ({ serialNumber, x, y, at }: SeenPose, jumped: boolean): void => {
    const trail = jumped ? [] : (trails.get(serialNumber) ?? []);
    const last = trail.at(-1);
    if (!last || Math.hypot(x - last[0], y - last[1]) >= TRAIL_STEP_M) trail.push([x, y, at]);
    trails.set(serialNumber, trail);
  };
  const putLive = ({ serialNumber, pose, at, speed, path }: RobotLive): void => {
    if (pose && at !== null) put({ serialNumber, ...pose, speed, at });
    paths.set(serialNumber, path);
  };
  const drop = (serialNumber: string): void => {
    const known = poses.get(serialNumber);
    if (known) lists.delete(known.mapId);
    poses.delete(serialNumber);
    trails.delete(serialNumber);
    paths.delete(serialNumber);
  };

  return {
    /** Complete list from the API; robots missing from it are no longer visible to this user. */
    list(robots: readonly RobotLive[]): void {
      const listed = new Set(robots.map(({ serialNumber }) => serialNumber));
      for (const serialNumber of [...poses.keys(), ...paths.keys()]) if (!listed.has(serialNumber)) drop(serialNumber);
      robots.forEach(putLive);
      changed();
    },
    /** Robots that changed, from a fleet update. */
    beat(robots: readonly RobotLive[]): void {
      if (robots.length === 0) return;
      robots.forEach(putLive);
      changed();
    },
    /** A pose from the robot's own messages, between fleet updates. */
    see(seen: SeenPose): void {
      put(seen);
      changed();
    },
    clear(): void {
      for (const serialNumber of [...poses.keys(), ...paths.keys()]) drop(serialNumber);
      changed();
    },

    poses(mapId: string): readonly StoredPose[] {
      const known = lists.get(mapId);
      if (known) return known;
      const list = [...poses.values()].filter((pose) => pose.mapId === mapId);
      lists.set(mapId, list);
      return list;
    },
    pose: (serialNumber: string): StoredPose | null => poses.get(serialNumber) ?? null,
    trail(serialNumber: string): readonly StoredTrail[] {
      const trail = trails.get(serialNumber);
      if (!trail) return NOTHING;
      const oldest = clock.now() - TRAIL_MS;
      const first = trail.findIndex(([, , at]) => at >= oldest);
      if (first !== 0) trail.splice(0, first < 0 ? trail.length : first);
      return trail;
    },
    path: (serialNumber: string): readonly Place[] => paths.get(serialNumber) ?? NOTHING,
    onMove(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: clock.now,
  };
}
export type LiveStore = ReturnType<typeof createLiveStore>;

const NOTHING: readonly never[] = [];
