/** The database as the previous release left it: its schema, and rows as it wrote them. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { hashPassword } from '../../server/passwords.ts';
import { EMPTY_HALL } from './emptyHall.ts';

/** The last migration of the previous release; raised with every release. */
export const PREVIOUS_MIGRATION = 25;
export const MIGRATIONS = 'server/db/migrations';

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}
export const readJournal = async (folder: string): Promise<Journal> =>
  JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;

/** A copy of the migrations, with another list of them. */
export async function migrationsWith(change: (journal: Journal) => Journal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rh-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(change(await readJournal(folder))));
  return folder;
}
export const previousMigrations = (): Promise<string> =>
  migrationsWith(({ entries, ...rest }) => ({
    ...rest,
    entries: entries.filter(({ idx }) => idx <= PREVIOUS_MIGRATION),
  }));

export const OLD = {
  email: 'ada@example.org',
  password: 'Harbour2026',
  serialNumber: 'OLD-1',
  routeId: 'route-1',
  fileId: 'f'.repeat(32),
  taskId: 'task-1',
  deliveryId: 'parcel-1',
  disinfectionId: 'mist-1',
};
/** The content of the file `OLD.fileId`. */
export const OLD_FILE = Buffer.from('a picture of the lobby');

/** Plain SQL, because today's schema has columns that the previous release did not know. */
export async function fillAsPrevious(pool: pg.Pool): Promise<void> {
  await fillPlacesAsPrevious(pool);
  await pool.query(
    `insert into relations (id, user_id, serial_number, is_auth, is_robot_admin, is_super_admin) values ('r', 'ada', $1, true, true, true)`,
    [OLD.serialNumber],
  );
  await pool.query(`insert into robot_map_names (serial_number, robot_map_name, map_id) values ($1, 'F1', 'hall')`, [
    OLD.serialNumber,
  ]);
  await pool.query(
    `insert into cruise_paths (id, map_id, name, stops, created_by, created_at) values ($1, 'hall', 'Round', $2, 'ada', now())`,
    [OLD.routeId, JSON.stringify(['dock', 'desk'].map((areaId) => ({ areaId, stayTime: 0, speech: '', angle: null })))],
  );
  await pool.query(
    `insert into commands (id, serial_number, kind, target, asked_by, asked_by_name, state, asked_at, ended_at)
     values ('went', $1, 'goTo', '"Desk"', 'ada', '"Ada"', 'finished', now() - interval '2 days', now() - interval '2 days')`,
    [OLD.serialNumber],
  );
  await pool.query(
    `insert into cruise_records (id, serial_number, robot_name, path_id, path_name, map_id, map_name, floor, cycle_type, state, started_by, started_by_name, started_at, ended_at, stops)
     values ('run-1', $1, '"Porter"', $2, 'Round', 'hall', '"Hall"', '1F', 'loop', 'finished', 'ada', '"Ada"', now() - interval '2 days', now() - interval '2 days', '[]')`,
    [OLD.serialNumber, OLD.routeId],
  );
  await pool.query(
    `insert into alarm_cases (id, serial_number, event, severity, state, raised_at, last_at, first_alarm_id, last_alarm_id)
     values ('case-1', $1, 'smoke', 'critical', 'open', now() - interval '1 day', now() - interval '1 day', 'a', 'a')`,
    [OLD.serialNumber],
  );
  await pool.query(
    `insert into files (id, kind, owner, owner_id, site_id, uploaded_by, name, state, bytes, sha256, content_type, received, segments, stored_as, created_at)
     values ($1, 'picture', 'robot', $2, 'kai', 'ada', 'lobby.png', 'ready', $3, $4, 'image/png', $3, '[]', $1, now() - interval '2 days'),
       ($5, 'picture', 'robot', $2, 'kai', 'ada', 'half.png', 'pending', 100, $4, '', 10, '[]', null, now() - interval '1 hour')`,
    [
      OLD.fileId,
      OLD.serialNumber,
      OLD_FILE.length,
      createHash('sha256').update(OLD_FILE).digest('hex'),
      'e'.repeat(32),
    ],
  );
  await pool.query(
    `insert into scheduled_tasks (id, serial_number, execute_time, days, path_id, path_name, rounds, point_settings, patience, anchor_at, saved_by, created_at)
     values ($1, $2, '09:30', '1,2,3,4,5', $3, 'Round', 2, '[]', 30, now() - interval '20 days', 'ada', now() - interval '20 days')`,
    [OLD.taskId, OLD.serialNumber, OLD.routeId],
  );
  await pool.query(
    `insert into task_runs (task_id, planned_at, serial_number, state, starts_at, record_id)
     values ($1, date_trunc('minute', now()) - interval '2 days', $2, 'started', now() - interval '2 days', 'run-1')`,
    [OLD.taskId, OLD.serialNumber],
  );
  await pool.query(
    `insert into schedule_exceptions (id, serial_number, start_time, end_time, points, remark, saved_by, created_at)
     values ('fair', $1, '2026-01-05 09:00:00', '2026-01-05 10:59:59', '[]', 'Fair', 'ada', now())`,
    [OLD.serialNumber],
  );
  await pool.query(
    `insert into deliveries (id, serial_number, status, phone_number, loading_point, destination, loading_code, pickup_code, created_at, changed_at, ended_at, site_id, origin, loading_name, destination_name, created_by, created_by_name)
     values ($1, $2, 'completed', '+4930123456', 'dock', 'desk', '', '', now() - interval '3 hours', now() - interval '2 hours', now() - interval '2 hours', 'kai', 'console', '"Dock"', '"Desk"', 'ada', '"Ada"')`,
    [OLD.deliveryId, OLD.serialNumber],
  );
  await pool.query(
    `insert into delivery_steps (delivery_id, at, kind, status, cause) values ($1, now() - interval '2 hours', 'status', 'completed', 'robot')`,
    [OLD.deliveryId],
  );
  await pool.query(
    `insert into disinfection_records (id, serial_number, robot_name, map_id, map_name, robot_map_name, kind, mode, aim, wait_until_empty, state, started_by, started_by_name, started_at, ended_at, estimate, planned_cells, covered_cells, sections, grid, planned, doses, pauses)
     values ($1, $2, '"Porter"', 'hall', '"Hall"', 'F1', 'rooms', 'spray', 8, true, 'finished', 'ada', '"Ada"', now() - interval '1 day', now() - interval '23 hours', $3, 4, 4, '[]', $4, '[0,4]', '[8,4]', '[]')`,
    [
      OLD.disinfectionId,
      OLD.serialNumber,
      JSON.stringify({ seconds: 100, battery: 1, agent: 0.03, squareMetres: 1 }),
      JSON.stringify({ x: 0, y: 0, cellM: 0.5, columns: 2, rows: 2 }),
    ],
  );
}

