/**
 * Sprites of other robots: drawn once per kind and direction from rounded shapes, with mip levels of half the size
 * each. Shapes use a sheet of 96 x 112 units, feet at the lower edge, as in the console's own drawings.
 */
import type { RobotKind } from '../../contract/entities/constants.ts';
import { yuv } from './frame.ts';
import type { Yuv } from './frame.ts';

const SHEET_WIDTH = 96;
const SHEET_HEIGHT = 112;
/** Texels per unit at the largest size. */
const FINENESS = 1.75;
/** Number of distinct directions. */
const TURNS = 16;
const SIZES = 5;

/** Height of the sheet, metres. */
export const SPRITE_HEIGHT_M: Record<RobotKind, number> = {
  delivery: 1.2,
  reception: 1.36,
  security: 1.12,
  disinfection: 1.42,
};
export const SPRITE_ASPECT = SHEET_WIDTH / SHEET_HEIGHT;

export type SpriteSize = {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  readonly alpha: Uint8Array;
};
/** Largest first. */
export type Sprite = readonly SpriteSize[];

/** Left, top, width, height, corner radius. */
type Rect = readonly [x: number, y: number, w: number, h: number, r: number];
type Shape = {
  readonly rect: Rect;
  readonly colour: Yuv;
  /** Darker towards its sides, like a column. */ readonly rounded?: boolean;
  /** Distance of a front shape from the axis, units. It shifts and narrows with the turn, and is hidden from behind. */ readonly front?: number;
};

const BODY = yuv(232, 234, 238);
const LOWER = yuv(206, 210, 217);
const WHEEL = yuv(48, 52, 60);
const FACE_SCREEN = yuv(22, 30, 48);
const EYE = yuv(150, 226, 255);
const BLUE = yuv(66, 133, 244);
const TEAL = yuv(38, 166, 154);
const SLATE = yuv(84, 98, 124);
const AMBER = yuv(255, 176, 46);
const VIOLET = yuv(176, 148, 255);

const face = ([x, y, w, h, r]: Rect, front: number): Shape[] => [
  { rect: [x, y, w, h, r], colour: FACE_SCREEN, front },
  ...[0.34, 0.66].map((at): Shape => ({ rect: [x + w * at - 1.5, y + h * 0.3, 3, h * 0.4, 1.5], colour: EYE, front })),
];
const wheels = (radius: number, y: number, ...xs: number[]): Shape[] =>
  xs.map((x) => ({ rect: [x - radius, y - radius, 2 * radius, 2 * radius, radius], colour: WHEEL }));

const SHAPES: Record<RobotKind, readonly Shape[]> = {
  delivery: [
    ...wheels(6, 104, 29, 67),
    { rect: [17, 90, 62, 12, 5], colour: LOWER, rounded: true },
    { rect: [22, 10, 52, 84, 11], colour: BODY, rounded: true },
    { rect: [30, 46, 36, 18, 4], colour: BLUE, front: 24 },
    { rect: [30, 69, 36, 18, 4], colour: LOWER, front: 24 },
    { rect: [42, 50, 12, 1.8, 0.9], colour: BODY, front: 24 },
    { rect: [42, 73, 12, 1.8, 0.9], colour: SLATE, front: 24 },
    ...face([31, 19, 34, 18, 7], 24),
  ],
  reception: [
    ...wheels(5, 105, 34, 62),
    { rect: [24, 88, 48, 14, 7], colour: LOWER, rounded: true },
    { rect: [35, 40, 26, 52, 9], colour: BODY, rounded: true },
    { rect: [27, 46, 7, 24, 3.5], colour: LOWER, rounded: true },
    { rect: [62, 46, 7, 24, 3.5], colour: LOWER, rounded: true },
    { rect: [45, 34, 6, 9, 2], colour: SLATE },
    { rect: [38, 52, 20, 14, 3], colour: TEAL, front: 12 },
    { rect: [27, 8, 42, 29, 14], colour: BODY, rounded: true },
    ...face([33, 14, 30, 17, 8], 18),
  ],
  security: [
    ...wheels(10, 100, 28, 68),
    ...wheels(3.5, 100, 28, 68).map((wheel) => ({ ...wheel, colour: LOWER })),
    { rect: [46, 36, 4, 28, 1], colour: SLATE, rounded: true },
    { rect: [16, 60, 64, 31, 8], colour: SLATE, rounded: true },
    { rect: [30, 67, 36, 12, 4], colour: BODY, front: 24 },
    { rect: [43, 5, 10, 7, 3], colour: AMBER },
    { rect: [34, 12, 28, 28, 14], colour: BODY, rounded: true },
    ...face([37, 19, 22, 14, 7], 13),
  ],
  disinfection: [
    ...wheels(6, 104, 32, 64),
    { rect: [42, 16, 12, 56, 2], colour: SLATE },
    { rect: [32, 16, 8, 56, 3], colour: VIOLET },
    { rect: [44, 16, 8, 56, 3], colour: VIOLET },
    { rect: [56, 16, 8, 56, 3], colour: VIOLET },
    { rect: [28, 7, 40, 12, 6], colour: BODY, rounded: true },
    { rect: [22, 68, 52, 34, 9], colour: BODY, rounded: true },
    ...face([33, 75, 30, 15, 6], 24),
  ],
};

