/** Clearances equal those found by looking at every obstacle. */
import { expect, it } from 'vitest';
import { clearanceIn, clearanceOf } from '../../../contract/rules/planPath/distance.ts';
import { chanceOf } from '../../../simulator/fleet/random.ts';

const CELL_M = 0.05;

function everyObstacle(occupied: Uint8Array, columns: number): Float32Array {
  const obstacles = [...occupied.keys()].filter((cell) => occupied[cell]);
  return Float32Array.from(occupied, (_, cell) =>
    clearanceOf(
      Math.min(
        1e9, // without any obstacle
        ...obstacles.map(
          (other) =>
            ((cell % columns) - (other % columns)) ** 2 +
            (Math.floor(cell / columns) - Math.floor(other / columns)) ** 2,
        ),
      ),
      CELL_M,
    ),
  );
}

it.each([
  ['a single cell', 1, 1, 0.5],
  ['a row', 30, 1, 0.2],
  ['a column', 1, 30, 0.2],
  ['a map with many obstacles', 23, 17, 0.5],
  ['a map with few', 40, 31, 0.01],
  ['an empty map', 12, 9, 0],
  ['a full one', 12, 9, 1],
])('%s', (_, columns, rows, share) => {
  const { next } = chanceOf(7, 'map');
  for (let round = 0; round < 20; round += 1) {
    const occupied = Uint8Array.from({ length: columns * rows }, () => (next() < share ? 1 : 0));
    expect(clearanceIn(occupied, columns, rows, CELL_M)).toEqual(everyObstacle(occupied, columns));
  }
});
