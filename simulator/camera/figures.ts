/**
 * Upright pictures of people and smoke, painted once from rounded shapes, with mip levels of half the size each. Shapes
 * are in metres: x to the right of the middle, y up from the floor.
 */
import { yuv } from './frame.ts';
import type { Yuv } from './frame.ts';
import { noiseAt } from './floorSurfaces.ts';
import { halved } from './sprites.ts';
import type { Sprite, SpriteSize } from './sprites.ts';

interface Shape {
  /** Signed distance, negative inside. */
  readonly distance: (x: number, y: number) => number;
  readonly colour: Yuv;
  /** Opacity, 0..1. */
  readonly alpha?: (x: number, y: number) => number;
  /** Half the thickness: the shape is darker towards its edge. */
  readonly round?: number;
}
interface Drawing {
  /** Metres. */
  readonly width: number;
  readonly height: number;
  readonly texelsPerMetre: number;
  readonly shapes: readonly Shape[];
}

const capsule = (
  x1: number,
  y1: number,
  r1: number,
  x2: number,
  y2: number,
  r2: number,
  colour: Yuv,
): Shape & { round: number } => ({
  colour,
  round: Math.max(r1, r2),
  distance(x, y) {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - x1 - dx * along, y - y1 - dy * along) - (r1 + (r2 - r1) * along);
  },
});
const ellipse = (cx: number, cy: number, rx: number, ry: number, colour: Yuv, round?: number): Shape => ({
  colour,
  ...(round !== undefined && { round }),
  distance: (x, y) => (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry),
});
/** A part of a face, which pictures never show sharply: robots blur faces before they send a picture (docs/robots.md). */
const blurred = (cx: number, cy: number, rx: number, ry: number, colour: Yuv): Shape => ({
  ...ellipse(cx, cy, rx, ry, colour),
  alpha: (x, y) => 0.42 * Math.max(0, 1 - Math.hypot((x - cx) / rx, (y - cy) / ry)),
});
/** The shapes, and the same on the other side. */
const both = (...shapes: Shape[]): Shape[] => [
  ...shapes,
  ...shapes.map((shape) => ({ ...shape, distance: (x: number, y: number) => shape.distance(-x, y) })),
];

const SKIN = yuv(222, 178, 146);
const SKIN_SHADE = yuv(198, 152, 122);
const HAIR = yuv(48, 38, 34);
const EYE = yuv(40, 32, 30);
const LIPS = yuv(176, 96, 88);
const SHOES = yuv(40, 42, 48);
const HOT = yuv(255, 96, 40);
const SMOKE = yuv(96, 98, 102);

function standing(jacket: Yuv, trousers: Yuv, hot: boolean): Shape[] {
  return [
    ...both(
      capsule(0.1, 0.05, 0.05, 0.14, 0.04, 0.045, SHOES),
      capsule(0.1, 0.1, 0.06, 0.09, 0.88, 0.1, trousers),
      capsule(0.21, 1.36, 0.07, 0.28, 1.1, 0.055, jacket),
      capsule(0.28, 1.1, 0.055, 0.27, 0.88, 0.045, jacket),
      ellipse(0.27, 0.8, 0.04, 0.06, SKIN, 0.04),
    ),
    capsule(0, 1.42, 0.055, 0, 1.52, 0.055, SKIN_SHADE),
    ...both(capsule(0.08, 0.88, 0.1, 0.13, 1.36, 0.09, jacket)),
    capsule(0, 0.9, 0.15, 0, 1.33, 0.16, jacket),
    ellipse(0, 1.44, 0.07, 0.04, SKIN_SHADE),
    capsule(0, 0.86, 0.006, 0, 1.39, 0.006, [Math.max(16, jacket[0] - 26), jacket[1], jacket[2]]),
    ellipse(0, 1.635, 0.112, 0.135, HAIR, 0.1),
    ...both(ellipse(0.1, 1.6, 0.016, 0.03, SKIN_SHADE)),
    ellipse(0, 1.605, 0.094, 0.122, SKIN, 0.09),
    ellipse(0, 1.724, 0.09, 0.034, HAIR),
    ...both(blurred(0.036, 1.625, 0.04, 0.034, EYE)),
    blurred(0, 1.54, 0.05, 0.028, LIPS),
    ...(hot
      ? [
          {
            ...ellipse(0, 1.662, 0.07, 0.03, HOT),
            alpha: (x: number, y: number) => 0.9 - 0.6 * Math.hypot(x / 0.07, (y - 1.662) / 0.03),
          },
          ...both({ ...ellipse(0.055, 1.575, 0.026, 0.02, HOT), alpha: () => 0.35 }),
        ]
      : []),
  ];
}

