/** Turns a plan into cells on the map and the parts of the run: a copy, so that later edits of the map have no effect. */
import {
  COVERED_FROM,
  estimateOf,
  MOST_CELLS,
  planFault,
  type DisinfectionEstimate,
  type DisinfectionPlan,
  type SectionSize,
} from '../../contract/rules/disinfection.ts';
import {
  layOut,
  regionOfArea,
  regionOfPoint,
  regionOfRoom,
  type Region,
} from '../../contract/rules/disinfectionLayout.ts';
import { decodeRuns, encodeRuns, MOST_RUN_NUMBERS, type CellGrid } from '../../contract/rules/cellGrid.ts';
import { CELL_SKIPPED, DOSE_STEPS } from '../../contract/wire/disinfection.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { disinfectionById } from '../db/repositories/disinfections.ts';
import { mapById, pointsOfMaps, type StoredMap } from '../db/repositories/maps.ts';
import type { StoredSection } from '../db/schema.ts';

export interface PlannedDisinfection {
  map: Pick<StoredMap, 'id' | 'name' | 'floor'>;
  grid: CellGrid;
  planned: number[];
  plannedCells: number;
  sections: StoredSection[];
  estimate: DisinfectionEstimate;
}

/** A part of the run, before its cells are known. */
type Part = Pick<StoredSection, 'id' | 'name' | 'aim' | 'stand'>;

/** @throws ApiError mapUnknown, fieldInvalid, pointUnknown, notFound, disinfectionEmpty, disinfectionTooLarge */
export async function planDisinfection(db: Db, plan: DisinfectionPlan): Promise<PlannedDisinfection> {
  const fault = planFault(plan);
  if (fault) throw new ApiError('fieldInvalid', { field: fault });
  const map = await mapById(db, plan.mapId);
  if (!map) throw new ApiError('mapUnknown', { field: 'mapId' });
  if (plan.target.kind === 'missed') return missedOf(db, map, plan, plan.target.recordId);
  const parts = await partsOf(db, map, plan);
  const found = layOut(
    map.plan,
    parts.map(({ region }) => region),
  );
  if (found === 'empty') throw new ApiError('disinfectionEmpty', { field: 'target' });
  if (found === 'tooLarge') throw new ApiError('disinfectionTooLarge', { field: 'target' });
  return finished(map, plan, found.grid, found.cells, parts);
}

async function partsOf(
  db: Db,
  map: StoredMap,
  { target, dose: aim }: DisinfectionPlan,
): Promise<(Part & { region: Region })[]> {
  switch (target.kind) {
    case 'rooms':
      return [...new Set(target.rooms)].map((id) => {
        const room = map.plan.rooms.find((one) => one.id === id);
        if (!room) throw new ApiError('fieldInvalid', { field: 'rooms' });
        return { id, name: room.name, aim, stand: null, region: regionOfRoom(room) };
      });
    case 'points': {
      const known = new Map((await pointsOfMaps(db, [map.id])).map((point) => [point.areaId, point]));
      return target.points.map(({ areaId, minutes, dose }) => {
        const point = known.get(areaId);
        if (!point) throw new ApiError('pointUnknown', { field: 'areaId' });
        const { x, y, name } = point;
        return {
          id: areaId,
          name,
          aim: dose ?? aim,
          stand: { nodeId: areaId, x, y, seconds: Math.round(minutes * 60) },
          region: regionOfPoint(map.plan.rooms, [x, y]),
        };
      });
    }
    case 'area':
      return [{ id: '', name: '', aim, stand: null, region: regionOfArea(target.polygon) }];
    case 'missed':
      return [];
  }
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
  parts: readonly Part[],
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
  const estimate = estimateOf(mode, sections.map(sizeOf), grid.cellM ** 2);
  const { id, name, floor } = map;
  return { map: { id, name, floor }, grid, planned, plannedCells, sections, estimate };
}

/** The numbers that an estimate needs of a section. */
export const sizeOf = ({ id, cells, aim, stand }: StoredSection): SectionSize & { id: string } => ({
  id,
  cells,
  dose: aim,
  minutes: stand ? stand.seconds / 60 : null,
});
