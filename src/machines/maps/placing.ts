/** Scale and origin of a plain picture, from two marks on it whose distance was measured in the building. */
import { toMetres } from '../../../contract/rules/mapFrame.ts';
import { RESOLUTION } from '../../../contract/rules/mapLimits.ts';

/** Pixels of the picture from its top left. */
export type Mark = readonly [column: number, row: number];
export interface Placing {
  resolution: number;
  origin: { x: number; y: number; yaw: number };
}

const numberIn = (text: string): number | null => {
  const plain = text.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/u.test(plain) ? Number(plain) : null;
};

/** Values typed for the marks, metres. */
export interface Typed {
  distance: string;
  /** World position of the first mark; blank: the picture's lower left is 0, 0. */
  x: string;
  y: string;
  /** World position of the second mark; if given, the distance is not needed and the picture's rotation is known. */
  x2: string;
  y2: string;
}

/** @param height pixels @returns null while a value is missing or invalid */
export function placedBy(height: number, marks: readonly Mark[], { distance, x, y, x2, y2 }: Typed): Placing | null {
  const [a, b] = marks;
  if (!a || !b) return null;
  const pixels = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const first = placeIn(x, y);
  const second = placeIn(x2, y2);
  if (pixels < 1 || first === 'wrong' || second === 'wrong' || (second !== null && first === null)) return null;
  const metres = first && second ? Math.hypot(second[0] - first[0], second[1] - first[1]) : numberIn(distance);
  if (metres === null || metres <= 0) return null;
  const resolution = metres / pixels;
  if (resolution < RESOLUTION.min || resolution > RESOLUTION.max) return null;
  if (!first) return { resolution, origin: { x: 0, y: 0, yaw: 0 } };
  // Rows count downwards, metres upwards.
  const yaw = second
    ? within(Math.atan2(second[1] - first[1], second[0] - first[0]) - Math.atan2(a[1] - b[1], b[0] - a[0]))
    : 0;
  const [fromX, fromY] = toMetres(
    { resolution, width: 0, height: height * resolution, origin: { x: 0, y: 0, yaw } },
    a[0],
    a[1],
  );
  return { resolution, origin: { x: first[0] - fromX, y: first[1] - fromY, yaw } };
}

function placeIn(x: string, y: string): readonly [number, number] | 'wrong' | null {
  if (x.trim() === '' && y.trim() === '') return null;
  const [east, north] = [numberIn(x), numberIn(y)];
  return east === null || north === null ? 'wrong' : [east, north];
}

/** Normalises to -pi to pi; rotations below 1e-9 are rounding errors and become 0. */
function within(angle: number): number {
  const turned = Math.atan2(Math.sin(angle), Math.cos(angle));
  return Math.abs(turned) < 1e-9 ? 0 : turned;
}

/** Moves the keyboard's mark by pixels, from the centre at first, clamped to the picture. */
export function movedMark(
  { width, height }: { readonly width: number; readonly height: number },
  mark: Mark | null,
  [columns, rows]: Mark,
): Mark {
  const [column, row] = mark ?? [width / 2, height / 2];
  return [Math.min(width, Math.max(0, column + columns)), Math.min(height, Math.max(0, row + rows))];
}

export const PICTURE_ZOOM_MAX = 16;
/** The zoom as a multiple of the fitted size, clamped to 1 to PICTURE_ZOOM_MAX. */
export const zoomedPicture = (zoom: number, factor: number): number =>
  Math.min(PICTURE_ZOOM_MAX, Math.max(1, zoom * factor));

/** Adds a mark; a third mark starts over. */
export const marked = (marks: readonly Mark[], mark: Mark): readonly Mark[] =>
  marks.length >= 2 ? [mark] : [...marks, mark];
