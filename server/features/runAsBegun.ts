/**
 * Whether a run under way is not what its task says now. A run is a copy of its task, so a task that is changed meanwhile
 * changes nothing about it (design 20); its record keeps what it began with.
 */
import { zonedTimeOfDay, zonedWeekHour } from '../../contract/rules/zonedTime.ts';
import { daysOf } from '../../contract/rules/schedule/scheduledTask.ts';
import type { ListedDisinfection } from '../db/repositories/disinfections.ts';
import type { RouteRunRow } from '../db/repositories/cruiseRecords.ts';
import type { TaskRow, TaskRunRow } from '../db/repositories/schedules.ts';

type Run = Pick<TaskRunRow, 'plannedAt'>;

/** Another time or other days. A task switched on again has a new anchor too, and its time is the same. */
function hasOtherTime(task: TaskRow, { plannedAt }: Run, startedAt: Date, timeZone: string): boolean {
  if (task.anchorAt <= startedAt) return false;
  const at = plannedAt.getTime();
  const days = daysOf(task.days);
  return (
    zonedTimeOfDay(timeZone, at) !== task.executeTime ||
    (days.length > 0 && !days.includes(zonedWeekHour(timeZone, at).day + 1))
  );
}

/** Another route, other rounds, or a stop with another stay or that the task leaves out now. */
export function isRouteRunAsBegun(task: TaskRow, run: Run, record: RouteRunRow, timeZone: string): boolean {
  if (hasOtherTime(task, run, record.startedAt, timeZone)) return true;
  if (record.pathId !== task.pathId || (record.rounds ?? 1) !== task.rounds) return true;
  return task.pointSettings.some(({ areaId, skip, stayTime }) =>
    (record.plan?.stops ?? []).some(
      (stop) => stop.areaId === areaId && (skip === true || (stayTime != null && stop.stayTime !== stayTime)),
    ),
  );
}

/** Another map, mode or dose, or another rule for people in the room. */
export function isDisinfectionAsBegun(task: TaskRow, run: Run, record: ListedDisinfection, timeZone: string): boolean {
  const { disinfection } = task;
  return (
    hasOtherTime(task, run, record.startedAt, timeZone) ||
    (disinfection !== null &&
      (record.mapId !== disinfection.mapId ||
        record.mode !== disinfection.mode ||
        record.aim !== disinfection.dose ||
        record.waitUntilEmpty !== disinfection.waitUntilEmpty))
  );
}