/** On the back, the head to the left, one knee bent. */
function lying(): Shape[] {
  const [sweater, jeans] = [yuv(186, 52, 48), yuv(54, 76, 122)];
  return [
    capsule(-0.5, 0.1, 0.06, -0.86, 0.05, 0.045, sweater),
    ellipse(-0.93, 0.05, 0.06, 0.04, SKIN, 0.04),
    capsule(0.02, 0.12, 0.1, 0.45, 0.1, 0.075, jeans),
    capsule(0.45, 0.1, 0.075, 0.82, 0.07, 0.05, jeans),
    capsule(0.86, 0.06, 0.05, 0.88, 0.17, 0.04, SHOES),
    capsule(0.02, 0.14, 0.1, 0.34, 0.37, 0.075, jeans),
    capsule(0.34, 0.37, 0.075, 0.52, 0.09, 0.055, jeans),
    capsule(0.52, 0.05, 0.045, 0.62, 0.045, 0.04, SHOES),
    capsule(-0.52, 0.15, 0.14, -0.02, 0.14, 0.14, sweater),
    ellipse(-0.8, 0.15, 0.13, 0.115, HAIR, 0.1),
    ellipse(-0.765, 0.145, 0.095, 0.09, SKIN, 0.09),
    blurred(-0.745, 0.185, 0.04, 0.03, EYE),
    blurred(-0.695, 0.135, 0.026, 0.03, LIPS),
    capsule(-0.44, 0.2, 0.055, -0.2, 0.3, 0.05, [sweater[0] - 14, sweater[1], sweater[2]]),
    capsule(-0.2, 0.3, 0.05, -0.02, 0.2, 0.045, [sweater[0] - 14, sweater[1], sweater[2]]),
    ellipse(0.04, 0.18, 0.05, 0.04, SKIN, 0.04),
  ];
}

/** Noise between 0 and 1 without steps. */
function smooth(x: number, y: number, seed: number): number {
  const [left, low] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - left), ease(y - low)];
  const at = (dx: number, dy: number) => noiseAt(left + dx + 64, low + dy + 64, seed);
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

/** A plume that widens and drifts as it rises. */
function plume(): Shape[] {
  const density = (x: number, y: number): number => {
    const rise = y / 2.35;
    const half = 0.14 + 0.62 * rise ** 0.8;
    const aside = Math.abs(x - 0.16 * Math.sin(y * 2.6) - 0.1 * rise) / half;
    const cloud = 0.55 * smooth(x * 4, y * 4, 5) + 0.3 * smooth(x * 9, y * 9, 7) + 0.15 * smooth(x * 19, y * 19, 9);
    const body = Math.max(0, 1 - aside ** 2) * (0.5 + 1.2 * cloud) - 0.22;
    return Math.max(0, Math.min(0.94, body * 1.5)) * Math.min(1, (2.35 - y) * 3) * Math.min(1, y * 8 + 0.3);
  };
  const light = yuv(176, 178, 180);
  return [
    { colour: SMOKE, distance: () => -1, alpha: density },
    { colour: light, distance: () => -1, alpha: (x, y) => density(x, y) * 0.6 * smooth(x * 5 + 9, y * 5, 3) },
  ];
}

const WHITE = yuv(236, 240, 244);
const BACKDROP = yuv(14, 18, 28);
const CROSS = yuv(230, 60, 56);
const disc = ellipse(0, 0.5, 0.48, 0.48, BACKDROP);

