/**
 * What cannot be JSON, or moves too often for a snapshot, reaches the screen through this one interface: `app` hands it to `ui` by
 * React context (`useLive()`), machines hold only the keys. A capsule feeds an inert twin (design 4, 10).
 *
 *   const live = useLive();
 *   useEffect(() => live.onMove(draw), [live]);      // at most once a frame, never per robot
 *   for (const pose of live.poses(mapId)) drawMarker(pose);
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { OpenedCapsule } from './recording/opened.ts';

/** Where a robot was last known to be: metres and radians of its map (y north). */
export interface LivePose {
  readonly serialNumber: string;
  readonly mapId: string;
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  /** m/s */
  readonly speed: number;
  /** When this pose came: the server's clock, ms. Ages count from it. */
  readonly at: number;
  /** When it came here, performance.now() of this page: glide from `before` over the interval between the two. */
  readonly arrived: number;
  /** The pose before it on the same map, to glide from; null for the first. */
  readonly before: { readonly x: number; readonly y: number; readonly theta: number; readonly arrived: number } | null;
}

/** One place of a trail: [x, y] in metres, and the server's time it was there, ms. */
export type TrailPlace = readonly [x: number, y: number, at: number];

export interface Live {
  /** The robots whose last known place is on this map. A new array when one moved, else the same one. */
  poses(mapId: string): readonly LivePose[];
  pose(serialNumber: string): LivePose | null;
  /** The last 60 s of the way it came, oldest first; on the map it is on now. */
  trail(serialNumber: string): readonly TrailPlace[];
  /** The planned way still to go on the map it is on; empty when there is none. */
  path(serialNumber: string): readonly Place[];
  /** Calls `listener` after poses, trails or paths changed, at most once a frame. Answers the way to stop it. */
  onMove(listener: () => void): () => void;
  /** The server's clock now, ms since 1970; stands still in a capsule. */
  now(): number;
  /** A media stream by its key (`video/{serialNumber}`), null until there is one. */
  stream(key: string): MediaStream | null;
  onStream(key: string, listener: () => void): () => void;
  /** A picture by its id (an avatar, a map picture), null until it is loaded. */
  bitmap(id: string): ImageBitmap | null;
  /** Fetches it for whoever listens; absent where nothing is fetched. */
  onBitmap?(id: string, listener: () => void): () => void;
  /** A capsule before the inspector, by its key; null when it is not here. A new object after more of it has come. */
  capsule(key: string): OpenedCapsule | null;
  onCapsule(key: string, listener: () => void): () => void;
}
