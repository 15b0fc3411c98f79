/** Keeps the next run of each scheduled task planned. The callers hold the task or its run. */
import { daysOf } from '../../contract/rules/schedule/scheduledTask.ts';
import { nextOccurrence, occurrencesOf, type TaskTimes } from '../../contract/rules/schedule/occurrences.ts';
import type { ExceptionTimes } from '../../contract/rules/schedule/exceptions.ts';
import type { Db } from '../db/database.ts';
import {
  addRun,
  removePlannedRuns,
  runsOfTask,
  sitesOfRobots,
  tasksOfSite,
  type ExceptionRow,
  type TaskRow,
} from '../db/repositories/schedules.ts';

export const timesOf = ({ executeTime, days, anchorAt }: TaskRow): TaskTimes => ({
  executeTime,
  days: daysOf(days),
  anchorAt: anchorAt.getTime(),
});
export const exceptionTimesOf = ({ id, start, end, weekly, points }: ExceptionRow): ExceptionTimes => ({
  id,
  start,
  end,
  weekly,
  points,
});
export const isOnce = ({ days }: Pick<TaskRow, 'days'>): boolean => days === '';

/** Whether the task plans a run for this instant; no longer so after its site got another time zone. */
export const isPlannedFor = (task: TaskRow, timeZone: string, at: number): boolean =>
  occurrencesOf(timesOf(task), timeZone, at, at + 1).length > 0;

/**
 * Plans the first run after an instant that has no row yet, unless an unchanged one is planned already. Changed runs do
 * not count: they can lie anywhere.
 */
export async function planNext(db: Db, task: TaskRow, timeZone: string, after: number): Promise<void> {
  if (!task.isOn || task.deletedAt) return;
  const known = new Map((await runsOfTask(db, task.id, new Date(after))).map((run) => [run.plannedAt.getTime(), run]));
  let at = after;
  for (;;) {
    const next = nextOccurrence(timesOf(task), timeZone, at);
    if (!next) return;
    const run = known.get(next.at);
    if (run?.state === 'planned' && run.movedTo === null) return;
    const plannedAt = new Date(next.at);
    if (!run && (await addRun(db, newRun(task, plannedAt)))) return;
    at = next.at;
  }
}

export const newRun = ({ id, serialNumber }: TaskRow, plannedAt: Date) => ({
  taskId: id,
  serialNumber,
  plannedAt,
  startsAt: plannedAt,
  dueAt: plannedAt,
});

/** After its times changed or it was switched on. Changes of single runs are kept if `keepChanged`. */
export async function replan(db: Db, task: TaskRow, now: number, keepChanged: boolean): Promise<void> {
  await removePlannedRuns(db, task.id, keepChanged);
  const [site] = await sitesOfRobots(db, [task.serialNumber]);
  if (site) await planNext(db, task, site.timeZone, now);
}

/** After the time zone of a site changed. */
export async function replanSite(db: Db, siteId: string, now: number): Promise<void> {
  for (const task of await tasksOfSite(db, siteId)) await replan(db, task, now, false);
}
