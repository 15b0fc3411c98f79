/** Scheduled tasks, their runs and exceptions. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm';
import type { Db } from '../database.ts';
import { anyRow, type DueCheck } from '../dueRows.ts';
import { TASK_KINDS_SCHEDULED, type TaskOffReason } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { preparedInsert, preparedStatement } from '../preparedStatement.ts';
import { robots, scheduledTasks, scheduleExceptions, sites, taskRuns } from '../schema.ts';

export type TaskRow = typeof scheduledTasks.$inferSelect;
export type TaskRunRow = typeof taskRuns.$inferSelect;
export type ExceptionRow = typeof scheduleExceptions.$inferSelect;

/** During an upgrade the next release can have others, and is left to do them. */
const isKnownKind = inArray(scheduledTasks.kind, TASK_KINDS_SCHEDULED);
const anyOf = (serialNumbers: readonly string[]) => sql.param([...serialNumbers]);

export async function taskPage(
  db: Db,
  serialNumber: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: TaskRow[] }> {
  const where = and(eq(scheduledTasks.serialNumber, serialNumber), isNull(scheduledTasks.deletedAt), isKnownKind);
  const [counted] = await db.select({ total: count() }).from(scheduledTasks).where(where);
  return {
    total: counted?.total ?? 0,
    rows: await db
      .select()
      .from(scheduledTasks)
      .where(where)
      .orderBy(asc(scheduledTasks.executeTime), asc(scheduledTasks.id))
      .limit(limit)
      .offset((page - 1) * limit),
  };
}

/** Tasks of these robots, deleted ones too. */
export const tasksOf = (db: Db, serialNumbers: readonly string[]): Promise<TaskRow[]> =>
  db
    .select()
    .from(scheduledTasks)
    .where(and(sql`${scheduledTasks.serialNumber} = any(${anyOf(serialNumbers)})`, isKnownKind))
    .orderBy(asc(scheduledTasks.executeTime), asc(scheduledTasks.id));

export async function taskById(db: Db, id: string): Promise<TaskRow | undefined> {
  return (await db.select().from(scheduledTasks).where(eq(scheduledTasks.id, id)))[0];
}
export const tasksById = (db: Db, ids: readonly string[]): Promise<TaskRow[]> =>
  db
    .select()
    .from(scheduledTasks)
    .where(sql`${scheduledTasks.id} = any(${anyOf(ids)})`);
export async function lockTask(db: Db, id: string): Promise<TaskRow | undefined> {
  return (await db.select().from(scheduledTasks).where(eq(scheduledTasks.id, id)).for('no key update'))[0];
}
export async function countTasks(db: Db, serialNumber: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(scheduledTasks)
    .where(and(eq(scheduledTasks.serialNumber, serialNumber), isNull(scheduledTasks.deletedAt)));
  return row?.total ?? 0;
}
export async function addTask(db: Db, row: typeof scheduledTasks.$inferInsert): Promise<TaskRow | undefined> {
  return (await db.insert(scheduledTasks).values(row).returning())[0];
}
export async function changeTask(
  db: Db,
  id: string,
  change: Partial<typeof scheduledTasks.$inferInsert>,
): Promise<TaskRow | undefined> {
  return (await db.update(scheduledTasks).set(change).where(eq(scheduledTasks.id, id)).returning())[0];
}
/** The next planned start of each task. */
export async function nextStarts(db: Db, taskIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .select({ taskId: taskRuns.taskId, at: sql<Date>`min(${taskRuns.startsAt})`.mapWith(taskRuns.startsAt) })
    .from(taskRuns)
    .where(and(sql`${taskRuns.taskId} = any(${anyOf(taskIds)})`, eq(taskRuns.state, 'planned')))
    .groupBy(taskRuns.taskId);
  return new Map(rows.map(({ taskId, at }) => [taskId, at]));
}

const isOfKnownKind = (db: Db) =>
  exists(
    db
      .select({ id: scheduledTasks.id })
      .from(scheduledTasks)
      .where(and(eq(scheduledTasks.id, taskRuns.taskId), isKnownKind)),
  );
