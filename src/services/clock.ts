/**
 * The server's clock, as far as this browser can know it: its own clock and how far off that is (design 3, 6).
 * A reply or a beat was made a little before it arrives, so the offset is never taken too far ahead: of the last
 * offsets the largest is the one with the least delay in it.
 */

/** How many of the last offsets are looked at: about half a minute of beats. */
const REMEMBERED = 30;

export interface Clock {
  /** ms since 1970 by the server's clock. */
  now(): number;
  /** The server said that its clock stood at `serverTime` just now. */
  observe(serverTime: number): void;
  /** Server's minus own clock, ms. */
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
      // A jump (somebody set a clock) makes the old ones worthless.
      if (offsets.length > 0 && Math.abs(offset - best) > JUMP_MS) offsets = [];
      offsets = [...offsets, offset].slice(-REMEMBERED);
      best = Math.max(...offsets);
    },
  };
}
const JUMP_MS = 10_000;
