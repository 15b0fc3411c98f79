/** Overlays on floor and picture: the planned path in dashes, the shadows of robots, the caption. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import { GLYPH_HEIGHT, GLYPH_STEP, GLYPH_WIDTH, dotAt, textColumns } from './font.ts';
import { yuv } from './frame.ts';
import type { Planes, Yuv } from './frame.ts';
import type { Lens } from './lens.ts';
import type { OtherRobot } from './robots.ts';
import type { Sheet } from './thingParts.ts';

const PATH = yuv(74, 144, 255);
const SHADOW = yuv(52, 54, 62);
const INK = yuv(244, 246, 248);
const BACKDROP = yuv(14, 18, 28);
const NEAR_M = 0.35;
const DASH_M = 0.55;
const DASH_STEP_M = 1.1;
const DASH_HALF_WIDTH_M = 0.21;
const PATH_FAR_M = 16;
const MOST_CORNERS = 32;

/** Scratch buffers for one polygon: corners on the floor (depth, side), then on the screen. */
export type Stencil = {
  readonly depth: Float64Array;
  readonly side: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
};

export const createStencil = (height: number): Stencil => ({
  depth: new Float64Array(MOST_CORNERS),
  side: new Float64Array(MOST_CORNERS),
  x: new Float64Array(MOST_CORNERS),
  y: new Float64Array(MOST_CORNERS),
  from: new Float64Array(height),
  to: new Float64Array(height),
});

/** Blends a colour into one pixel. */
export function mix(planes: Planes, row: number, column: number, [y, u, v]: Yuv, alpha: number) {
  const at = row * planes.width + column;
  const old = planes.y[at] ?? 0;
  planes.y[at] = old + (y - old) * alpha;
  if ((row & 1) === 1 || (column & 1) === 1) return;
  const chroma = (row >> 1) * planes.chromaWidth + (column >> 1);
  const [oldU, oldV] = [planes.u[chroma] ?? 0, planes.v[chroma] ?? 0];
  planes.u[chroma] = oldU + (u - oldU) * alpha;
  planes.v[chroma] = oldV + (v - oldV) * alpha;
}

/** Clips the polygon at the near plane and projects it. @returns the number of corners left */
function project(stencil: Stencil, lens: Lens, count: number): number {
  const { depth, side, x, y } = stencil;
  let out = 0;
  const put = (d: number, s: number) => {
    if (out >= MOST_CORNERS) return;
    x[out] = lens.width / 2 + (s / d) * lens.focal;
    y[out] = lens.horizon + (lens.eye / d) * lens.focal;
    out++;
  };
  for (let i = 0; i < count; i++) {
    const [d1, s1] = [depth[i] ?? 0, side[i] ?? 0];
    const [d2, s2] = [depth[(i + 1) % count] ?? 0, side[(i + 1) % count] ?? 0];
    if (d1 >= NEAR_M) put(d1, s1);
    if (d1 >= NEAR_M !== d2 >= NEAR_M) put(NEAR_M, s1 + ((s2 - s1) * (NEAR_M - d1)) / (d2 - d1));
  }
  return out;
}

/** Blends a convex polygon into the floor. Walls and solids in front of it are painted over it afterwards. */
function fillPolygon(planes: Planes, stencil: Stencil, count: number, colour: Yuv, alpha: number) {
  const { x, y, from, to } = stencil;
  let top = Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < count; i++) {
    top = Math.min(top, y[i] ?? 0);
    bottom = Math.max(bottom, y[i] ?? 0);
  }
  const first = Math.max(0, Math.ceil(top - 0.5));
  const last = Math.min(planes.height - 1, Math.floor(bottom - 0.5));
  for (let row = first; row <= last; row++) {
    from[row] = Infinity;
    to[row] = -Infinity;
  }
  for (let i = 0; i < count; i++) {
    const [x1, y1, x2, y2] = [x[i] ?? 0, y[i] ?? 0, x[(i + 1) % count] ?? 0, y[(i + 1) % count] ?? 0];
    if (y1 === y2) continue;
    const start = Math.max(first, Math.ceil(Math.min(y1, y2) - 0.5));
    const end = Math.min(last, Math.floor(Math.max(y1, y2) - 0.5));
    for (let row = start; row <= end; row++) {
      const at = x1 + ((x2 - x1) * (row + 0.5 - y1)) / (y2 - y1);
      if (at < (from[row] ?? 0)) from[row] = at;
      if (at > (to[row] ?? 0)) to[row] = at;
    }
  }
  for (let row = first; row <= last; row++) {
    const end = Math.min(planes.width - 1, Math.floor((to[row] ?? 0) - 0.5));
    for (let column = Math.max(0, Math.ceil((from[row] ?? 0) - 0.5)); column <= end; column++) {
      mix(planes, row, column, colour, alpha);
    }
  }
}

