/** Connected areas of a floor for a robot. Checking them first avoids an exhaustive search that finds no path. */
import type { Place } from '../../entities/floorPlan.ts';
import { clearanceAt, type Occupancy } from './occupancy.ts';

/** Whether a path between two free places exists; metres. */
export type AreJoined = (from: Place, to: Place) => boolean;

/** Labels all cells that a disc of the radius can reach from each other with the same number. */
export function islandsOf(grid: Occupancy, radius: number): AreJoined {
  const { columns, rows, cellM, clearance } = grid;
  const island = new Int32Array(columns * rows);
  const open = new Int32Array(columns * rows);
  let count = 0;
  for (let first = 0; first < island.length; first++) {
    if (island[first] !== 0 || (clearance[first] ?? 0) < radius) continue;
    count++;
    let waiting = 0;
    open[waiting++] = first;
    island[first] = count;
    while (waiting > 0) {
      const cell = open[--waiting] ?? 0;
      const column = cell % columns;
      for (const next of [
        column > 0 ? cell - 1 : -1,
        column < columns - 1 ? cell + 1 : -1,
        cell - columns,
        cell + columns,
      ]) {
        if (next < 0 || next >= island.length || island[next] !== 0 || (clearance[next] ?? 0) < radius) continue;
        island[next] = count;
        open[waiting++] = next;
      }
    }
  }
  const at = ([x, y]: Place): number =>
    clearanceAt(grid, x, y) < radius ? 0 : (island[Math.floor(y / cellM) * columns + Math.floor(x / cellM)] ?? 0);
  return (from, to) => at(from) !== 0 && at(from) === at(to);
}
