/**
 * Converts a map picture (ROS map_server) into a grid for path planning. Large pictures get fewer cells, but clearances
 * are measured on the picture's own pixels, so that doorways keep their width.
 */
import { meaningsOf } from '../mapFiles/meaning.ts';
import type { Picture } from '../mapFiles/picture.ts';
import type { PictureMeta } from '../../entities/map.ts';
import { clearanceOf, distanceLine } from './distance.ts';
import { CELL_M, type Occupancy } from './occupancy.ts';

const MOST_CELLS = 4_000_000;

/** Marks the blocked pixels, one byte per pixel. Colours are converted by their mean, as in ROS. */
export function blockedIn(
  { width, height, channels, data }: Picture,
  meta: PictureMeta,
  isUnknownFree: boolean,
): Uint8Array {
  const blocks = Uint8Array.from(meaningsOf(meta), (meaning) =>
    meaning === 'occupied' || (meaning === 'unknown' && !isUnknownFree) ? 1 : 0,
  );
  const blocked = new Uint8Array(width * height);
  if (channels === 1) for (let i = 0; i < blocked.length; i++) blocked[i] = blocks[data[i] ?? 0] ?? 1;
  else
    for (let i = 0, at = 0; i < blocked.length; i++, at += 3)
      blocked[i] = blocks[Math.round(((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3)] ?? 1;
  return blocked;
}

/** @param blocked rows from the top, not 0 for an obstacle @param resolution metres per pixel */
export function gridOf(blocked: Uint8Array, width: number, height: number, resolution: number): Occupancy {
  const every = Math.max(1, Math.ceil(Math.sqrt((width * height) / MOST_CELLS)), Math.floor(CELL_M / resolution));
  const [columns, rows] = [Math.ceil(width / every), Math.ceil(height / every)];
  /** The line of pixels, counted from the top, at which a row of cells, counted from the bottom, is measured. */
  const lineOf = (row: number): number => Math.max(0, height - 1 - Math.floor((row + 0.5) * every));
  const rowAt = new Int32Array(height).fill(-1);
  for (let row = 0; row < rows; row++) rowAt[lineOf(row)] = row;
  // Vertical distances first, for the measured lines. The area outside the picture is not free.
  const upright = new Float32Array(rows * width);
  const since = new Float32Array(width);
  const sweep = (line: number): void => {
    for (let x = 0, at = line * width; x < width; x++, at++) since[x] = blocked[at] ? 0 : (since[x] ?? 0) + 1;
    const row = rowAt[line] ?? -1;
    if (row < 0) return;
    const kept = upright.subarray(row * width, (row + 1) * width);
    for (let x = 0; x < width; x++) if ((kept[x] ?? 0) > (since[x] ?? 0)) kept[x] = since[x] ?? 0;
  };
  upright.fill(Infinity);
  for (let line = 0; line < height; line++) sweep(line);
  since.fill(0);
  for (let line = height - 1; line >= 0; line--) sweep(line);

  const clearance = new Float32Array(columns * rows);
  const along = distanceLine(width + 2);
  const squares = new Float32Array(width + 2);
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < width; x++) squares[x + 1] = (upright[row * width + x] ?? 0) ** 2;
    const out = along(squares, width + 2);
    for (let column = 0; column < columns; column++) {
      clearance[row * columns + column] = clearanceOf(
        out[Math.min(width, Math.floor((column + 0.5) * every) + 1)] ?? 0,
        resolution,
      );
    }
  }
  return { columns, rows, cellM: every * resolution, clearance };
}
