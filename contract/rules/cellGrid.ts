/** A grid of square cells over a part of a floor, and the run-length coding of their values. Pure. */
import * as v from 'valibot';
import type { Place } from '../entities/floorPlan.ts';

export const GRID_CELL_M = 0.5;
/** Cells of the rectangle around all planned cells. */
export const MOST_GRID_CELLS = 60_000;
/** Numbers of a run-length coding: pairs of value and count. */
export const MOST_RUN_NUMBERS = 6_000;

const whole = v.pipe(v.number(), v.integer());

export const cellGrid = v.object({
  /** South-western corner, metres. */
  x: v.pipe(v.number(), v.finite()),
  y: v.pipe(v.number(), v.finite()),
  cellM: v.pipe(v.number(), v.minValue(0.1), v.maxValue(5)),
  columns: v.pipe(whole, v.minValue(1), v.maxValue(MOST_GRID_CELLS)),
  rows: v.pipe(whole, v.minValue(1), v.maxValue(MOST_GRID_CELLS)),
});
export type CellGrid = v.InferOutput<typeof cellGrid>;

/** Value and count in turn; rows from south to north, columns from west to east. */
export const cellRuns = v.pipe(
  v.array(v.pipe(whole, v.minValue(0), v.maxValue(MOST_GRID_CELLS))),
  v.maxLength(MOST_RUN_NUMBERS),
  v.check((runs) => runs.length % 2 === 0, 'pairs'),
);

export const cellCentre = ({ x, y, cellM, columns }: CellGrid, cell: number): Place => [
  x + ((cell % columns) + 0.5) * cellM,
  y + (Math.floor(cell / columns) + 0.5) * cellM,
];

/** Index of the cell at a place; -1 outside the grid. */
export function cellAt({ x, y, cellM, columns, rows }: CellGrid, [px, py]: Place): number {
  const column = Math.floor((px - x) / cellM);
  const row = Math.floor((py - y) / cellM);
  return column < 0 || row < 0 || column >= columns || row >= rows ? -1 : row * columns + column;
}

export function encodeRuns(values: ArrayLike<number>): number[] {
  const runs: number[] = [];
  for (let i = 0; i < values.length;) {
    const value = values[i] ?? 0;
    let end = i + 1;
    while (end < values.length && values[end] === value) end += 1;
    runs.push(value, end - i);
    i = end;
  }
  return runs;
}

/** Cells that the coding leaves out are 0; what it has beyond `length` is ignored. */
export function decodeRuns(runs: readonly number[], length: number): Uint8Array {
  const values = new Uint8Array(length);
  let at = 0;
  for (let i = 0; i + 1 < runs.length && at < length; i += 2) {
    const end = Math.min(length, at + (runs[i + 1] ?? 0));
    values.fill(runs[i] ?? 0, at, end);
    at = end;
  }
  return values;
}
