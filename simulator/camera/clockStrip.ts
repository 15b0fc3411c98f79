/**
 * A clock that a program can read from the picture, for measuring the time from the camera to a screen: the milliseconds
 * since 1970 modulo 65,536 as a strip of light and dark cells at the top right, the highest bit first.
 */
import { planesOf, type I420Buffer } from './frame.ts';

export const STRIP = { bits: 16, cellPx: 8, marginPx: 8 } as const;
const [DARK, LIGHT, NO_COLOUR] = [16, 235, 128];

export function drawClockStrip(frame: I420Buffer, now: number): void {
  const { bits, cellPx, marginPx } = STRIP;
  const { width, chromaWidth, y, u, v } = planesOf(frame);
  const left = width - marginPx - bits * cellPx;
  const value = Math.floor(now) % 2 ** bits;
  for (let bit = 0; bit < bits; bit++) {
    const luma = Math.floor(value / 2 ** (bits - 1 - bit)) % 2 === 1 ? LIGHT : DARK;
    for (let row = marginPx; row < marginPx + cellPx; row++) {
      const from = row * width + left + bit * cellPx;
      y.fill(luma, from, from + cellPx);
    }
  }
  for (let row = marginPx >> 1; row < (marginPx + cellPx) >> 1; row++) {
    const from = row * chromaWidth + (left >> 1);
    const to = from + ((bits * cellPx) >> 1);
    u.fill(NO_COLOUR, from, to);
    v.fill(NO_COLOUR, from, to);
  }
}