const isDue = (db: Db, now: Date) => and(isNotNull(taskRuns.dueAt), lte(taskRuns.dueAt, now), isOfKnownKind(db));
/** A waiting run of an unknown kind that no server of the next release has looked at for this long keeps nobody waiting. */
const ABANDONED_MS = 30_000;
const abandonedBefore = (now: Date): Date => new Date(now.getTime() - ABANDONED_MS);
const isWaiting = (db: Db, abandonedAt: Date | Placeholder) =>
  and(eq(taskRuns.state, 'waiting'), or(isOfKnownKind(db), gte(taskRuns.dueAt, abandonedAt)));
/** Runs that wait for a slow planner are soon due again: those that nobody looked at yet come before them. */
const inTurn = [taskRuns.dueAt, taskRuns.startsAt, taskRuns.plannedAt, taskRuns.taskId].map((column) => asc(column));
/** The tasks of runs that are due, without locks. */
export const tasksOfDueRuns = (db: Db, now: Date, limit: number): Promise<TaskRow[]> =>
  db
    .select()
    .from(scheduledTasks)
    .where(
      inArray(
        scheduledTasks.id,
        db
          .select({ id: taskRuns.taskId })
          .from(taskRuns)
          .where(isDue(db, now))
          .orderBy(...inTurn)
          .limit(limit),
      ),
    );
export const anyDueRun = (db: Db, now: Date): DueCheck => anyRow(taskRuns, isDue(db, now), inTurn);
/** Locks the runs that are due. */
export const takeDueRuns = (db: Db, now: Date, limit: number): Promise<TaskRunRow[]> =>
  db
    .select()
    .from(taskRuns)
    .where(isDue(db, now))
    .orderBy(...inTurn)
    .limit(limit)
    .for('update', { skipLocked: true });
export async function lockRun(db: Db, taskId: string, plannedAt: Date): Promise<TaskRunRow | undefined> {
  return (await lockedRun(db).execute({ taskId, plannedAt }))[0];
}
/** Whether another run of the robot waits that was due before. */
export async function waitsBefore(
  db: Db,
  { serialNumber, taskId, plannedAt, startsAt }: Pick<TaskRunRow, 'serialNumber' | 'taskId' | 'plannedAt' | 'startsAt'>,
  now: Date,
): Promise<boolean> {
  const abandonedAt = abandonedBefore(now);
  return (await waitingBefore(db).execute({ serialNumber, abandonedAt, taskId, plannedAt, startsAt })).length > 0;
}
export async function addRun(db: Db, row: typeof taskRuns.$inferInsert): Promise<boolean> {
  return (await newRun.statement(db).execute(newRun.valuesOf(row))).length > 0;
}
export const changeRun = (
  db: Db,
  { taskId, plannedAt }: Pick<TaskRunRow, 'taskId' | 'plannedAt'>,
  change: Partial<typeof taskRuns.$inferInsert>,
): Promise<unknown> =>
  db
    .update(taskRuns)
    .set(change)
    .where(and(eq(taskRuns.taskId, taskId), eq(taskRuns.plannedAt, plannedAt)));
export const removeRun = async (db: Db, { taskId, plannedAt }: TaskRunRow): Promise<void> => {
  await db.delete(taskRuns).where(and(eq(taskRuns.taskId, taskId), eq(taskRuns.plannedAt, plannedAt)));
};
export const runsOfTask = (db: Db, taskId: string, from: Date): Promise<TaskRunRow[]> =>
  db
    .select()
    .from(taskRuns)
    .where(and(eq(taskRuns.taskId, taskId), gte(taskRuns.plannedAt, from)))
    .orderBy(asc(taskRuns.plannedAt));
const isPlanned = (taskId: string) => and(eq(taskRuns.taskId, taskId), eq(taskRuns.state, 'planned'));
/** Planned runs that were changed, the earliest plan first. */
export const changedRunsOf = (db: Db, taskId: string): Promise<TaskRunRow[]> =>
  db
    .select()
    .from(taskRuns)
    .where(and(isPlanned(taskId), isNotNull(taskRuns.changedBy)))
    .orderBy(asc(taskRuns.plannedAt));
export const removePlannedRuns = (db: Db, taskId: string, kept: readonly TaskRunRow[]): Promise<unknown> =>
  db.delete(taskRuns).where(
    and(
      isPlanned(taskId),
      notInArray(
        taskRuns.plannedAt,
        kept.map((run) => run.plannedAt),
      ),
    ),
  );
/**
 * Switches all tasks of a robot off; runs that wait end with the next look at them.
 * @param offReason null: a person decided it
 */
