/** Water on the floor: darker and smoother than the floor around it, with the light of the ceiling in it. */
import { yuv } from './frame.ts';
import type { Planes } from './frame.ts';
import type { Lens } from './lens.ts';
import type { Puddle } from './thingParts.ts';

const WATER = yuv(112, 140, 164);
const SHINE = yuv(236, 244, 250);
const FAR_M = 14;
const REACH_M = 1.3;

/** Above 1 inside the water: circles that flow together. */
function depthAt({ x, y, drops }: Puddle, px: number, py: number): number {
  let sum = 0;
  for (const [dx, dy, r] of drops) {
    const [ox, oy] = [px - x - dx, py - y - dy];
    sum += (r * r) / (ox * ox + oy * oy + 1e-6);
  }
  return sum;
}

export function drawPuddle(planes: Planes, lens: Lens, puddle: Puddle): void {
  const { width, height, y: luma, u: planeU, v: planeV, chromaWidth } = planes;
  const depth = (puddle.x - lens.x) * lens.forwardX + (puddle.y - lens.y) * lens.forwardY;
  if (depth < -REACH_M || depth > FAR_M) return;
  const rowAt = (distance: number) => lens.horizon + (lens.eye * lens.focal) / distance;
  const first = Math.max(Math.ceil(lens.horizon) + 1, Math.floor(rowAt(depth + REACH_M)));
  const last = depth - REACH_M < 0.3 ? height - 1 : Math.min(height - 1, Math.ceil(rowAt(depth - REACH_M)));
  for (let row = first; row <= last; row++) {
    const distance = (lens.eye * lens.focal) / (row + 0.5 - lens.horizon);
    for (let column = 0; column < width; column++) {
      const px = lens.x + distance * (lens.dirX[column] ?? 0);
      const py = lens.y + distance * (lens.dirY[column] ?? 0);
      if (Math.abs(px - puddle.x) > REACH_M || Math.abs(py - puddle.y) > REACH_M) continue;
      const level = depthAt(puddle, px, py);
      if (level < 0.94) continue;
      const cover = Math.min(1, (level - 0.94) / 0.1);
      // A bright rim where the surface curves down to the floor, and bands of reflected lamps.
      const rim = level < 1.3 ? 1 - Math.abs(level - 1.1) / 0.2 : 0;
      const band = Math.sin(px * 5.1 + py * 2.3 + 0.5 * Math.sin(py * 9 + px * 4));
      const shine = Math.max(0, rim) * 0.5 + Math.max(0, band - 0.45) * 0.9;
      const alpha = cover * 0.62;
      const at = row * width + column;
      const floor = luma[at] ?? 0;
      const water = floor + (WATER[0] - 18 - floor) * alpha;
      luma[at] = water + (SHINE[0] - water) * Math.min(0.85, shine * cover);
      if (((row | column) & 1) === 1) continue;
      const chroma = (row >> 1) * chromaWidth + (column >> 1);
      planeU[chroma] = (planeU[chroma] ?? 0) + (WATER[1] - (planeU[chroma] ?? 0)) * alpha;
      planeV[chroma] = (planeV[chroma] ?? 0) + (WATER[2] - (planeV[chroma] ?? 0)) * alpha;
    }
  }
}
