/** Cells of a disinfection on a floor: rooms, circles around points, polygons, without walls and furniture. Pure. */
import type { Place } from '../entities/floorPlan.ts';
import { cellCentre, GRID_CELL_M, MOST_GRID_CELLS, type CellGrid } from './cellGrid.ts';
import { POINT_RADIUS_M } from './disinfection.ts';
import { cellsOf, type PlanShape } from './planCells.ts';

/** Cells of the whole floor's raster: it is coarser for huge floors, so that a preview stays cheap. */
const MOST_RASTER_CELLS = 1_000_000;

/** A part to be disinfected, before its cells are known. */
export interface Region {
  /** Metres: south-west and north-east. */
  box: readonly [Place, Place];
  holds: (place: Place) => boolean;
}
interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

const boxOf = ({ x, y, w, h }: Rect): readonly [Place, Place] => [
  [x, y],
  [x + w, y + h],
];
const isIn = ([[x0, y0], [x1, y1]]: readonly [Place, Place], [x, y]: Place): boolean =>
  x >= x0 && x <= x1 && y >= y0 && y <= y1;

export function regionOfRoom(room: Rect): Region {
  const box = boxOf(room);
  return { box, holds: (place) => isIn(box, place) };
}

/** Walls bound what is given off at a point: it stays in the smallest room there. */
export function regionOfPoint(rooms: readonly Rect[], [x, y]: Place): Region {
  const room = [...rooms].sort((a, b) => a.w * a.h - b.w * b.h).find((one) => isIn(boxOf(one), [x, y]));
  return {
    box: [
      [x - POINT_RADIUS_M, y - POINT_RADIUS_M],
      [x + POINT_RADIUS_M, y + POINT_RADIUS_M],
    ],
    holds: (place) => Math.hypot(place[0] - x, place[1] - y) <= POINT_RADIUS_M && (!room || isIn(boxOf(room), place)),
  };
}

export function regionOfArea(polygon: readonly Place[]): Region {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)];
  return {
    box: [
      [Math.min(...xs), Math.min(...ys)],
      [Math.max(...xs), Math.max(...ys)],
    ],
    holds: (place) => isInside(polygon, place),
  };
}

/** The grid, and the number of the part of each cell, from 1; a cell belongs to the first part that holds its centre. */
export function layOut(
  plan: PlanShape,
  regions: readonly Region[],
): { grid: CellGrid; cells: Uint8Array } | 'empty' | 'tooLarge' {
  const snap = (metres: number, round: (value: number) => number): number => round(metres / GRID_CELL_M) * GRID_CELL_M;
  const x = snap(Math.min(...regions.map(({ box }) => box[0][0])), Math.floor);
  const y = snap(Math.min(...regions.map(({ box }) => box[0][1])), Math.floor);
  const columns = Math.round((snap(Math.max(...regions.map(({ box }) => box[1][0])), Math.ceil) - x) / GRID_CELL_M);
  const rows = Math.round((snap(Math.max(...regions.map(({ box }) => box[1][1])), Math.ceil) - y) / GRID_CELL_M);
  if (columns < 1 || rows < 1) return 'empty';
  if (columns * rows > MOST_GRID_CELLS) return 'tooLarge';
  const grid: CellGrid = { x, y, cellM: GRID_CELL_M, columns, rows };
  const isFree = freeCells(plan);
  const cells = new Uint8Array(columns * rows);
  for (let cell = 0; cell < cells.length; cell += 1) {
    const place = cellCentre(grid, cell);
    if (isFree(place)) cells[cell] = regions.findIndex(({ holds }) => holds(place)) + 1;
  }
  return { grid, cells };
}

/** Even-odd rule. */
function isInside(polygon: readonly Place[], [x, y]: Place): boolean {
  let inside = false;
  polygon.forEach(([xi, yi], i) => {
    const [xj, yj] = polygon.at(i - 1) ?? [xi, yi];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  });
  return inside;
}

/** Off walls, columns and furniture; a map without a drawn floor leaves that to the robot. */
function freeCells(plan: PlanShape): (place: Place) => boolean {
  if (plan.outline.length === 0) return () => true;
  const cellM = Math.max(GRID_CELL_M / 2, Math.sqrt((plan.width * plan.height) / MOST_RASTER_CELLS));
  const { columns, rows, cells } = cellsOf(plan, cellM);
  return ([x, y]) => {
    const column = Math.floor(x / cellM);
    const row = Math.floor(y / cellM);
    return column >= 0 && row >= 0 && column < columns && row < rows && cells[row * columns + column] === 0;
  };
}
