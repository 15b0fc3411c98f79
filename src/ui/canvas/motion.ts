/** Tracks a movement of the view: its speed, and whether frames are late. Stateful; call `frame` with every frame. */
import type { View } from './viewport.ts';

export interface Motion {
  /** Call once per frame. `moving`: the user is panning or zooming. `now` in ms. */
  readonly frame: (view: View, now: number, moving: boolean) => void;
  /** Frames are late: a zoom only scales the drawn image until it settles. */
  readonly isStrained: (now: number) => boolean;
  /** The predicted view, for drawing ahead of a pan. */
  readonly ahead: (view: View) => View;
}

const LATE_FRAME_MS = 25;
/** A longer gap is a pause, not a late frame. */
const PAUSE_MS = 400;
const STRAINED_MS = 400;
const AHEAD = { ms: 200, mostPx: 130 };

export function createMotion(): Motion {
  let before: { readonly view: View; readonly at: number } | null = null;
  let strainedUntil = -Infinity;
  /** Metres per ms. */
  let speedX = 0;
  let speedY = 0;
  return {
    frame(view, now, moving) {
      const ms = before === null ? PAUSE_MS : now - before.at;
      const wentOn = moving && before !== null && ms > 0 && ms < PAUSE_MS;
      if (wentOn && ms > LATE_FRAME_MS) strainedUntil = now + STRAINED_MS;
      const panned = wentOn && before?.view.scale === view.scale;
      speedX = panned && before !== null ? (view.cx - before.view.cx) / ms : 0;
      speedY = panned && before !== null ? (view.cy - before.view.cy) / ms : 0;
      before = { view, at: now };
    },
    isStrained: (now) => now <= strainedUntil,
    ahead(view) {
      const most = AHEAD.mostPx / view.scale;
      const lead = (metresPerMs: number): number => Math.max(-most, Math.min(most, metresPerMs * AHEAD.ms));
      return { ...view, cx: view.cx + lead(speedX), cy: view.cy + lead(speedY) };
    },
  };
}
