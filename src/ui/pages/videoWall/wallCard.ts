/** Cards beside the large picture. */
export const WALL_CARD = 'rounded-lg border border-line bg-surface p-3';
