/** How long the console offers Undo after an act, ms. */
export const UNDO_MS = 10_000;
