/** Takes pictures of pages and counts differing pixels. */
import type { Page } from 'playwright-core';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** A picture is retaken until two in a row are equal, because the browser can still be painting. */
const MOST_TRIES = 6;

export async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images].filter(({ src }) => src !== '').map((image) => image.decode().catch(() => undefined)),
    );
  });
  let last = await shot(page);
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    const next = await shot(page);
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}
const shot = (page: Page): Promise<Buffer> => page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });

export interface Comparison {
  /** Number of differing pixels; all pixels of the larger picture if the sizes differ. */
  differing: number;
  /** PNG that marks the differences; null if there are none. */
  difference: Buffer | null;
}

/** @param saved, now PNG files */
export function comparePictures(saved: Buffer, now: Buffer): Comparison {
  if (saved.equals(now)) return { differing: 0, difference: null };
  const [one, other] = [PNG.sync.read(saved), PNG.sync.read(now)];
  if (one.width !== other.width || one.height !== other.height)
    return { differing: Math.max(one.width * one.height, other.width * other.height), difference: now };
  const marked = new PNG({ width: one.width, height: one.height });
  // Every pixel counts, including antialiased edges.
  const differing = pixelmatch(one.data, other.data, marked.data, one.width, one.height, {
    threshold: 0,
    includeAA: true,
  });
  return { differing, difference: differing === 0 ? null : PNG.sync.write(marked) };
}
