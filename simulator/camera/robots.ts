/** Draws other robots and figures as upright sprites that always face the camera, at their depth and size. */
import type { RobotKind } from '../../contract/entities/constants.ts';
import { figureOf, figureSize } from './figures.ts';
import type { Planes } from './frame.ts';
import { FOG, fogAt } from './lens.ts';
import type { Lens } from './lens.ts';
import { SPRITE_ASPECT, SPRITE_HEIGHT_M, spriteOf } from './sprites.ts';
import type { Sprite, SpriteSize } from './sprites.ts';
import type { Figure } from './thingParts.ts';

export type OtherRobot = {
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  readonly kind: RobotKind;
  readonly name: string;
};

/** Something upright: its place, its lower edge and size in metres, and its picture from here. */
type Upright = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly height: number;
  readonly sprite: Sprite;
};

/** Nearer robots would contain the camera, metres. */
const NEAR_M = 0.35;
const FAR_M = 45;
/** Half the width of the widest sprite, metres. */
const MOST_HALF_M = 1.1;
/** Limit of drawn robots and figures; the nearest are kept. */
const MOST = 24;

export type Seen = {
  depth: number;
  left: number;
  width: number;
  top: number;
  height: number;
  sprite: SpriteSize | null;
};
/** Reused every frame: `count` entries, farthest first. */
export type VisibleRobots = { count: number; readonly seen: readonly Seen[] };

export const createCrowd = (): VisibleRobots => ({
  count: 0,
  seen: Array.from({ length: MOST }, () => ({ depth: 0, left: 0, width: 0, top: 0, height: 0, sprite: null })),
});

function place(slot: Seen, lens: Lens, { z, width, height, sprite }: Upright, depth: number, side: number) {
  const scale = lens.focal / depth;
  slot.depth = depth;
  slot.height = height * scale;
  slot.width = width * scale;
  slot.left = lens.width / 2 + side * scale - slot.width / 2;
  slot.top = lens.horizon + (lens.eye - z) * scale - slot.height;
  let best = sprite[0] ?? null;
  // The smallest that still has a texel for every pixel.
  for (const size of sprite) if (size.height >= slot.height) best = size;
  slot.sprite = best;
}

function robotUpright(lens: Lens, { x, y, theta, kind }: OtherRobot): Upright {
  const height = SPRITE_HEIGHT_M[kind];
  const sprite = spriteOf(kind, theta - Math.atan2(lens.y - y, lens.x - x));
  return { x, y, z: 0, width: height * SPRITE_ASPECT, height, sprite };
}

function figureUpright({ x, y, z, kind }: Figure): Upright {
  const { width, height } = figureSize(kind);
  return { x, y, z, width, height, sprite: figureOf(kind) };
}

/** Collects the robots and figures in front of the camera. Occlusion by walls is decided per column. */
export function collectVisible(
  crowd: VisibleRobots,
  lens: Lens,
  others: readonly OtherRobot[],
  figures: readonly Figure[],
): void {
  crowd.count = 0;
  for (const other of others) collect(crowd, lens, other, () => robotUpright(lens, other));
  for (const figure of figures) collect(crowd, lens, figure, () => figureUpright(figure));
}

function collect(
  crowd: VisibleRobots,
  lens: Lens,
  { x, y }: { readonly x: number; readonly y: number },
  upright: () => Upright,
): void {
  const slots = crowd.seen as Seen[]; // sorted in place, which the readonly type forbids to others
  const dx = x - lens.x;
  const dy = y - lens.y;
  const depth = dx * lens.forwardX + dy * lens.forwardY;
  if (depth < NEAR_M || depth > FAR_M) return;
  const side = dx * lens.rightX + dy * lens.rightY;
  if (Math.abs(side) - MOST_HALF_M > (depth * lens.width) / 2 / lens.focal) return;
  if (crowd.count === MOST && depth >= (slots[0]?.depth ?? 0)) return;
  // Appends, or replaces the farthest.
  const slot = crowd.count < MOST ? slots[crowd.count++] : slots[0];
  if (!slot) return;
  place(slot, lens, upright(), depth, side);
  for (let i = 1; i < crowd.count; i++) {
    for (let j = i; j > 0 && (slots[j]?.depth ?? 0) > (slots[j - 1]?.depth ?? 0); j--) {
      const [a, b] = [slots[j - 1], slots[j]];
      if (a && b) [slots[j - 1], slots[j]] = [b, a];
    }
  }
}

/** Draws one pixel column of a robot. */
export function drawRobotColumn(planes: Planes, x: number, { depth, left, width, top, height, sprite }: Seen): void {
  if (!sprite) return;
  const texelX = Math.floor(((x + 0.5 - left) / width) * sprite.width);
  if (texelX < 0 || texelX >= sprite.width) return;
  const fog = fogAt(depth);
  const { y: luma, u: planeU, v: planeV, chromaWidth } = planes;
  const withChroma = (x & 1) === 0;
  const perRow = sprite.height / height;
  const last = Math.min(planes.height - 1, Math.ceil(top + height));
  for (let row = Math.max(0, Math.floor(top)); row <= last; row++) {
    const texelY = Math.floor((row + 0.5 - top) * perRow);
    if (texelY < 0 || texelY >= sprite.height) continue;
    const texel = texelY * sprite.width + texelX;
    const alpha = sprite.alpha[texel] ?? 0;
    if (alpha === 0) continue;
    const at = row * planes.width + x;
    const own = sprite.y[texel] ?? 0;
    const tone = own + (((FOG[0] - own) * fog) >> 8);
    const old = luma[at] ?? 0;
    luma[at] = old + ((tone - old) * alpha) / 255;
    if (!withChroma || (row & 1) === 1) continue;
    const chroma = (row >> 1) * chromaWidth + (x >> 1);
    const [u, v] = [sprite.u[texel] ?? 0, sprite.v[texel] ?? 0];
    const [oldU, oldV] = [planeU[chroma] ?? 0, planeV[chroma] ?? 0];
    planeU[chroma] = oldU + ((u + (((FOG[1] - u) * fog) >> 8) - oldU) * alpha) / 255;
    planeV[chroma] = oldV + ((v + (((FOG[2] - v) * fog) >> 8) - oldV) * alpha) / 255;
  }
}