function corner(stencil: Stencil, lens: Lens, i: number, x: number, y: number) {
  stencil.depth[i] = (x - lens.x) * lens.forwardX + (y - lens.y) * lens.forwardY;
  stencil.side[i] = (x - lens.x) * lens.rightX + (y - lens.y) * lens.rightY;
}

/** Dashes are counted from the end of the path, so that they stay in place while the robot drives over them. */
export function drawPath(planes: Planes, lens: Lens, stencil: Stencil, path: readonly Place[]): void {
  let toEnd = 0;
  for (let i = path.length - 1; i > 0; i--) {
    const [b, a] = [path[i], path[i - 1]];
    if (!a || !b) continue;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length === 0) continue;
    const [ux, uy] = [(a[0] - b[0]) / length, (a[1] - b[1]) / length];
    for (let dash = Math.floor(toEnd / DASH_STEP_M) * DASH_STEP_M; dash < toEnd + length; dash += DASH_STEP_M) {
      const from = Math.max(0, dash - toEnd);
      const to = Math.min(length, dash + DASH_M - toEnd);
      if (to - from < 0.02) continue;
      const [x1, y1, x2, y2] = [b[0] + ux * from, b[1] + uy * from, b[0] + ux * to, b[1] + uy * to];
      const depth = ((x1 + x2) / 2 - lens.x) * lens.forwardX + ((y1 + y2) / 2 - lens.y) * lens.forwardY;
      if (depth < 0 || depth > PATH_FAR_M) continue;
      const [nx, ny] = [-uy * DASH_HALF_WIDTH_M, ux * DASH_HALF_WIDTH_M];
      corner(stencil, lens, 0, x1 + nx, y1 + ny);
      corner(stencil, lens, 1, x2 + nx, y2 + ny);
      corner(stencil, lens, 2, x2 - nx, y2 - ny);
      corner(stencil, lens, 3, x1 - nx, y1 - ny);
      const count = project(stencil, lens, 4);
      if (count >= 3) fillPolygon(planes, stencil, count, PATH, 0.68 - 0.034 * depth);
    }
    toEnd += length;
  }
}

/** Soft edge from concentric rings: radius in metres, opacity. */
const SHADOW_RINGS = [
  [0.42, 0.1],
  [0.37, 0.12],
  [0.32, 0.15],
  [0.26, 0.18],
] as const;
const ROUND = 16;

export function drawShadows(planes: Planes, lens: Lens, stencil: Stencil, others: readonly OtherRobot[]): void {
  for (const { x, y } of others) {
    const depth = (x - lens.x) * lens.forwardX + (y - lens.y) * lens.forwardY;
    if (depth < NEAR_M || depth > 20) continue;
    for (const [radius, alpha] of SHADOW_RINGS) {
      for (let i = 0; i < ROUND; i++)
        corner(
          stencil,
          lens,
          i,
          x + radius * Math.cos((i / ROUND) * 2 * Math.PI),
          y + radius * Math.sin((i / ROUND) * 2 * Math.PI),
        );
      const count = project(stencil, lens, ROUND);
      if (count >= 3) fillPolygon(planes, stencil, count, SHADOW, alpha);
    }
  }
}

export function drawSheet(planes: Planes, lens: Lens, stencil: Stencil, { corners, colour, alpha }: Sheet): void {
  corners.forEach(([x, y], i) => corner(stencil, lens, i, x, y));
  const count = project(stencil, lens, corners.length);
  if (count >= 3) fillPolygon(planes, stencil, count, colour, alpha);
}

/** A line of text at the lower edge, on a dark translucent strip. */
export function drawCaption(planes: Planes, text: string): void {
  const dot = Math.max(1, Math.round(planes.height / 300));
  const columns = textColumns(text);
  const padding = 4;
  const left = Math.floor((planes.width - columns * dot) / 2) & ~1;
  const top = (planes.height - (GLYPH_HEIGHT + 2 * padding) * dot) & ~1;
  for (let row = top; row < planes.height; row++) {
    for (
      let column = Math.max(0, left - 2 * padding * dot);
      column < Math.min(planes.width, left + (columns + 2 * padding) * dot);
      column++
    )
      mix(planes, row, column, BACKDROP, 0.5);
  }
  for (let i = 0; i < text.length; i++) {
    for (let x = 0; x < GLYPH_WIDTH; x++) {
      for (let y = 0; y <= GLYPH_HEIGHT; y++) {
        if (!dotAt(text, i * GLYPH_STEP + x, y)) continue;
        const [fromX, fromY] = [left + (i * GLYPH_STEP + x) * dot, top + (y + padding) * dot];
        for (let row = fromY; row < Math.min(planes.height, fromY + dot); row++) {
          for (let column = Math.max(0, fromX); column < Math.min(planes.width, fromX + dot); column++)
            mix(planes, row, column, INK, 1);
        }
      }
    }
  }
}
