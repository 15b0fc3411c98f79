/** The demo's disinfections of the last 90 days: consistent with their cells, one at a time, written once. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeRuns } from '../../../contract/rules/cellGrid.ts';
import { taskRunOf } from '../../../contract/rules/schedule/disinfectionTask.ts';
import { DISINFECTION_TASKS } from '../../../demo/schedules.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import type { Db } from '../../../server/db/database.ts';
import { disinfectionRecords, scheduledTasks, taskRuns } from '../../../server/db/schema.ts';
import { seedDisinfections } from '../../../server/db/seed/disinfections.ts';
import { seedSchedules } from '../../../server/db/seed/schedules.ts';
import { type MigratedDatabase, migratedDatabase } from '../../fakes/migratedDatabase.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
let database: MigratedDatabase;
let db: Db;
beforeAll(async () => {
  database = await migratedDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

it('are consistent, ended, and not written twice', async () => {
  await seedSchedules(db, ROBOTS, NOW, true);
  await seedDisinfections(db, ROBOTS, NOW);
  await seedDisinfections(db, ROBOTS, NOW + DAY_MS);
  const rows = await db.select().from(disinfectionRecords).orderBy(disinfectionRecords.startedAt);
  const robots = new Set(rows.map(({ serialNumber }) => serialNumber));
  expect([...robots].sort()).toEqual(['D2-2401-0021', 'D2-2401-0022']);
  expect(rows.length).toBeGreaterThan(250);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['finished', 'partiallyCompleted']));
  for (const row of rows) {
    const length = row.grid.columns * row.grid.rows;
    const planned = decodeRuns(row.planned, length);
    const doses = decodeRuns(row.doses, length);
    expect(planned.filter((section) => section > 0)).toHaveLength(row.plannedCells);
    expect(doses.filter((dose) => dose >= 5)).toHaveLength(row.coveredCells);
    expect(row.demo && row.startedAt.getTime() > NOW - 92 * DAY_MS && (row.endedAt?.getTime() ?? NOW) < NOW).toBe(true);
  }
  for (const robot of robots) {
    const own = rows.filter(({ serialNumber }) => serialNumber === robot);
    own.slice(1).forEach((row, i) => expect(row.startedAt > (own[i]?.endedAt ?? row.startedAt)).toBe(true));
  }
  // Runs of tasks and their records know each other, and each task has its next run.
  const runs = await db.select().from(taskRuns);
  const scheduled = rows.flatMap(({ id, taskRunId }) =>
    taskRunId === null ? [] : [{ id, run: taskRunOf(taskRunId) }],
  );
  expect(scheduled.length).toBeGreaterThan(200);
  for (const { id, run } of scheduled)
    expect(
      runs.find(({ taskId, plannedAt }) => taskId === run?.id && plannedAt.getTime() === run.plannedAt),
    ).toMatchObject({ recordId: id, state: 'started' });
  const tasks = await db.select().from(scheduledTasks).where(eq(scheduledTasks.kind, 'disinfection'));
  expect(tasks.map(({ id }) => id).sort()).toEqual(DISINFECTION_TASKS.map(({ id }) => id).sort());
  for (const { id, disinfection } of tasks) {
    expect(disinfection).toMatchObject({ mapId: 'harbour-1f', waitUntilEmpty: true });
    expect(runs.filter(({ taskId, state }) => taskId === id && state === 'planned')).toHaveLength(1);
  }
});
