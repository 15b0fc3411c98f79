/** Turns a plan into cells on the map and the parts of the run: a copy, so that later edits of the map have no effect. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import {
  estimateOf,
  MOST_CELLS,
  planFault,
  POINT_RADIUS_M,
  type DisinfectionEstimate,
  type DisinfectionPlan,
} from '../../contract/rules/disinfection.ts';
import {
  cellCentre,
  decodeRuns,
  encodeRuns,
  GRID_CELL_M,
  MOST_GRID_CELLS,
  MOST_RUN_NUMBERS,
  type CellGrid,
} from '../../contract/rules/cellGrid.ts';
import { cellsOf } from '../../contract/rules/planCells.ts';
import { COVERED_FROM } from '../../contract/rules/disinfection.ts';
import { CELL_SKIPPED, DOSE_STEPS } from '../../contract/wire/disinfection.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import type { StoredPlan } from '../db/localName.ts';
import { disinfectionById } from '../db/repositories/disinfections.ts';
import { mapById, pointsOfMaps, type StoredMap } from '../db/repositories/maps.ts';
import type { StoredSection } from '../db/schema.ts';

export interface PlannedDisinfection {
  map: StoredMap;
  grid: CellGrid;
  planned: number[];
  plannedCells: number;
  sections: StoredSection[];
  estimate: DisinfectionEstimate;
}

/** A part to be disinfected, before its cells are known. */
interface Region extends Pick<StoredSection, 'id' | 'name' | 'aim' | 'stand'> {
  /** Metres: south-west and north-east. */
  box: readonly [Place, Place];
  holds: (place: Place) => boolean;
}

/** @throws ApiError mapUnknown, fieldInvalid, pointUnknown, wrongFloor, notFound, disinfectionEmpty, disinfectionTooLarge */
export async function planDisinfection(db: Db, plan: DisinfectionPlan): Promise<PlannedDisinfection> {
  const fault = planFault(plan);
  if (fault) throw new ApiError('fieldInvalid', { field: fault });
  const map = await mapById(db, plan.mapId);
  if (!map) throw new ApiError('mapUnknown', { field: 'mapId' });
  if (plan.target.kind === 'missed') return missedOf(db, map, plan, plan.target.recordId);
  return laidOut(map, plan, await regionsOf(db, map, plan));
}

async function regionsOf(db: Db, map: StoredMap, { target, dose: aim }: DisinfectionPlan): Promise<Region[]> {
  const roomAt = roomFinder(map.plan);
  switch (target.kind) {
    case 'rooms':
      return [...new Set(target.roomIds)].map((id) => {
        const room = map.plan.rooms.find((one) => one.id === id);
        if (!room) throw new ApiError('fieldInvalid', { field: 'roomIds' });
        const box = boxOf(room);
        return { id, name: room.name, aim, stand: null, box, holds: (place) => isIn(box, place) };
      });
    case 'points': {
      const known = new Map((await pointsOfMaps(db, [map.id])).map((point) => [point.areaId, point]));
      return target.points.map(({ areaId, minutes, dose }) => {
        const point = known.get(areaId);
        if (!point) throw new ApiError('pointUnknown', { field: 'areaId' });
        const { x, y } = point;
        const room = roomAt([x, y]);
        return {
          id: areaId,
          name: point.name,
          aim: dose ?? aim,
          stand: { nodeId: areaId, x, y, seconds: Math.round(minutes * 60) },
          box: [
            [x - POINT_RADIUS_M, y - POINT_RADIUS_M],
            [x + POINT_RADIUS_M, y + POINT_RADIUS_M],
          ],
          // Walls bound what is given off at a point.
          holds: (place) =>
            Math.hypot(place[0] - x, place[1] - y) <= POINT_RADIUS_M && (!room || isIn(boxOf(room), place)),
        };
      });
    }
    case 'area': {
      const { polygon } = target;
      const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)];
      return [
        {
          id: '',
          name: '',
          aim,
          stand: null,
          box: [
            [Math.min(...xs), Math.min(...ys)],
            [Math.max(...xs), Math.max(...ys)],
          ],
          holds: (place) => isInside(polygon, place),
        },
      ];
    }
    case 'missed':
      return [];
  }
}