export async function switchTasksOff(db: Db, serialNumber: string, offReason: TaskOffReason | null): Promise<void> {
  await db
    .update(scheduledTasks)
    .set({ isOn: false, offReason, revision: sql`${scheduledTasks.revision} + 1` })
    .where(and(eq(scheduledTasks.serialNumber, serialNumber), eq(scheduledTasks.isOn, true)));
  await db.delete(taskRuns).where(and(eq(taskRuns.serialNumber, serialNumber), eq(taskRuns.state, 'planned')));
}
/** Robots for which a scheduled run waits. */
export async function robotsWithWaitingRuns(db: Db, now: Date): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ serialNumber: taskRuns.serialNumber })
    .from(taskRuns)
    .where(and(isNotNull(taskRuns.dueAt), isWaiting(db, abandonedBefore(now))));
  return new Set(rows.map(({ serialNumber }) => serialNumber));
}
export const waitingRunsOf = (db: Db, taskId: string): Promise<TaskRunRow[]> =>
  db
    .select()
    .from(taskRuns)
    .where(and(eq(taskRuns.taskId, taskId), eq(taskRuns.state, 'waiting')))
    .for('update');
/** Locked, of all tasks of the robot. */
export const waitingRunsOfRobot = (db: Db, serialNumber: string): Promise<TaskRunRow[]> =>
  db
    .select()
    .from(taskRuns)
    .where(and(eq(taskRuns.serialNumber, serialNumber), eq(taskRuns.state, 'waiting')))
    .orderBy(asc(taskRuns.startsAt), asc(taskRuns.taskId))
    .for('update');
/** Tasks that are switched on. */
export async function countActiveTasks(db: Db, serialNumber: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(scheduledTasks)
    .where(
      and(
        eq(scheduledTasks.serialNumber, serialNumber),
        isNull(scheduledTasks.deletedAt),
        eq(scheduledTasks.isOn, true),
      ),
    );
  return row?.total ?? 0;
}

/** Runs that are planned for or started in a window, or were changed into it. */
export const runsBetween = (db: Db, serialNumbers: readonly string[], from: Date, to: Date): Promise<TaskRunRow[]> =>
  db
    .select()
    .from(taskRuns)
    .where(
      and(
        sql`${taskRuns.serialNumber} = any(${anyOf(serialNumbers)})`,
        or(
          and(gte(taskRuns.startsAt, from), lt(taskRuns.startsAt, to)),
          // Others start when they are planned.
          and(isNotNull(taskRuns.movedTo), gte(taskRuns.plannedAt, from), lt(taskRuns.plannedAt, to)),
        ),
      ),
    );

export const exceptionsOf = (db: Db, serialNumbers: readonly string[]): Promise<ExceptionRow[]> =>
  db
    .select()
    .from(scheduleExceptions)
    .where(sql`${scheduleExceptions.serialNumber} = any(${anyOf(serialNumbers)})`)
    .orderBy(desc(scheduleExceptions.start), asc(scheduleExceptions.id));

/** What decides whether a task still runs as it was read, with the exceptions of its robot: one query. */
export async function heldTask(
  db: Db,
  taskId: string,
): Promise<(Pick<TaskRow, 'revision' | 'isOn' | 'deletedAt'> & { exceptions: ExceptionRow[] }) | undefined> {
  const rows = await taskWithExceptions(db).execute({ taskId });
  return rows[0] && { ...rows[0].task, exceptions: rows.flatMap(({ exception }) => exception ?? []) };
}

/** Locks the robot's row: of two concurrent additions or starts, the second sees the first. */
export const lockScheduleOf = (db: Db, serialNumber: string): Promise<unknown> =>
  db
    .select({ serialNumber: robots.serialNumber })
    .from(robots)
    .where(eq(robots.serialNumber, serialNumber))
    .for('no key update');

/** The same without waiting: false while another transaction holds the row. */
export const tryLockScheduleOf = async (db: Db, serialNumber: string): Promise<boolean> =>
  (await lockedRobot(db).execute({ serialNumber })).length > 0;

export interface SiteOfRobot {
  serialNumber: string;
  siteId: string;
  timeZone: string;
  /** Percent. */
  batteryReserve: number;
}
export const sitesOfRobots = (db: Db, serialNumbers: readonly string[]): Promise<SiteOfRobot[]> =>
  db
    .select({
      serialNumber: robots.serialNumber,
      siteId: sites.id,
      timeZone: sites.timeZone,
      batteryReserve: sites.batteryReserve,
    })
    .from(robots)
    .innerJoin(sites, eq(sites.id, robots.siteId))
    .where(sql`${robots.serialNumber} = any(${anyOf(serialNumbers)})`);

