/** Frozen implementation of the live values (machines/live.ts): poses, trails and paths of one recorded moment. */
import type { Live, LivePose } from '../../machines/live.ts';
import type { Seen } from '../../machines/recording/seenPoses.ts';
import { createLiveStore } from '../../services/liveStore.ts';

/** @param at time of the moment, server clock, ms */
export function frozenLive({ poses, paths }: Seen, at: number): Live {
  const still = (): (() => void) => () => {};
  const store = createLiveStore({
    clock: { now: () => at, observe: () => {}, offset: () => 0 },
    frames: { next: still },
    ticks: () => 0,
  });
  for (const pose of poses) store.see(pose);
  const lists = new Map<string, readonly LivePose[]>();
  // No interpolation: a marker is at its recorded pose.
  const rest = (pose: LivePose): LivePose => ({ ...pose, before: null });
  return {
    poses(mapId) {
      const known = lists.get(mapId) ?? store.poses(mapId).map(rest);
      lists.set(mapId, known);
      return known;
    },
    pose(serialNumber) {
      const found = store.pose(serialNumber);
      return found && rest(found);
    },
    trail: store.trail,
    path: (serialNumber) => (Object.hasOwn(paths, serialNumber) ? (paths[serialNumber] ?? []) : []),
    now: () => at,
    onMove: still,
    stream: () => null,
    onStream: still,
    bitmap: () => null,
    capsule: () => null,
    onCapsule: still,
  };
}
