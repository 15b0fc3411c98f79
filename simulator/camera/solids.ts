/** Solids that the camera can hit: upright boxes and cylinders between two heights, in metres. */
import { yuv } from './frame.ts';
import type { Yuv } from './frame.ts';

/** Room height, everywhere. */
export const CEILING_M = 2.7;
export const DOOR_HEIGHT_M = 2.1;

/** How a face is drawn. `plain` uses the solid's own colours, `wall` those of the room it faces. */
export const MATERIALS = [
  'plain',
  'wall',
  'door',
  'liftDoor',
  'lintel',
  'window',
  'opening',
  'glass',
  'plate',
  'exit',
  'shelf',
  'charger',
  'leaves',
  'bed',
  'wood',
] as const;
export type Material = (typeof MATERIALS)[number];

export type Solid = {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly z0: number;
  readonly z1: number;
  /** A cylinder inscribed in the box. */
  readonly round: boolean;
  readonly material: Material;
  readonly side: Yuv;
  readonly top: Yuv;
  /** Text of a sign. */
  readonly text?: string;
  /** Index of its door, and the door state in which the solid is visible. */
  readonly door?: number;
  readonly shownWhen?: 'open' | 'shut';
};

type Looks = { readonly side: Yuv; readonly top?: Yuv; readonly material?: Material };

export const PAINT = {
  plaster: yuv(206, 200, 190),
  frame: yuv(118, 97, 78),
  door: yuv(150, 122, 96),
  steel: yuv(172, 178, 184),
  steelTop: yuv(206, 211, 215),
  wood: yuv(164, 134, 102),
  woodTop: yuv(184, 154, 120),
  darkWood: yuv(112, 88, 68),
  stoneTop: yuv(202, 198, 190),
  linen: yuv(206, 202, 194),
  linenTop: yuv(230, 227, 220),
  pillow: yuv(236, 235, 232),
  blanket: yuv(92, 114, 150),
  sofa: yuv(96, 110, 134),
  sofaTop: yuv(116, 130, 154),
  chair: yuv(76, 84, 100),
  chairTop: yuv(92, 101, 118),
  screen: yuv(30, 34, 42),
  cloth: yuv(232, 229, 222),
  clothTop: yuv(240, 238, 232),
  pot: yuv(190, 186, 178),
  leaf: yuv(74, 112, 72),
  white: yuv(222, 226, 228),
  whiteTop: yuv(234, 237, 238),
  teal: yuv(84, 138, 146),
  tealTop: yuv(104, 158, 164),
  rubber: yuv(52, 56, 64),
  rubberTop: yuv(68, 72, 80),
  ball: yuv(72, 118, 182),
  charger: yuv(58, 66, 82),
  chargerTop: yuv(84, 93, 110),
  plate: yuv(52, 58, 70),
  exit: yuv(36, 140, 92),
  step: yuv(176, 172, 166),
  stepTop: yuv(196, 193, 187),
} as const;

export function box(
  x: number,
  y: number,
  w: number,
  h: number,
  z0: number,
  z1: number,
  { side, top = side, material = 'plain' }: Looks,
): Solid {
  return { x0: x, y0: y, x1: x + w, y1: y + h, z0, z1, round: false, material, side, top };
}

export function cylinder(
  x: number,
  y: number,
  r: number,
  z0: number,
  z1: number,
  { side, top = side, material = 'plain' }: Looks,
): Solid {
  return { x0: x - r, y0: y - r, x1: x + r, y1: y + r, z0, z1, round: true, material, side, top };
}