/** Signed distance to a rounded rectangle, negative inside. */
function distanceTo(px: number, py: number, x: number, y: number, w: number, h: number, r: number): number {
  const dx = Math.abs(px - x - w / 2) - w / 2 + r;
  const dy = Math.abs(py - y - h / 2) - h / 2 + r;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - r;
}

/** The rectangle of a front shape when the robot is turned by `angle` from facing the camera; null if it faces away. */
function turned([x, y, w, h, r]: Rect, front: number, angle: number): Rect | null {
  const facing = Math.cos(angle);
  if (facing < 0.12) return null;
  const middle = SHEET_WIDTH / 2;
  const centre = middle + (x + w / 2 - middle) * facing + Math.sin(angle) * front;
  return [centre - (w * facing) / 2, y, w * facing, h, Math.min(r, (w * facing) / 2, h / 2)];
}

function paint(kind: RobotKind, angle: number): SpriteSize {
  const width = Math.round(SHEET_WIDTH * FINENESS);
  const height = Math.round(SHEET_HEIGHT * FINENESS);
  const size: SpriteSize = {
    width,
    height,
    y: new Uint8Array(width * height),
    u: new Uint8Array(width * height).fill(128),
    v: new Uint8Array(width * height).fill(128),
    alpha: new Uint8Array(width * height),
  };
  for (const { rect, colour, rounded, front } of SHAPES[kind]) {
    const placed = front === undefined ? rect : turned(rect, front, angle);
    if (!placed) continue;
    const [x, y, w, h, r] = placed;
    const [fromX, toX] = [
      Math.max(0, Math.floor((x - 1) * FINENESS)),
      Math.min(width, Math.ceil((x + w + 1) * FINENESS)),
    ];
    const [fromY, toY] = [
      Math.max(0, Math.floor((y - 1) * FINENESS)),
      Math.min(height, Math.ceil((y + h + 1) * FINENESS)),
    ];
    for (let row = fromY; row < toY; row++) {
      for (let column = fromX; column < toX; column++) {
        const px = (column + 0.5) / FINENESS;
        const at = row * width + column;
        const under = (size.alpha[at] ?? 0) / 255;
        // Front shapes are clipped to the body.
        const cover =
          Math.max(0, Math.min(1, 0.5 - distanceTo(px, (row + 0.5) / FINENESS, x, y, w, h, r) * FINENESS)) *
          (front === undefined ? 1 : under);
        if (cover === 0) continue;
        const across = (px - x - w / 2) / (w / 2);
        const tone = rounded
          ? colour[0] - 34 * Math.max(0, across + 0.25) ** 2 - 12 * Math.max(0, -across) ** 3
          : colour[0];
        const alpha = cover + under * (1 - cover);
        const mixed = (over: number, below: number) => (over * cover + below * under * (1 - cover)) / alpha;
        size.y[at] = mixed(tone, size.y[at] ?? 0);
        size.u[at] = mixed(colour[1], size.u[at] ?? 0);
        size.v[at] = mixed(colour[2], size.v[at] ?? 0);
        size.alpha[at] = Math.round(alpha * 255);
      }
    }
  }
  return size;
}

/** Averages four texels into one, weighting colours by alpha. */
export function halved(from: SpriteSize): SpriteSize {
  const width = from.width >> 1;
  const height = from.height >> 1;
  const size: SpriteSize = {
    width,
    height,
    y: new Uint8Array(width * height),
    u: new Uint8Array(width * height),
    v: new Uint8Array(width * height),
    alpha: new Uint8Array(width * height),
  };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const four = [0, 1, from.width, from.width + 1].map((offset) => row * 2 * from.width + column * 2 + offset);
      const weight = four.reduce((sum, at) => sum + (from.alpha[at] ?? 0), 0);
      const mean = (plane: Uint8Array) =>
        weight ? four.reduce((sum, at) => sum + (plane[at] ?? 0) * (from.alpha[at] ?? 0), 0) / weight : 128;
      const at = row * width + column;
      size.y[at] = mean(from.y);
      size.u[at] = mean(from.u);
      size.v[at] = mean(from.v);
      size.alpha[at] = Math.round(weight / 4);
    }
  }
  return size;
}

const made = new Map<string, Sprite>();

/**
 * `angle` is the robot's heading minus the direction from it to the camera: 0 faces the camera, positive turns to the
 * camera's right.
 */
export function spriteOf(kind: RobotKind, angle: number): Sprite {
  const turn = ((Math.round((angle / (2 * Math.PI)) * TURNS) % TURNS) + TURNS) % TURNS;
  const key = `${kind}/${turn}`;
  const known = made.get(key);
  if (known) return known;
  const sprite: SpriteSize[] = [paint(kind, (turn / TURNS) * 2 * Math.PI)];
  for (let last = sprite[0]; last && sprite.length < SIZES; last = sprite.at(-1)) sprite.push(halved(last));
  made.set(key, sprite);
  return sprite;
}
