/** The robot's own lights in its picture: a cone ahead, a glow at the floor, and the amber flash of the warning light. */
import type { Planes } from './frame.ts';

export type OwnLights = { readonly front: boolean; readonly chassis: boolean; readonly warning: boolean };

/** Brightness added at the centre of each light, 0..255. */
const FRONT = 46;
const CHASSIS = 34;
const WARNING = 30;
/** Shift of the red chroma during a flash of the amber light. */
const WARNING_RED = 16;
const FLASH_MS = 1_000;

/** The warning light is on during the first half of every second. */
export const isFlashOn = (now: number): boolean => now % FLASH_MS < FLASH_MS / 2;

export function drawLights(planes: Planes, { front, chassis, warning }: OwnLights, now: number): void {
  const flash = warning && isFlashOn(now);
  if (!front && !chassis && !flash) return;
  const { width, height, y: luma, v, chromaWidth } = planes;
  for (let row = 0; row < height; row++) {
    const down = row / height;
    const floorGlow = chassis && down > 0.75 ? ((down - 0.75) / 0.25) * CHASSIS : 0;
    const dy = (down - 0.55) / 0.4;
    for (let column = 0, at = row * width; column < width; column++, at++) {
      const dx = (column / width - 0.5) / 0.42;
      const cone = front ? Math.max(0, 1 - dx * dx - dy * dy) * FRONT : 0;
      luma[at] = Math.min(255, (luma[at] ?? 0) + cone + floorGlow + (flash ? WARNING * down : 0));
    }
  }
  if (!flash) return;
  for (let at = 0; at < chromaWidth * (height >> 1); at++) v[at] = Math.min(255, (v[at] ?? 0) + WARNING_RED);
}
