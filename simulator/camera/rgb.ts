/** Converts an I420 picture to RGB, for files. */
import { planesOf } from './frame.ts';
import type { I420Buffer } from './frame.ts';

/** @returns three bytes per pixel */
export function rgbOf(frame: I420Buffer): Uint8ClampedArray {
  const { width, height, y, u, v, chromaWidth } = planesOf(frame);
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const chroma = (row >> 1) * chromaWidth + (column >> 1);
      const luma = 1.164 * ((y[at] ?? 0) - 16);
      const [cb, cr] = [(u[chroma] ?? 128) - 128, (v[chroma] ?? 128) - 128];
      rgb[at * 3] = luma + 1.596 * cr;
      rgb[at * 3 + 1] = luma - 0.392 * cb - 0.813 * cr;
      rgb[at * 3 + 2] = luma + 2.017 * cb;
    }
  }
  return rgb;
}
