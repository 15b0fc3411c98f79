/** The records of scheduled runs that did not start: each planned run ends as a record, with the reason. */
import { randomUUID } from 'node:crypto';
import type { NotStartedReason } from '../../contract/rules/schedule/scheduleLimits.ts';
import type { Db } from '../db/database.ts';
import { addRouteRun } from '../db/repositories/cruiseRecords.ts';
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
    reason: { type: reason, description },
    startedBy: task.savedBy,
    startedByName: names.get(task.savedBy) ?? '',
    startedAt: run.startsAt,
    endedAt: new Date(now),
    stops: [],
    plan: null,
    taskId: task.id,
    plannedAt: run.plannedAt,
  });
  await changeRun(db, run, { state: 'notStarted', dueAt: null, reason, recordId: row?.id ?? null });
}
