/** Keeps the next run of each scheduled task planned. The callers hold the task or its run. */
import { daysOf } from '../../contract/rules/schedule/scheduledTask.ts';
import { nextOccurrence, occurrencesOf, type TaskTimes } from '../../contract/rules/schedule/occurrences.ts';
import type { ExceptionTimes } from '../../contract/rules/schedule/exceptions.ts';
import type { Db } from '../db/database.ts';
import {
  addRun,
  changedRunsOf,
  changeTask,
  removePlannedRuns,
  runsOfTask,
  sitesOfRobots,
  tasksOfSite,
  type ExceptionRow,
  type TaskRow,
  type TaskRunRow,
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
  const first = nextOccurrence(timesOf(task), timeZone, after);
  // Most have no row yet, and need not be read.
  if (!first || (await addRun(db, newRun(task, new Date(first.at))))) return;
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

/**
 * After its times changed, or it was switched, deleted or restored. With `keepChanged`, runs to come that were changed stay
 * as they are, also while the task is off or deleted: switching it off can be undone.
 */
export async function replan(db: Db, task: TaskRow, now: number, keepChanged: boolean): Promise<void> {
  const [site] = await sitesOfRobots(db, [task.serialNumber]);
  const kept = site && keepChanged ? await runsToKeep(db, task, site.timeZone, now) : [];
  await removePlannedRuns(db, task.id, kept);
  if (!site) return;
  const planned = (await anchoredAt(db, task, kept[0])) ?? task;
  await planNext(db, planned, site.timeZone, now);
}

/** Changed runs to come; not those whose times the task no longer has, because its site got another time zone. */
async function runsToKeep(db: Db, task: TaskRow, timeZone: string, now: number): Promise<TaskRunRow[]> {
  return (await changedRunsOf(db, task.id)).filter(
    ({ plannedAt, startsAt }) =>
      startsAt.getTime() > now &&
      isPlannedFor({ ...task, anchorAt: anchorBefore(plannedAt) }, timeZone, plannedAt.getTime()),
  );
}
/** A run that was moved from a time before the task was switched on is still one of the task's. */
async function anchoredAt(db: Db, task: TaskRow, first: TaskRunRow | undefined): Promise<TaskRow | undefined> {
  if (!first || first.plannedAt > task.anchorAt) return undefined;
  return changeTask(db, task.id, { anchorAt: anchorBefore(first.plannedAt) });
}
const anchorBefore = (plannedAt: Date): Date => new Date(plannedAt.getTime() - 1);

/** After the time zone of a site changed. */
export async function replanSite(db: Db, siteId: string, now: number): Promise<void> {
  for (const task of await tasksOfSite(db, siteId)) await replan(db, task, now, false);
}
