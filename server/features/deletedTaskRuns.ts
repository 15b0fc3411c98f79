/** Runs that fell out when their task was deleted: the timetable shows those of that day (design 20). */
import { expand, type PlannedRun, type RunChangeOf } from '../../contract/rules/schedule/expand.ts';
import { plusDays, zonedDate, zonedInstant } from '../../contract/rules/zonedTime.ts';
import type { TaskRow, TaskRunRow } from '../db/repositories/schedules.ts';
import { timesOf } from './schedulePlan.ts';

export function runsOfDeleted(
  tasks: readonly TaskRow[],
  rows: readonly TaskRunRow[],
  timeZone: string,
): { task: TaskRow; run: PlannedRun }[] {
  return tasks.flatMap((task) => {
    // A task that was off had nothing planned.
    if (!task.deletedAt || !task.isOn) return [];
    const from = task.deletedAt.getTime();
    const to = zonedInstant(timeZone, plusDays(zonedDate(timeZone, from), 1));
    const own = rows.filter(({ taskId }) => taskId === task.id);
    const over = new Set(own.filter(({ state }) => state !== 'planned').map(({ plannedAt }) => plannedAt.getTime()));
    const changes = own.filter(({ state, changedBy }) => state === 'planned' && changedBy !== null).map(toChange);
    // Runs of other days can have been moved to this one.
    const times = changes.map(({ plannedAt }) => plannedAt);
    return expand({
      task: { ...timesOf(task), id: task.id, isOn: true, rounds: task.rounds },
      timeZone,
      periods: [],
      changes,
      estimate: null,
      from: Math.min(from, ...times),
      to: Math.max(to, ...times.map((at) => at + 1)),
    })
      .filter(({ plannedAt, startsAt }) => startsAt >= from && startsAt < to && !over.has(plannedAt))
      .map((run) => ({ task, run }));
  });
}

const toChange = ({ taskId, plannedAt, movedTo, isForced }: TaskRunRow): RunChangeOf => ({
  taskId,
  plannedAt: plannedAt.getTime(),
  startsAt: movedTo?.getTime() ?? null,
  isForced,
});
