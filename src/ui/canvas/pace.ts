/**
 * When the moving layer is drawn next. The map draws on change only; at rest no frame runs. Pure.
 * Up to 50 marks in view glide; above that at most four pictures a second, and never more than a small share of the processor.
 */

export const MOST_GLIDING = 50;
const CROWD_EVERY_MS = 250;
/** A picture that took 20 ms is followed by the next 400 ms later at the earliest: 5 % busy. */
const SHARE = 20;
/** Slower than this a glide looks like steps. */
const SLOWEST_GLIDE_MS = 80;
/** Faster than this nobody sees. */
const FASTEST_GLIDE_MS = 1000 / 60;
/** A mark that moved less has not moved, px. */
const SEEN_PX = 0.8;

export interface Pace {
  /** Marks in view. */
  readonly inView: number;
  /** px a second of the fastest gliding mark; 0 when none glides. */
  readonly fastest: number;
  /** What the last picture cost, ms. */
  readonly lastCost: number;
}

/** After news of robots: how long after the last picture the next may come, ms. */
export function afterNews({ inView, lastCost }: Pace): number {
  return inView <= MOST_GLIDING ? 0 : Math.max(CROWD_EVERY_MS, lastCost * SHARE);
}

/** While marks glide: how long until the next picture, ms; null when none is needed. */
export function whileGliding({ inView, fastest, lastCost }: Pace): number | null {
  if (fastest === 0 || inView > MOST_GLIDING) return null;
  const seen = (SEEN_PX / fastest) * 1000;
  return Math.max(FASTEST_GLIDE_MS, Math.min(SLOWEST_GLIDE_MS, seen), lastCost * 4);
}
