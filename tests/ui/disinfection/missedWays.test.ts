/** The lanes over cells without dose: whole rooms, parts of one, cells that were skipped; nothing where all was covered. */
import { expect, it } from 'vitest';
import { encodeRuns } from '../../../contract/rules/cellGrid.ts';
import { CELL_SKIPPED } from '../../../contract/wire/disinfection.ts';
import { missedWays } from '../../../src/ui/disinfection/missedWays.ts';

/** Metre cells, so that each row is a lane; centres are at half metres. */
const grid = { x: 0, y: 0, cellM: 1, columns: 4, rows: 2 };
const all = encodeRuns([1, 1, 1, 1, 1, 1, 1, 1]);

it('goes up one lane and down the next where nothing was driven', () => {
  expect(missedWays(grid, all, encodeRuns([0, 0, 0, 0, 0, 0, 0, 0]))).toEqual([
    [
      [0.5, 0.5],
      [1.5, 0.5],
      [2.5, 0.5],
      [3.5, 0.5],
      [3.5, 1.5],
      [2.5, 1.5],
      [1.5, 1.5],
      [0.5, 1.5],
    ],
  ]);
  expect(missedWays(grid, all, encodeRuns([9, 9, 9, 9, 9, 9, 9, 9]))).toEqual([]);
});

it('leaves out what was covered, and joins nothing across it', () => {
  expect(missedWays(grid, all, encodeRuns([0, 9, 9, CELL_SKIPPED, 0, 9, 9, 0]))).toEqual([
    [
      [3.5, 0.5],
      [3.5, 1.5],
    ],
  ]);
});

it('is one way for each place, without cells that no place has', () => {
  expect(missedWays(grid, encodeRuns([1, 1, 2, 2, 0, 0, 0, 0]), [])).toEqual([
    [
      [0.5, 0.5],
      [1.5, 0.5],
    ],
    [
      [2.5, 0.5],
      [3.5, 0.5],
    ],
  ]);
});
