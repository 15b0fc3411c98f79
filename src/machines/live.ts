/**
 * Access to values that are not JSON-serialisable or change too often for a snapshot: `app` provides it to `ui` by
 * React context (`useLive()`), machines hold only the keys. A recording provides a frozen implementation (design 4,
 * 10).
 *
 *   const live = useLive();
 *   useEffect(() => live.onMove(draw), [live]);      // at most once a frame, never per robot
 *   for (const pose of live.poses(mapId)) drawMarker(pose);
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { PastState } from '../../contract/rules/replayTrack.ts';
import type { OpenedRecording } from './recording/opened.ts';

/** Last known pose of a robot: metres and radians of its map (y north). */
export interface LivePose {
  readonly serialNumber: string;
  readonly mapId: string;
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  /** m/s */
  readonly speed: number;
  /** Time of this pose, server clock, ms. Its age is computed from this. */
  readonly at: number;
  /**
   * Arrival time on this page, performance.now(): interpolate from `before` over the interval between the two arrivals.
   */
  readonly arrived: number;
  /** The previous pose on the same map, for interpolation; null for the first. */
  readonly before: { readonly x: number; readonly y: number; readonly theta: number; readonly arrived: number } | null;
}

/** One position of a trail: [x, y] in metres, and its time, server clock, ms. */
export type TrailPlace = readonly [x: number, y: number, at: number];

/** Tracks of the historical monitoring that are loaded; times are the server's clock, ms. */
export interface PastReader {
  isLoaded(at: number): boolean;
  /** Robots with a track around the moment. */
  serialNumbers(at: number): readonly string[];
  /** null if nothing is known. */
  state(serialNumber: string, at: number): PastState | null;
  /** The way of the 60 s before. */
  trail(serialNumber: string, at: number): readonly TrailPlace[];
  /** The way of the 60 s that followed. */
  ahead(serialNumber: string, at: number): readonly Place[];
  /** Calls `listener` when tracks were loaded. */
  onChange(listener: () => void): () => void;
}

export interface Live {
  /** The robots whose last known pose is on this map. A new array when one moved, otherwise the same one. */
  poses(mapId: string): readonly LivePose[];
  pose(serialNumber: string): LivePose | null;
  /** The robot's positions of the last 60 s on its current map, oldest first. */
  trail(serialNumber: string): readonly TrailPlace[];
  /** The remaining planned path on the robot's current map; empty when there is none. */
  path(serialNumber: string): readonly Place[];
  /** Calls `listener` after poses, trails or paths changed, at most once a frame. Returns the unsubscribe function. */
  onMove(listener: () => void): () => void;
  /** The server clock's current time, ms since 1970; constant in a recording. */
  now(): number;
  /** A media stream by its key (`video/{serialNumber}`); null until it is available. */
  stream(key: string): MediaStream | null;
  onStream(key: string, listener: () => void): () => void;
  /** A picture kept of a stream, by its key (`still/{serialNumber}`); absent in a recording. */
  still?(key: string): ImageBitmap | null;
  onStill?(key: string, listener: () => void): () => void;
  /** A bitmap by its id (an avatar, a map image); null until it is loaded. */
  bitmap(id: string): ImageBitmap | null;
  /** Loads the bitmap for its subscribers; absent where nothing is loaded. */
  onBitmap?(id: string, listener: () => void): () => void;
  /** The clear picture of a face, by the id of its record, while it is revealed; absent in a recording. */
  face?(id: string): ImageBitmap | null;
  onFace?(id: string, listener: () => void): () => void;
  /**
   * A recording opened in the inspector, by its key; null when it is not available. A new object after it has grown.
   */
  capsule(key: string): OpenedRecording | null;
  /** The past by the key of its page; absent in a recording, which has no tracks. */
  past?(key: string): PastReader | null;
  onPast?(key: string, listener: () => void): () => void;
  onCapsule(key: string, listener: () => void): () => void;
}
