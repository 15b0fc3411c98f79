/**
 * Estimates the server's clock from this browser's clock and the offset between them (design 3, 6). Responses and fleet
 * updates arrive with some delay, which makes offsets too small: the largest recent offset has the least delay.
 */

/** Number of recent offsets: about half a minute of fleet updates. */
const REMEMBERED = 30;

export interface Clock {
  /** Server time, ms since 1970. */
  now(): number;
  /** Records a server timestamp that has just arrived. */
  observe(serverTime: number): void;
  /** Server time minus browser time, ms. */
  offset(): number;
}

export function createClock(own: () => number = Date.now): Clock {
  let offsets: number[] = [];
  let best = 0;
  return {
    now: () => own() + best,
    offset: () => best,
    observe(serverTime) {
      const offset = serverTime - own();
      // After a clock change the old offsets are invalid.
      if (offsets.length > 0 && Math.abs(offset - best) > JUMP_MS) offsets = [];
      offsets = [...offsets, offset].slice(-REMEMBERED);
      best = Math.max(...offsets);
    },
  };
}
const JUMP_MS = 10_000;