/** An account, and a robot on a floor with two points. */
export async function fillPlacesAsPrevious(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into accounts (id, nickname, roles, email, password_hash) values ('ada', '"Ada"', '{admin,operator}', $1, $2)`,
    [OLD.email, await hashPassword(OLD.password)],
  );
  await pool.query(
    `insert into sites (id, name, time_zone) values ('kai', '{"enUS":"Kai","zhCN":"码头"}', 'Europe/Berlin')`,
  );
  await pool.query(
    `insert into maps (id, site_id, floor, name, resolution, plan) values ('hall', 'kai', '1F', '"Hall"', 0.05, $1)`,
    [JSON.stringify(EMPTY_HALL)],
  );
  await pool.query(
    `insert into points (area_id, map_id, name, depart_word, arrived_word, x, y, theta, attributes, charge_base)
     values ('dock', 'hall', '"Dock"', '""', '""', 2, 2, 0, '{none}', '[]'), ('desk', 'hall', '"Desk"', '""', '""', 8, 4, 0, '{none}', '[]')`,
  );
  await pool.query(
    `insert into robots (serial_number, manufacturer, interface_name, model, kind, name, site_id, dialect, password_hash, first_heard_at)
     values ($1, 'Acme', 'uagv', 'W1', 'delivery', '"Porter"', 'kai', 'both', 'x', now() - interval '30 days')`,
    [OLD.serialNumber],
  );
}
