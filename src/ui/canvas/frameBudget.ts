/**
 * Decides when the moving layer is drawn next. The map draws on change only; no frame runs at rest. Pure. Up to 50
 * visible marks glide; with more, at most four frames a second are drawn, within a small share of CPU time.
 */

export const MOST_GLIDING = 50;
const CROWD_EVERY_MS = 250;
const CROWD_WHILE_MOVING_MS = 1000;
const CROWD_WHILE_ZOOMING_MS = 90;
/** A frame that took 20 ms is followed by the next after 400 ms at the earliest: 5 % CPU. */
const SHARE = 20;
/** Longer intervals between frames make gliding look stepped. */
const SLOWEST_GLIDE_MS = 80;
/** Shorter intervals bring no visible gain. */
const FASTEST_GLIDE_MS = 1000 / 60;
/** Smaller movements of a mark are not visible, px. */
const SEEN_PX = 0.8;

export interface Pace {
  /** Number of visible marks. */
  readonly inView: number;
  /** Speed of the fastest gliding mark, px per second; 0 when none glides. */
  readonly fastest: number;
  /** Duration of the last frame, ms. */
  readonly lastCost: number;
}

/** After an update of robots: the minimum interval between the last frame and the next, ms. */
export function minIntervalAfterUpdate({ inView, lastCost }: Pace): number {
  return inView <= MOST_GLIDING ? 0 : Math.max(CROWD_EVERY_MS, lastCost * SHARE);
}

/** The same while the user pans or zooms with many robots in view: smooth interaction has priority over fresh data. */
function whileMoving(pace: Pace): number {
  return pace.inView <= MOST_GLIDING ? 0 : Math.max(CROWD_WHILE_MOVING_MS, minIntervalAfterUpdate(pace));
}

/** While marks glide: the interval until the next frame, ms; null when none is needed. */
export function glideInterval({ inView, fastest, lastCost }: Pace): number | null {
  if (fastest === 0 || inView > MOST_GLIDING) return null;
  const seen = (SEEN_PX / fastest) * 1000;
  return Math.max(FASTEST_GLIDE_MS, Math.min(SLOWEST_GLIDE_MS, seen), lastCost * 4);
}

/**
 * While zooming, marks scale with the drawn image until the next frame: the minimum interval for that, ms; 0 (every
 * frame) for few marks.
 */
export function whileZooming({ inView, lastCost }: Pace, moving: boolean): number {
  return !moving || inView <= MOST_GLIDING ? 0 : Math.max(CROWD_WHILE_ZOOMING_MS, lastCost * 6);
}

/** Whether a new frame is due. @param since ms since the last frame @param stale there is new data */
export function isPictureDue(pace: Pace, since: number, stale: boolean, moving: boolean): boolean {
  if (stale) return since >= (moving ? whileMoving(pace) : 0);
  const gliding = glideInterval(pace);
  // Animation frames sometimes arrive a fraction of a ms early.
  return gliding !== null && since >= gliding - 1;
}
