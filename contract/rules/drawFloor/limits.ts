/** Limits of drawn floors. Metres unless a name says otherwise. */

export const FLOOR_SIDE_M = { min: 2, max: 400 } as const;
/** A floor is planned on a grid of 5 cm in memory: this area takes 8 million cells. */
export const FLOOR_AREA_MAX_M2 = 20_000;
export const DRAWINGS_PER_SITE = 100;
export const DRAWINGS_LISTED = 500;
export const DRAWN_WALLS_MAX = 2_000;
export const DRAWN_DOORS_MAX = 500;
export const DRAWN_ROOMS_MAX = 500;
/** Shorter walls are drawn by accident. */
export const WALL_MIN_M = 0.1;
export const DOOR_WIDTH_M = { min: 0.6, max: 6, first: 0.9 } as const;
/** Everything that is drawn snaps to this grid. */
export const DRAW_STEP_M = 0.1;
/** Large enough for a drawing with the maximum of parts. */
export const DRAWING_BODY_LIMIT_BYTES = 2 << 20;
/** Characters in the name of a room. */
export const ROOM_NAME_MAX = 40;