/** A cell belongs to the first part that holds its centre. */
function laidOut(map: StoredMap, plan: DisinfectionPlan, regions: readonly Region[]): PlannedDisinfection {
  const snap = (metres: number, round: (value: number) => number): number => round(metres / GRID_CELL_M) * GRID_CELL_M;
  const x = snap(Math.min(...regions.map(({ box }) => box[0][0])), Math.floor);
  const y = snap(Math.min(...regions.map(({ box }) => box[0][1])), Math.floor);
  const columns = Math.round((snap(Math.max(...regions.map(({ box }) => box[1][0])), Math.ceil) - x) / GRID_CELL_M);
  const rows = Math.round((snap(Math.max(...regions.map(({ box }) => box[1][1])), Math.ceil) - y) / GRID_CELL_M);
  if (columns < 1 || rows < 1) throw new ApiError('disinfectionEmpty', { field: 'target' });
  if (columns * rows > MOST_GRID_CELLS) throw new ApiError('disinfectionTooLarge', { field: 'target' });
  const grid: CellGrid = { x, y, cellM: GRID_CELL_M, columns, rows };
  const isFree = freeCells(map.plan);
  const planned = new Uint8Array(columns * rows);
  for (let cell = 0; cell < planned.length; cell += 1) {
    const place = cellCentre(grid, cell);
    if (isFree(place)) planned[cell] = regions.findIndex(({ holds }) => holds(place)) + 1;
  }
  return finished(map, plan, grid, planned, regions);
}

async function missedOf(
  db: Db,
  map: StoredMap,
  plan: DisinfectionPlan,
  recordId: string,
): Promise<PlannedDisinfection> {
  const record = await disinfectionById(db, recordId);
  if (!record) throw new ApiError('notFound', { field: 'recordId' });
  if (record.mapId !== map.id) throw new ApiError('idsDisagree', { field: 'mapId' });
  if (record.state === 'inProgress') throw new ApiError('robotBusy');
  const { grid } = record;
  const length = grid.columns * grid.rows;
  const planned = decodeRuns(record.planned, length);
  const doses = decodeRuns(record.doses, length);
  for (let cell = 0; cell < length; cell += 1)
    if ((doses[cell] ?? 0) >= COVERED_FROM * DOSE_STEPS || doses[cell] === CELL_SKIPPED) planned[cell] = 0;
  return finished(map, plan, grid, planned, record.sections);
}

/** Counts the cells, and drops parts without any. */
function finished(
  map: StoredMap,
  { mode, target }: DisinfectionPlan,
  grid: CellGrid,
  cells: Uint8Array,
  parts: readonly Pick<StoredSection, 'id' | 'name' | 'aim' | 'stand'>[],
): PlannedDisinfection {
  const counts = parts.map(() => 0);
  for (const value of cells) if (value > 0) counts[value - 1] = (counts[value - 1] ?? 0) + 1;
  const numbers = new Map<number, number>();
  const sections = parts.flatMap(({ id, name, aim, stand }, i): StoredSection[] => {
    const count = counts[i] ?? 0;
    if (count === 0 && target.kind !== 'points') return [];
    numbers.set(i + 1, numbers.size + 1);
    return [{ id, name, aim, stand, cells: count, state: 'waiting', seconds: 0, covered: 0, dose: null }];
  });
  const plannedCells = counts.reduce((sum, each) => sum + each, 0);
  if (plannedCells === 0) throw new ApiError('disinfectionEmpty', { field: 'target' });
  const planned = encodeRuns(cells.map((value) => numbers.get(value) ?? 0));
  if (plannedCells > MOST_CELLS || planned.length > MOST_RUN_NUMBERS)
    throw new ApiError('disinfectionTooLarge', { field: 'target' });
  const estimate = estimateOf(
    mode,
    sections.map(({ cells: own, aim, stand }) => ({
      cells: own,
      dose: aim,
      minutes: stand ? stand.seconds / 60 : null,
    })),
    grid.cellM ** 2,
  );
  return { map, grid, planned, plannedCells, sections, estimate };
}

const boxOf = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }): readonly [Place, Place] => [
  [x, y],
  [x + w, y + h],
];
const isIn = ([[x0, y0], [x1, y1]]: readonly [Place, Place], [x, y]: Place): boolean =>
  x >= x0 && x <= x1 && y >= y0 && y <= y1;

/** The smallest room at a place, as for the robots. */
function roomFinder({ rooms }: StoredPlan): (place: Place) => StoredPlan['rooms'][number] | undefined {
  const bySize = [...rooms].sort((a, b) => a.w * a.h - b.w * b.h);
  return (place) => bySize.find((room) => isIn(boxOf(room), place));
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
function freeCells(plan: StoredPlan): (place: Place) => boolean {
  if (plan.outline.length === 0) return () => true;
  const { columns, rows, cells } = cellsOf(plan, GRID_CELL_M / 2);
  return ([x, y]) => {
    const column = Math.floor(x / (GRID_CELL_M / 2));
    const row = Math.floor(y / (GRID_CELL_M / 2));
    return column >= 0 && row >= 0 && column < columns && row < rows && cells[row * columns + column] === 0;
  };
}
