/** How large the sequence is drawn, px. */
export const ROW_PX = 26;
/** The names over the lanes. */
export const NAMES_PX = 28;
/** A lane at least. */
export const LANE_PX = 100;
/** The times before the first lane. */
export const LANE_LEFT_PX = 84;
