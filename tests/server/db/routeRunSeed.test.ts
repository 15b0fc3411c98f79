/** The demo's runs of scheduled tasks: some did not start, and their records say why. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOT_STARTED } from '../../../demo/schedules.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import { cruiseRecords, cruiseVisits, taskRuns } from '../../../server/db/schema.ts';
import { seedRouteRuns } from '../../../server/db/seed/routeRuns.ts';
import { seedSchedules } from '../../../server/db/seed/schedules.ts';
import { type MigratedDatabase, migratedDatabase } from '../../fakes/migratedDatabase.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
let database: MigratedDatabase;
beforeAll(async () => void (database = await migratedDatabase()));
afterAll(() => database.close());

it('are linked with records of the same outcome, one of them in the days that the timetable shows first', async () => {
  const { db } = database;
  await seedSchedules(db, ROBOTS, NOW, true);
  await seedRouteRuns(db, ROBOTS, NOW);
  const records = new Map((await db.select().from(cruiseRecords)).map((row) => [row.id, row]));
  const past = (await db.select().from(taskRuns)).filter(({ state }) => state !== 'planned');
  const missed = past.filter(({ state }) => state === 'notStarted');
  expect(past.length - missed.length).toBeGreaterThan(500);
  expect(missed.map(({ taskId, reason }) => [taskId, reason]).sort()).toEqual(
    NOT_STARTED.map(({ taskId, reason }) => [taskId, reason]).sort(),
  );
  expect(Math.max(...missed.map(({ plannedAt }) => plannedAt.getTime()))).toBeGreaterThan(NOW - 3 * DAY_MS);
  const visited = new Set((await db.select().from(cruiseVisits)).map(({ driveId }) => driveId));
  for (const run of past) {
    const record = records.get(run.recordId ?? '');
    expect(record).toMatchObject({ taskId: run.taskId, plannedAt: run.plannedAt, serialNumber: run.serialNumber });
    const isMissed = run.state === 'notStarted';
    expect([visited.has(run.recordId ?? ''), record?.stops.length === 0]).toEqual([!isMissed, isMissed]);
    if (isMissed) expect(record).toMatchObject({ state: 'failed', reason: { type: run.reason }, arrived: 0 });
  }
});