const isActiveAt = (db: Db, siteId: string) =>
  and(
    isNull(scheduledTasks.deletedAt),
    eq(scheduledTasks.isOn, true),
    isKnownKind,
    inArray(
      scheduledTasks.serialNumber,
      db.select({ serialNumber: robots.serialNumber }).from(robots).where(eq(robots.siteId, siteId)),
    ),
  );
/** Tasks that have to be planned again after the zone of their site changed. */
export const tasksOfSite = (db: Db, siteId: string): Promise<TaskRow[]> =>
  db.select().from(scheduledTasks).where(isActiveAt(db, siteId));
/** The same, only the first ones by their time of day; `total` counts all. */
export async function firstTasksOfSite(
  db: Db,
  siteId: string,
  limit: number,
): Promise<{ total: number; rows: TaskRow[] }> {
  const where = isActiveAt(db, siteId);
  const [counted] = await db.select({ total: count() }).from(scheduledTasks).where(where);
  return {
    total: counted?.total ?? 0,
    rows: await db
      .select()
      .from(scheduledTasks)
      .where(where)
      .orderBy(asc(scheduledTasks.executeTime), asc(scheduledTasks.id))
      .limit(limit),
  };
}

/** Runs whose records have expired, deleted tasks without runs, and exceptions that were over before. */
export async function deleteExpiredSchedules(db: Db, before: Date): Promise<void> {
  await db.delete(taskRuns).where(and(isNull(taskRuns.dueAt), lt(taskRuns.startsAt, before)));
  await db.delete(scheduledTasks).where(lt(scheduledTasks.deletedAt, before));
  await db
    .delete(scheduleExceptions)
    .where(and(eq(scheduleExceptions.weekly, false), lt(scheduleExceptions.end, before.toISOString().slice(0, 10))));
}

const newRun = preparedInsert(taskRuns, (db, values) =>
  db
    .insert(taskRuns)
    .values(values)
    .onConflictDoNothing()
    .returning({ taskId: taskRuns.taskId })
    .prepare('add_task_run'),
);
const lockedRun = preparedStatement((db) =>
  db
    .select()
    .from(taskRuns)
    .where(and(eq(taskRuns.taskId, sql.placeholder('taskId')), eq(taskRuns.plannedAt, sql.placeholder('plannedAt'))))
    .for('update')
    .prepare('lock_task_run'),
);
const waitingBefore = preparedStatement((db) => {
  const { taskId, plannedAt, startsAt, serialNumber } = taskRuns;
  const [ofTask, planned, starts] = ['taskId', 'plannedAt', 'startsAt'].map((name) => sql.placeholder(name));
  return db
    .select({ taskId })
    .from(taskRuns)
    .where(
      and(
        eq(serialNumber, sql.placeholder('serialNumber')),
        isWaiting(db, sql.placeholder('abandonedAt')),
        sql`(${taskId}, ${plannedAt}) <> (${ofTask}, ${planned})`,
        sql`(${startsAt}, ${plannedAt}, ${taskId}) < (${starts}, ${planned}, ${ofTask})`,
      ),
    )
    .limit(1)
    .prepare('task_run_waits_before');
});
const taskWithExceptions = preparedStatement((db) => {
  const { revision, isOn, deletedAt } = scheduledTasks;
  return db
    .select({ task: { revision, isOn, deletedAt }, exception: scheduleExceptions })
    .from(scheduledTasks)
    .leftJoin(scheduleExceptions, eq(scheduleExceptions.serialNumber, scheduledTasks.serialNumber))
    .where(eq(scheduledTasks.id, sql.placeholder('taskId')))
    .orderBy(desc(scheduleExceptions.start), asc(scheduleExceptions.id))
    .prepare('task_with_exceptions');
});
const lockedRobot = preparedStatement((db) =>
  db
    .select({ serialNumber: robots.serialNumber })
    .from(robots)
    .where(eq(robots.serialNumber, sql.placeholder('serialNumber')))
    .for('no key update', { skipLocked: true })
    .prepare('lock_robot'),
);