/** A surgical mask, crossed out. */
const crossedMask: Shape[] = [
  disc,
  ...both(capsule(0.2, 0.56, 0.016, 0.38, 0.62, 0.016, WHITE), capsule(0.2, 0.44, 0.016, 0.38, 0.5, 0.016, WHITE)),
  capsule(-0.14, 0.5, 0.15, 0.14, 0.5, 0.15, yuv(168, 208, 236)),
  ...[0.44, 0.5, 0.56].map((y) => capsule(-0.2, y, 0.008, 0.2, y, 0.008, yuv(96, 140, 176))),
  capsule(-0.32, 0.18, 0.035, 0.32, 0.82, 0.035, CROSS),
];
/** A loudspeaker with sound waves. */
const loudspeaker: Shape[] = [
  disc,
  capsule(-0.26, 0.5, 0.07, -0.2, 0.5, 0.07, WHITE),
  capsule(-0.22, 0.5, 0.05, -0.06, 0.5, 0.2, WHITE),
  ...[0.16, 0.26, 0.36].map((radius): Shape => ({
    colour: yuv(255, 176, 46),
    distance: (x, y) =>
      Math.abs(Math.atan2(y - 0.5, x)) > 0.8 || x < 0 ? 1 : Math.abs(Math.hypot(x, y - 0.5) - radius) - 0.024,
  })),
];

const DRAWINGS = {
  person: {
    width: 0.8,
    height: 1.8,
    texelsPerMetre: 220,
    shapes: standing(yuv(44, 58, 84), yuv(58, 60, 66), false),
  },
  maskless: {
    width: 0.8,
    height: 1.8,
    texelsPerMetre: 220,
    shapes: standing(yuv(58, 122, 112), yuv(64, 66, 84), false),
  },
  feverish: {
    width: 0.8,
    height: 1.8,
    texelsPerMetre: 220,
    shapes: standing(yuv(178, 138, 74), yuv(66, 76, 104), true),
  },
  lying: { width: 2.1, height: 0.5, texelsPerMetre: 180, shapes: lying() },
  smoke: { width: 2, height: 2.4, texelsPerMetre: 80, shapes: plume() },
  crossedMask: { width: 1, height: 1, texelsPerMetre: 160, shapes: crossedMask },
  loudspeaker: { width: 1, height: 1, texelsPerMetre: 160, shapes: loudspeaker },
} satisfies Record<string, Drawing>;
export type FigureKind = keyof typeof DRAWINGS;
export const FIGURE_KINDS = Object.keys(DRAWINGS) as FigureKind[]; // the object has no other keys

/** Metres. */
export const figureSize = (kind: FigureKind): { width: number; height: number } => DRAWINGS[kind];

function paint({ width: across, height: up, texelsPerMetre, shapes }: Drawing): SpriteSize {
  const width = Math.round(across * texelsPerMetre);
  const height = Math.round(up * texelsPerMetre);
  const size: SpriteSize = {
    width,
    height,
    y: new Uint8Array(width * height),
    u: new Uint8Array(width * height).fill(128),
    v: new Uint8Array(width * height).fill(128),
    alpha: new Uint8Array(width * height),
  };
  for (let row = 0, at = 0; row < height; row++) {
    const y = up - (row + 0.5) / texelsPerMetre;
    for (let column = 0; column < width; column++, at++) {
      const x = (column + 0.5) / texelsPerMetre - across / 2;
      let [luma, u, v, alpha] = [0, 128, 128, 0];
      for (const { distance, colour, alpha: opacity, round } of shapes) {
        const off = distance(x, y);
        const cover = Math.max(0, Math.min(1, 0.5 - off * texelsPerMetre)) * Math.max(0, opacity?.(x, y) ?? 1);
        if (cover === 0) continue;
        const depth = round === undefined ? 1 : Math.min(1, -off / round);
        const tone = Math.max(
          16,
          colour[0] - 30 * (1 - depth) ** 2 - (round === undefined ? 0 : 5 * Math.sign(x) * (1 - depth)),
        );
        const total = cover + alpha * (1 - cover);
        const mixed = (over: number, under: number) => (over * cover + under * alpha * (1 - cover)) / total;
        [luma, u, v, alpha] = [mixed(tone, luma), mixed(colour[1], u), mixed(colour[2], v), total];
      }
      size.y[at] = luma;
      size.u[at] = u;
      size.v[at] = v;
      size.alpha[at] = Math.round(alpha * 255);
    }
  }
  return size;
}

const SIZES = 5;
const made = new Map<FigureKind, Sprite>();

export function figureOf(kind: FigureKind): Sprite {
  const known = made.get(kind);
  if (known) return known;
  const sprite = [paint(DRAWINGS[kind])];
  for (let last = sprite[0]; last && sprite.length < SIZES; last = sprite.at(-1)) sprite.push(halved(last));
  made.set(kind, sprite);
  return sprite;
}
