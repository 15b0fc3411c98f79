/** Rules of the video wall: sizes, still pictures, bit rates. */

import { VIDEO_VIEWERS_PER_ROBOT } from './limits.ts';

/** How many people can watch a robot at once: as many as its factsheet announces. */
export const viewerLimit = ({ videoViewers }: { videoViewers?: number | undefined }): number =>
  videoViewers ?? VIDEO_VIEWERS_PER_ROBOT;
/** The length limit in a factsheet (`protocolLimits.maxArrayLens`) with which a robot announces its viewers. */
export const VIEWERS_LIMIT_NAME = 'video.viewers';

/** Tiles of the wall. */
export const WALL_GRIDS = [1, 4, 9] as const;
export type WallGrid = (typeof WALL_GRIDS)[number];
export const WALL_TILES_MAX = 9;

/** Intervals of still pictures, seconds. */
export const STILL_SECONDS = [30, 60, 600, 1_800] as const;
export type StillSeconds = (typeof STILL_SECONDS)[number];

/** With fewer robots on the wall all of them are live; with more, the chosen ones. */
export const LIVE_BELOW = 4;
/** A still picture older than this many intervals is not up to date. */
export const LATE_INTERVALS = 1.5;

/** A still picture sent by signalling, as a JPEG file, bytes: a message of signalling has 64 KiB at most. */
export const STILL_MAX_BYTES = 45_000;
/** The same in base64. */
export const STILL_MAX_BASE64 = (STILL_MAX_BYTES / 3) * 4;
/** Pixels of its longer side; a larger picture is not shown. */
export const STILL_MAX_SIDE_PX = 1_920;

/** Total bit rate of the wall; above it, live tiles become still pictures one by one. */
export const WALL_KILOBITS_MAX = 20_000;
