/** Where a thing is in a picture of a robot's camera, as the robot reports it. */
import type { PictureBox } from '../../contract/entities/pictureBox.ts';
import { aim, lensFor } from './lens.ts';
import { frameOf } from './marks.ts';
import { EYE_M, FIELD_OF_VIEW } from './render.ts';
import type { Thing } from './things.ts';

/** The shape of the pictures; their size does not matter for a box in parts of them. */
const [WIDTH, HEIGHT] = [160, 90];
/** Around the thing, in parts of the height. */
const MARGIN = 1 / 60;
const DIGITS = 4;

const within = (value: number): number => Math.min(1, Math.max(0, value));
const rounded = (value: number): number => Number(value.toFixed(DIGITS));

/** null if no part of it is in the picture. */
export function boxOf(view: { x: number; y: number; theta: number }, thing: Thing): PictureBox | null {
  const lens = lensFor(WIDTH, HEIGHT, EYE_M);
  aim(lens, view.x, view.y, view.theta, FIELD_OF_VIEW);
  const found = frameOf(lens, thing);
  if (!found) return null;
  const margin = MARGIN * HEIGHT;
  const [left, right] = [within((found.left - margin) / WIDTH), within((found.right + margin) / WIDTH)];
  const [top, bottom] = [within((found.top - margin) / HEIGHT), within((found.bottom + margin) / HEIGHT)];
  if (right <= left || bottom <= top) return null;
  return { x: rounded(left), y: rounded(top), width: rounded(right - left), height: rounded(bottom - top) };
}
