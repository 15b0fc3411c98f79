/** The records of scheduled runs that did not start: each planned run ends as a record, with the reason. */
import { randomUUID } from 'node:crypto';
import { GRID_CELL_M } from '../../contract/rules/cellGrid.ts';
import type { DisinfectionPlan } from '../../contract/rules/disinfection.ts';
import { taskRunIdOf } from '../../contract/rules/schedule/disinfectionTask.ts';
import type { NotStartedReason } from '../../contract/rules/schedule/scheduleLimits.ts';
import type { Db } from '../db/database.ts';
import { addRouteRun } from '../db/repositories/cruiseRecords.ts';
import { addDisinfection } from '../db/repositories/disinfections.ts';
import { mapById } from '../db/repositories/maps.ts';
import { routeById } from '../db/repositories/cruiseRoutes.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import { robotBySerialNumber } from '../db/repositories/robots.ts';
import { changeRun, type TaskRow, type TaskRunRow } from '../db/repositories/schedules.ts';

export async function recordNotStarted(
  db: Db,
  task: TaskRow,
  run: TaskRunRow,
  { reason, description = '' }: { reason: NotStartedReason; description?: string },
  now: number,
): Promise<void> {
  const recordId = task.disinfection
    ? await recordDisinfection(db, task, task.disinfection, run, { type: reason, description }, now)
    : await recordRouteRun(db, task, run, { type: reason, description }, now);
  await changeRun(db, run, { state: 'notStarted', dueAt: null, reason, recordId });
}
type Reason = { type: NotStartedReason; description: string };

async function recordRouteRun(
  db: Db,
  task: TaskRow,
  run: TaskRunRow,
  reason: Reason,
  now: number,
): Promise<string | null> {
  // One after another: they share the transaction's connection.
  const route = await routeById(db, task.pathId);
  const robot = await robotBySerialNumber(db, run.serialNumber);
  const names = await namesOf(db, [task.savedBy]);
  const row = await addRouteRun(db, {
    id: randomUUID(),
    serialNumber: run.serialNumber,
    robotName: robot?.name ?? run.serialNumber,
    pathId: task.pathId,
    pathName: route?.name ?? task.pathName,
    mapId: route?.mapId ?? '',
    mapName: route?.mapName ?? '',
    floor: route?.floor ?? '',
    cycleType: task.rounds > 1 ? 'loop' : 'single',
    rounds: task.rounds > 1 ? task.rounds : null,
    state: 'failed',
    phase: null,
    reason,
    startedBy: task.savedBy,
    startedByName: names.get(task.savedBy) ?? '',
    startedAt: run.startsAt,
    endedAt: new Date(now),
    stops: [],
    plan: null,
    taskId: task.id,
    plannedAt: run.plannedAt,
  });
  return row?.id ?? null;
}

/** Without cells: nothing was laid out on the map. Its only section has the name of what the task disinfects. */
async function recordDisinfection(
  db: Db,
  task: TaskRow,
  plan: DisinfectionPlan,
  run: TaskRunRow,
  reason: Reason,
  now: number,
): Promise<string | null> {
  const map = await mapById(db, plan.mapId);
  const robot = await robotBySerialNumber(db, run.serialNumber);
  const names = await namesOf(db, [task.savedBy]);
  const row = await addDisinfection(db, {
    id: randomUUID(),
    serialNumber: run.serialNumber,
    robotName: robot?.name ?? run.serialNumber,
    mapId: plan.mapId,
    mapName: map?.name ?? '',
    floor: map?.floor ?? '',
    robotMapName: '',
    kind: plan.target.kind,
    mode: plan.mode,
    aim: plan.dose,
    waitUntilEmpty: plan.waitUntilEmpty,
    state: 'failed',
    phase: null,
    reason,
    startedBy: task.savedBy,
    startedByName: names.get(task.savedBy) ?? '',
    language: task.language,
    taskRunId: taskRunIdOf(task.id, run.plannedAt.getTime()),
    startedAt: run.startsAt,
    endedAt: new Date(now),
    estimate: { seconds: 0, battery: 0, agent: null, squareMetres: 0 },
    plannedCells: 0,
    sections: [
      {
        id: '',
        name: task.pathName,
        cells: 0,
        aim: plan.dose,
        stand: null,
        state: 'waiting',
        seconds: 0,
        covered: 0,
        dose: null,
      },
    ],
    grid: { x: 0, y: 0, cellM: GRID_CELL_M, columns: 1, rows: 1 },
    planned: [],
    doses: [],
    pauses: [],
  });
  return row?.id ?? null;
}
