/** Limits of maps and their points (spec 5). */

/** A wide character counts as two (textWeight.ts): 10 Chinese characters or 20 letters. */
export const POINT_NAME_WEIGHT = 20;
/** A bay is named after its point, with a number. */
export const BAY_NAME_WEIGHT = 2 * POINT_NAME_WEIGHT;
export const STAY_TIME_MAX_S = 86_400;
export const POINTS_PER_MAP = 10_000;
/** Large enough for a save of all points with maximum texts. */
export const POINTS_BODY_LIMIT_BYTES = 24 << 20;
/** Versions stored per map. */
export const MAP_VERSIONS_KEPT = 100;

export const MAP_NAME_MAX = 40;
export const FLOOR_MAX = 8;
/** Charging bays of one point. */
export const BAYS_PER_POINT = 50;

export const MAPS_PER_SITE = 100;
/** Length of a robot's own name for a map. */
export const ROBOT_MAP_NAME_MAX = 100;
/** Metres per pixel. */
export const RESOLUTION = { min: 0.001, max: 10 } as const;

/** 20 Chinese characters or 40 letters. */
export const ROUTE_NAME_WEIGHT = 40;
export const ROUTES_PER_MAP = 200;
export const STOPS_PER_ROUTE = 200;

/** Point labels per file. */
export const LABELS_PER_FILE = 500;

/** Maximum side length and total pixels of a map picture. */
export const MAP_SIDE_MAX_PX = 16_384;
export const MAP_PIXELS_MAX = 40_000_000;
/** Size of a selected file before it is read. */
export const MAP_FILE_MAX_BYTES = 96 << 20;
/** Size of the uploaded PNG; Base64 adds a third. */
export const MAP_PNG_MAX_BYTES = 24 << 20;
export const MAP_BODY_LIMIT_BYTES = Math.ceil(MAP_PNG_MAX_BYTES / 3) * 4 + (64 << 10);

/** Mappings by robots that are listed, and for how long, ms. */
export const MAP_SCANS_LISTED = 20;
export const MAP_SCANS_MS = 7 * 86_400_000;
