/** Where Stop is in a window, and whether it can be pressed there. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './harness.ts';

/** Large enough for a thumb, CSS px. */
export const LEAST_PX = 44;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const boxOf = async (one: Locator): Promise<Box> =>
  one.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
/** Points of an element where another one would receive the click. */
export const covered = (one: Locator): Promise<string[]> =>
  one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found: string[] = [];
    for (const x of [0.04, 0.3, 0.5, 0.7, 0.96])
      for (const y of [0.08, 0.5, 0.92]) {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        if (!hit || !element.contains(hit)) found.push(`${x},${y}: ${hit ? hit.className || hit.tagName : 'outside'}`);
      }
    return found;
  });

/** From the smallest window that Stop is promised for, a phone both ways round, to a desk. */
const SIZES = [
  [320, 480],
  [390, 844],
  [480, 320],
  [844, 390],
  [1024, 600],
  [1440, 900],
] as const;

/** Another layout takes a moment, so that one good look could be at the layout before. */
const LOOKS_IN_A_ROW = 3;
/** Not a time: on a busy machine each look takes longer, and the layout as well. */
const LOOKS_MAX = 60;

/** Waits at each size, at the top and the end of the page, until Stop stays in the window with nothing over it. */
export async function staysInReach(stop: Locator): Promise<void> {
  for (const [width, height] of SIZES) {
    await stop.page().setViewportSize({ width, height });
    for (const place of ['top', 'end'] as const) {
      let [looks, inARow] = [0, 0];
      await until(async () => {
        looks += 1;
        expect(looks, `looks until Stop is in reach at the ${place} of the page, ${width} x ${height}`).toBeLessThan(
          LOOKS_MAX,
        );
        await stop.evaluate((element, at) => {
          const main = element.closest('main');
          main?.scrollTo(0, at === 'top' ? 0 : main.scrollHeight);
        }, place);
        const { left, top, right, bottom } = await boxOf(stop);
        const isWhole = left >= 0 && top >= 0 && right <= width && bottom <= height;
        const isLarge = Math.min(right - left, bottom - top) >= LEAST_PX;
        inARow = isWhole && isLarge && (await covered(stop)).length === 0 ? inARow + 1 : 0;
        return inARow === LOOKS_IN_A_ROW;
      }, 'Stop is in reach');
    }
  }
}
