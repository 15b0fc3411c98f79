/** Limits of the historical monitoring and of the event records. */

const HOUR_MS = 3_600_000;

/** Tracks in one answer: the longest window. */
export const TRACKS_WINDOW_MAX_MS = HOUR_MS;
/**
 * Robots on one page of the historical monitoring, and in each of its answers. Reading half an hour of tracks and drawing a
 * frame take time in proportion to the robots; with a larger page, playing is not smooth (tests/bench/monitoring.bench.ts).
 */
export const MONITORING_ROBOTS_PER_PAGE = 200;
/** Characters of the part of a robot's name that is searched for. */
export const MONITORING_SEARCH_MAX = 100;
/** Up to this length an overview has the states of each robot, beyond it their shares of each hour. */
export const OVERVIEW_BARS_MAX_MS = 24 * HOUR_MS;
/** Events in one answer of the historical monitoring. */
export const MONITORING_EVENTS_MAX = 500;
/** An event that began this long before a window can reach into it. */
export const EVENT_REACH_MS = 12 * HOUR_MS;
/** An export: its longest time, its robots and its events. */
export const TRACK_EXPORT_MAX_MS = 24 * HOUR_MS;
export const TRACK_EXPORT_ROBOTS = 50;
export const TRACK_EXPORT_EVENTS = 10_000;
/** Pictures of alarms in an export, and their bytes, which leave room for its positions. */
export const TRACK_EXPORT_PICTURES = 200;
export const TRACK_EXPORT_PICTURE_BYTES = 50 * 1024 * 1024;
/** Ranges of the page, ms. */
export const MONITORING_RANGES = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
} as const;
/**
 * The longest window of an overview: the longest range, and a day around it. Not the retention period of an installation,
 * which can be years: the cost of one answer stays the same, and an older month is read as its own window.
 */
export const OVERVIEW_MAX_MS = MONITORING_RANGES['30d'] + 24 * HOUR_MS;
export type MonitoringRange = keyof typeof MONITORING_RANGES;
