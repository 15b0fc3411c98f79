/** Scale and origin of a plain picture, from two places on it whose distance somebody measured in the building. */
import { toMetres } from '../../../contract/rules/mapFrame.ts';
import { RESOLUTION } from '../../../contract/rules/mapLimits.ts';

/** Pixels of the picture from its top left. */
export type Mark = readonly [column: number, row: number];
export interface Placing { resolution: number; origin: { x: number; y: number; yaw: number } }

const numberIn = (text: string): number | null => {
  const plain = text.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/u.test(plain) ? Number(plain) : null;
};

/** @param first where the first mark lies in the world; both blank: the picture's lower left is 0, 0 @returns null while something is missing or makes no sense */
export function placedBy(height: number, marks: readonly Mark[], distance: string, first: { x: string; y: string }): Placing | null {
  const [a, b] = marks;
  const metres = numberIn(distance);
  if (!a || !b || metres === null || metres <= 0) return null;
  const pixels = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const resolution = metres / pixels;
  if (pixels < 1 || resolution < RESOLUTION.min || resolution > RESOLUTION.max) return null;
  if (first.x.trim() === '' && first.y.trim() === '') return { resolution, origin: { x: 0, y: 0, yaw: 0 } };
  const [x, y] = [numberIn(first.x), numberIn(first.y)];
  if (x === null || y === null) return null;
  const [fromX, fromY] = toMetres({ resolution, width: 0, height: height * resolution, origin: { x: 0, y: 0, yaw: 0 } }, a[0], a[1]);
  return { resolution, origin: { x: x - fromX, y: y - fromY, yaw: 0 } };
}

/** A third press begins anew. */
export const marked = (marks: readonly Mark[], mark: Mark): readonly Mark[] => (marks.length >= 2 ? [mark] : [...marks, mark]);
