/**
 * When the moving layer is drawn next. The map draws on change only; at rest no frame runs. Pure.
 * Up to 50 marks in view glide; above that at most four pictures a second, and never more than a small share of the processor.
 */

export const MOST_GLIDING = 50;
const CROWD_EVERY_MS = 250;
const CROWD_WHILE_MOVING_MS = 1000;
const CROWD_WHILE_ZOOMING_MS = 90;
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

/** The same while a hand pans or zooms a crowd: a smooth hand counts for more than news. */
function whileMoving(pace: Pace): number {
  return pace.inView <= MOST_GLIDING ? 0 : Math.max(CROWD_WHILE_MOVING_MS, afterNews(pace));
}

/** While marks glide: how long until the next picture, ms; null when none is needed. */
export function whileGliding({ inView, fastest, lastCost }: Pace): number | null {
  if (fastest === 0 || inView > MOST_GLIDING) return null;
  const seen = (SEEN_PX / fastest) * 1000;
  return Math.max(FASTEST_GLIDE_MS, Math.min(SLOWEST_GLIDE_MS, seen), lastCost * 4);
}

/** While one zooms, marks grow with what was drawn until the next picture: of a few every frame, of a crowd so often, ms. */
export function whileZooming({ inView, lastCost }: Pace, moving: boolean): number {
  return !moving || inView <= MOST_GLIDING ? 0 : Math.max(CROWD_WHILE_ZOOMING_MS, lastCost * 6);
}

/** Whether a picture is due, so many ms after the last. `stale`: there are news. */
export function isPictureDue(pace: Pace, since: number, stale: boolean, moving: boolean): boolean {
  if (stale) return since >= (moving ? whileMoving(pace) : 0);
  const gliding = whileGliding(pace);
  // A frame comes a fraction of a ms early at times.
  return gliding !== null && since >= gliding - 1;
}
