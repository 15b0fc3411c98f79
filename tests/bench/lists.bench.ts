/**
 * Lists of records at a million rows of 200 robots: first and late pages with their totals, for an account that sees all
 * robots, ten or one, or one that is new, by every filter of the pages.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import type { RowsRequest } from '../../server/db/newestRows.ts';
import { openDatabase } from '../../server/db/open.ts';
import { callPage } from '../../server/db/repositories/calls.ts';
import { driveCounts, drivePage, usualDurations } from '../../server/db/repositories/cruiseRecords.ts';
import { deliveryPage } from '../../server/db/repositories/deliveryLists.ts';
import { disinfectionCounts, disinfectionPage } from '../../server/db/repositories/disinfections.ts';
import { faceCounts, facePage } from '../../server/db/repositories/faces.ts';
import { MIGRATIONS_FOLDER } from '../../server/root.ts';
import { percentile, say } from './figures.ts';

const ROBOTS = 200;
const ROWS = 1_000_000;
const TRIES = 8;
const BOUND_MS = 100;
const DAY_MS = 86_400_000;

const named = (count: number): string[] => Array.from({ length: count }, (_, n) => `W1-${n * 7}`);
const FLEETS: Readonly<Record<string, string[]>> = {
  'all robots': Array.from({ length: ROBOTS }, (_, n) => `W1-${n}`),
  'ten robots': named(10),
  'one robot': named(1),
  'a robot with ten records': ['W1-new'],
};
const PAGES: readonly RowsRequest[] = [
  { offset: 0, limit: 50 },
  { offset: 9_950, limit: 50 },
];

const robot = `case when n % 100000 = 7 then 'W1-new' else 'W1-' || (n * 7919::bigint % ${ROBOTS}) end`;
const site = `'s' || (n * 7919::bigint % ${ROBOTS} % 4)`;
const at = `now() - n * interval '25 seconds'`;
const rows = `from generate_series(1, ${ROWS}) as n`;
/** Most rows are usual, one in twenty is not, and one in a thousand is rare. */
const seldom = (usual: string, less: string, rare: string): string =>
  `case when n % 1000 = 1 then '${rare}' when n % 20 = 0 then '${less}' else '${usual}' end`;

interface Measured {
  fill: string;
  /** By the name of a filter. */
  filters: Readonly<Record<string, object>>;
  read: (db: Db, filter: object & { serialNumbers: string[] }, request: RowsRequest) => Promise<unknown>;
}

const yesterday = { startTime: Date.now() - 2 * DAY_MS, endTime: Date.now() - DAY_MS };
const ANY = { startTime: 0, endTime: 0 };

