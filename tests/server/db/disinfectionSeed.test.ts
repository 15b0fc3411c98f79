/** The demo's disinfections of the last 90 days: consistent with their cells, one at a time, written once. */
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeRuns } from '../../../contract/rules/cellGrid.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import { connect } from '../../../server/db/connect.ts';
import type { Db } from '../../../server/db/database.ts';
import { migrateDatabase } from '../../../server/db/migrate.ts';
import { disinfectionRecords } from '../../../server/db/schema.ts';
import { seedDisinfections } from '../../../server/db/seed/disinfections.ts';
import { MIGRATIONS_FOLDER } from '../../../server/root.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
let database: FreshDatabase;
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  db = connect(pool);
  await migrateDatabase(pool, pino({ level: 'silent' }), MIGRATIONS_FOLDER);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('are consistent, ended, and not written twice', async () => {
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
});
