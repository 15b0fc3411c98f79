/** Sizes of the sequence diagram, px. */
export const ROW_PX = 26;
/** Height of the lane names. */
export const NAMES_PX = 28;
/** Minimum width of a lane. */
export const LANE_PX = 100;
/** Width of the time column before the first lane. */
export const LANE_LEFT_PX = 84;
