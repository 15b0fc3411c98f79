/** The way of a disinfection that was not driven: the lanes over the cells that got no dose. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { decodeRuns, type CellGrid } from '../../../contract/rules/cellGrid.ts';
import { LANE_M, lanesOf } from '../../../contract/rules/disinfection.ts';
import { CELL_SKIPPED } from '../../../contract/wire/disinfection.ts';

/** Places further apart are not one way: the robot drives around what is between them. */
const GAP_M = 1.5 * LANE_M;

/**
 * @param planned numbers of the sections from 1, and `doses`: run-length coded
 * @returns ways in the order of the sections; each has at least two places
 */
export function missedWays(grid: CellGrid, planned: readonly number[], doses: readonly number[]): Place[][] {
  const length = grid.columns * grid.rows;
  const section = decodeRuns(planned, length);
  const dose = decodeRuns(doses, length);
  const isMissed = (cell: number): boolean => dose[cell] === 0 || dose[cell] === CELL_SKIPPED;
  const ways: Place[][] = [];
  for (const number of new Set(section)) {
    if (number === 0) continue;
    let way: Place[] = [];
    for (const place of lanesOf(grid, (cell) => section[cell] === number && isMissed(cell))) {
      const last = way.at(-1);
      if (!last || Math.hypot(place[0] - last[0], place[1] - last[1]) > GAP_M) {
        way = [];
        ways.push(way);
      }
      way.push(place);
    }
  }
  return ways.filter((way) => way.length > 1);
}