const LISTS: Readonly<Record<string, Measured>> = {
  deliveries: {
    fill: `insert into deliveries (id, serial_number, site_id, origin, status, phone_number, loading_point, destination,
        destination_name, recipient_name, loading_code, pickup_code, created_at, changed_at, ended_at)
      select 'delivery-' || n, ${robot}, ${site}, ${seldom('console', 'call', 'robot')},
        ${seldom('completed', 'notPickedUp', 'expired')}, '+1202555' || (n % 10000), 'kitchen', 'room',
        'Room ' || (n % 500), 'Guest ' || n, '', '', ${at}, ${at}, ${at} ${rows}`,
    filters: {
      none: {},
      'status seldom': { statuses: ['notPickedUp'] },
      'statuses rare': { statuses: ['expired', 'unloadedOverTime'] },
      'status usual, origin seldom': { statuses: ['completed'], origins: ['call'] },
      'origin of none': { origins: ['demo'] },
      'a day': yesterday,
      'a place': { text: 'room 77' },
      'words of none': { text: 'no such place' },
      'a phone number': { text: '+1 202 555 1234' },
    },
    read: (db, filter, request) =>
      deliveryPage(db, { siteIds: ['s0', 's1', 's2', 's3'], statuses: [], text: '', ...ANY, ...filter }, request),
  },
  disinfections: {
    fill: `insert into disinfection_records (id, serial_number, robot_name, map_id, map_name, robot_map_name, kind, mode,
        aim, wait_until_empty, state, started_by, started_by_name, started_at, ended_at, estimate, planned_cells, sections,
        grid, planned, doses, pauses)
      select 'disinfection-' || n, ${robot}, '"Robot"', 'm', '"Ground"', 'm', 'points', ${seldom('spray', 'uv', 'mist')}, 5,
        false, ${seldom('finished', 'partiallyCompleted', 'failed')}, 'u', '"Lin"', ${at}, ${at}, '{}', 100, '[]', '{}',
        '[]', '[]', '[]' ${rows}`,
    filters: {
      none: {},
      'result seldom': { state: 'partiallyCompleted' },
      'result rare': { state: 'failed' },
      'result of no run': { state: 'unknown' },
      'mode rare': { mode: 'mist' },
      'a day': yesterday,
    },
    read: async (db, filter, request) => {
      const all = { state: '', mode: '', ...ANY, ...filter } as const;
      await disinfectionPage(db, all, request);
      await disinfectionCounts(db, { ...all, state: '' });
    },
  },
  cruiseRecords: {
    fill: `insert into cruise_records (id, serial_number, path_id, path_name, map_id, map_name, cycle_type, state,
        started_by, started_by_name, started_at, ended_at, stops)
      select 'run-' || n, ${robot}, 'route-' || (n % 300), 'Round', 'm', '"Ground"', 'single',
        ${seldom('finished', 'partiallyCompleted', 'failed')}, 'u', '"Lin"', ${at}, ${at}, '[]' ${rows}`,
    filters: {
      none: {},
      'state seldom': { state: 'partiallyCompleted' },
      'state rare': { state: 'failed' },
      'a route': { pathId: 'route-7' },
      'a day': yesterday,
    },
    read: async (db, filter, request) => {
      const all = { state: '', pathId: '', ...ANY, ...filter } as const;
      const { rows: page } = await drivePage(db, all, request);
      await usualDurations(db, page);
      await driveCounts(db, { ...all, state: '' });
    },
  },
  calls: {
    fill: `insert into calls (id, serial_number, robot_name, origin, tool, state, declined, created_at, ended_at, "end")
      select 'call-' || n, ${robot}, 'Robot', ${seldom('visitor', 'operator', 'operator')}, 'direct', 'ended', '[]', ${at},
        ${at}, ${seldom('hungUp', 'notAnswered', 'linkLost')} ${rows}`,
    filters: {
      none: {},
      'origin seldom': { origin: 'operator' },
      'end rare': { end: 'linkLost' },
      'end of none': { end: 'rightLost' },
      'a day': yesterday,
    },
    read: (db, filter, request) => callPage(db, { origin: '', end: '', operatorName: '', ...ANY, ...filter }, request),
  },
  faces: {
    fill: `insert into face_records (id, serial_number, robot_face_id, robot_name, site_id, at, person_id, threshold, is_high,
        place_name)
      select 'face-' || n, ${robot}, 'f' || n, '"Robot"', ${site}, ${at},
        case when n % 20 = 0 then 'person-' || (n / 20 % 50) end, 37.3, n % 1000 = 1, '"Lobby"' ${rows}`,
    filters: {
      none: {},
      registered: { selectType: 'registered' },
      'high temperature': { selectType: 'highTemperature' },
      'a person': { name: 'person 7' },
      'a day': yesterday,
    },
    read: async (db, filter, request) => {
      const all = { selectType: 'all', name: '', now: Date.now(), ...ANY, ...filter } as const;
      await facePage(db, all, request);
      await faceCounts(db, all);
    },
  },
};

const folder = await mkdtemp(join(tmpdir(), 'roundhouse-lists-'));
const log = pino({ level: 'silent' });
const database = await openDatabase({ dataFolder: folder, log });
try {
  const { pool } = database;
  await migrateDatabase(pool, log, MIGRATIONS_FOLDER);
  await pool.query(`insert into sites (id, name, time_zone) select 's' || n, to_jsonb('Site ' || n), 'Asia/Shanghai'
    from generate_series(0, 3) as n`);
  await pool.query(`insert into robots (serial_number, name, site_id, model, kind, manufacturer, interface_name, dialect,
      password_hash)
    select 'W1-' || n, to_jsonb('Robot ' || n), 's' || (case when n = 'new' then 0 else n::int % 4 end), 'S2', 'security', 'Acme', 'uagv', '2.x', ''
    from (select n::text from generate_series(0, ${ROBOTS - 1}) as n union all select 'new') as names (n)`);
  await pool.query(`insert into face_persons (id, site_id, name, kind, serial_number, robot_face_id, consent_at, consent_by)
    select 'person-' || n, 's0', 'Person ' || n, 'staff', 'W1-0', 'f' || n, now(), 'u' from generate_series(0, 49) as n`);
  const db = connect(pool);
  for (const [list, { fill, filters, read }] of Object.entries(LISTS)) {
    await pool.query(fill);
    // As autovacuum does after many rows.
    await pool.query('vacuum analyze');
    const worst: number[] = [];
    for (const [filterName, filter] of Object.entries(filters))
      for (const [fleet, serialNumbers] of Object.entries(FLEETS))
        for (const request of PAGES) {
          const took: number[] = [];
          for (let n = 0; n < TRIES; n++) {
            const begun = performance.now();
            await read(db, { ...filter, serialNumbers }, request);
            took.push(performance.now() - begun);
          }
          const p95 = percentile(took.slice(1), 0.95);
          worst.push(...took.slice(1));
          if (p95 > BOUND_MS / 2)
            console.log(`${list}, ${filterName}, ${fleet}, row ${request.offset}: p95 ${Math.round(p95)} ms`);
        }
    say({ figure: `list of a million ${list}, p95`, value: percentile(worst, 0.95), unit: 'ms', bound: BOUND_MS });
    await pool.query('truncate deliveries, disinfection_records, cruise_records, calls, face_records cascade');
  }
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
