/** The clock in the picture: a program reads from the light and dark cells what was drawn. */
import { expect, it } from 'vitest';
import { drawClockStrip, STRIP } from '../../../simulator/camera/clockStrip.ts';
import { blackFrame, planesOf } from '../../../simulator/camera/frame.ts';

const { bits, cellPx, marginPx } = STRIP;

it.each([0, 1, 43_690, 65_535, 1_795_243_928_123])('%i is read back, modulo 65,536', (now) => {
  const frame = blackFrame(640, 360);
  drawClockStrip(frame, now);
  const { y, width } = planesOf(frame);
  const read = Array.from({ length: bits }, (_, bit) => {
    const column = width - marginPx - bits * cellPx + bit * cellPx + cellPx / 2;
    return (y[(marginPx + cellPx / 2) * width + column] ?? 0) > 128 ? 1 : 0;
  });
  expect(read.reduce<number>((value, bit) => value * 2 + bit, 0)).toBe(now % 65_536);
  // Nothing else of the picture is touched.
  expect(y.filter((luma) => luma !== 16).length).toBe(read.filter((bit) => bit === 1).length * cellPx * cellPx);
});
