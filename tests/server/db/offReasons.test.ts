/** Why a scheduled task is off: derived once, for the tasks that were off before the reason was stored. */
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateDatabase } from '../../../server/db/migrate.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { fillAsPrevious, MIGRATIONS, migrationsWith, OLD } from '../../fakes/previousRelease.ts';

/** The last migration before the reason was a column. */
const BEFORE_REASONS = 21;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let database: FreshDatabase;
let pool: pg.Pool;
let folder: string;

beforeEach(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  // Dropping the database ends connections that the pool has let go but not closed yet.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  folder = await migrationsWith(({ entries, ...rest }) => ({
    ...rest,
    entries: entries.filter(({ idx }) => idx <= BEFORE_REASONS),
  }));
  await migrateDatabase(pool, silent, folder);
  await fillAsPrevious(pool);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('knows why tasks that were off before reasons were stored', async () => {
  const addTask = (id: string, days: string, pathId: string) =>
    pool.query(
      `insert into scheduled_tasks (id, serial_number, execute_time, days, path_id, path_name, point_settings, patience, is_on, anchor_at, saved_by, created_at)
       values ($1, $2, '09:30', $3, $4, 'Round', '[]', 30, false, now() - interval '20 days', 'ada', now())`,
      [id, OLD.serialNumber, days, pathId],
    );
  await pool.query(`insert into sites (id, name, time_zone) values ('pier', '"Pier"', 'UTC')`);
  await pool.query(
    `insert into maps (id, site_id, floor, name, resolution, plan) select 'deck', 'pier', '1F', '"Deck"', 0.05, plan from maps where id = 'hall'`,
  );
  await pool.query(
    `insert into cruise_paths (id, map_id, name, stops, created_by, created_at) values ('deck-round', 'deck', 'Round', '[]', 'ada', now())`,
  );
  await addTask('once', '', OLD.routeId);
  await addTask('once, switched off before', '', OLD.routeId);
  await addTask('weekly', '1', OLD.routeId);
  await addTask('elsewhere', '1', 'deck-round');
  await pool.query(
    `insert into task_runs (task_id, planned_at, serial_number, state, reason, starts_at)
     select id, now(), $1, 'notStarted', case id when 'once' then 'robotOffline' else 'taskOff' end, now() from scheduled_tasks where days = ''`,
    [OLD.serialNumber],
  );
  await migrateDatabase(pool, silent, MIGRATIONS);
  const { rows } = await pool.query<{ id: string; off_reason: string | null }>(
    'select id, off_reason from scheduled_tasks',
  );
  expect(Object.fromEntries(rows.map(({ id, off_reason: why }) => [id, why]))).toEqual({
    [OLD.taskId]: null,
    once: 'ranOnce',
    'once, switched off before': null,
    weekly: null,
    elsewhere: 'robotMoved',
  });
});
