/** Presents a disinfection in the reader's language. */
import type { Language } from '../../contract/entities/constants.ts';
import type { Disinfection, DisinfectionDetails } from '../../contract/entities/disinfection.ts';
import { GRID_CELL_M } from '../../contract/rules/cellGrid.ts';
import { taskRunOf } from '../../contract/rules/schedule/disinfectionTask.ts';
import { nameIn } from '../db/localName.ts';
import type { DisinfectionRow, ListedDisinfection } from '../db/repositories/disinfections.ts';

/** One decimal. */
export const squareMetresOf = (cells: number): number => Math.round(cells * GRID_CELL_M ** 2 * 10) / 10;
const share = (part: number, of: number): number => (of === 0 ? 0 : Math.round((part / of) * 1000) / 1000);
const tenths = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

export const toDisinfectionDto = (row: ListedDisinfection, language: Language): Disinfection => ({
  id: row.id,
  serialNumber: row.serialNumber,
  robotName: nameIn(row.robotName, language),
  mapId: row.mapId,
  mapName: nameIn(row.mapName, language),
  floor: row.floor,
  kind: row.kind,
  mode: row.mode,
  aim: row.aim,
  waitUntilEmpty: row.waitUntilEmpty,
  state: row.state,
  phase: row.phase,
  reason: row.reason,
  startedBy: { userId: row.startedBy, name: nameIn(row.startedByName, language) },
  task: row.taskRunId === null ? null : taskRunOf(row.taskRunId),
  startedAt: row.startedAt.getTime(),
  endedAt: row.endedAt?.getTime() ?? null,
  estimate: row.estimate,
  squareMetres: squareMetresOf(row.plannedCells),
  coverage: share(row.coveredCells, row.plannedCells),
  dose: tenths(row.dose),
  agentLeft: row.agentLeft,
  agentFull: row.agentFull,
  sections: row.sections.map(({ id, name, state, cells, covered, dose, aim, seconds }) => ({
    id,
    name: nameIn(name, language),
    state,
    squareMetres: squareMetresOf(cells),
    coverage: share(covered, cells),
    dose: tenths(dose),
    aim,
    seconds,
  })),
  revision: row.revision,
  demo: row.demo,
});

export const toDisinfectionDetailsDto = (
  row: DisinfectionRow,
  language: Language,
): Omit<DisinfectionDetails, 'track'> => ({
  run: toDisinfectionDto(row, language),
  grid: row.grid,
  planned: row.planned,
  doses: row.doses,
  pauses: row.pauses,
});
