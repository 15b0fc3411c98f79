/** Event records at a million rows of 200 robots: pages of all robots, of one, of one kind, of a floor, a place and a person, with their totals. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { LIST_COUNTED } from '../../contract/rules/limits.ts';
import { connect } from '../../server/db/connect.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { countEvents, eventPage, searchable } from '../../server/db/repositories/eventRecords.ts';
import type { EventFilter } from '../../server/db/repositories/eventSources.ts';
import { MIGRATIONS_FOLDER } from '../../server/root.ts';
import { percentile, say } from './figures.ts';

const ROBOTS = 200;
const ROWS = 1_000_000;
const TRIES = 30;
const PAGE = 20;
const BOUND_MS = 100;

const folder = await mkdtemp(join(tmpdir(), 'roundhouse-events-'));
const log = pino({ level: 'silent' });
const database = await openDatabase({ dataFolder: folder, log });
try {
  await migrateDatabase(database.pool, log, MIGRATIONS_FOLDER);
  const { pool } = database;
  // A third each of alarm cases, runs and visits, over a year.
  const at = `timestamptz '2026-01-01' + n * interval '90 seconds'`;
  const robot = `'W1-' || (n % ${ROBOTS})`;
  const stops = `jsonb_build_array(jsonb_build_object('name', jsonb_build_object('enUS', 'Point ' || (n % 300), 'zhCN', '点位')), jsonb_build_object('name', 'Lobby'))`;
  const third = `generate_series(1, ${Math.floor(ROWS / 3)}) as n`;
  await pool.query(`insert into alarm_cases (id, serial_number, event, severity, state, raised_at, last_at, first_alarm_id, last_alarm_id, map_id, place_name, owner_name)
    select 'case-' || n, ${robot}, 'smoke', 'critical', case when n % 2000 = 3 then 'open' else 'resolved' end, ${at}, ${at}, 'a' || n, 'a' || n,
      case when n % 40000 = 7 then 'rare' else 'm' end, 'Room ' || (n % 300), 'Person ' || (n % 50) from ${third}`);
  await pool.query(`insert into cruise_records (id, serial_number, path_id, path_name, map_id, map_name, cycle_type, state, started_by, started_by_name, started_at, ended_at, stops)
    select 'run-' || n, ${robot}, 'p', 'Round', 'm', '"Ground"', 'single', 'finished', 'u', '"Lin"', ${at}, ${at}, ${stops} from ${third}`);
  await pool.query(`insert into visits (id, serial_number, name, phone_number, host, signed_in_at)
    select 'visit-' || n, ${robot}, '', '', '', ${at} from ${third}`);
  // As autovacuum does after many rows.
  await pool.query('vacuum analyze');
  const db = connect(pool);
  const all = Array.from({ length: ROBOTS }, (_, n) => `W1-${n}`);
  const filters: Record<string, Partial<EventFilter>> = {
    'all robots': {},
    'one robot': { serialNumbers: ['W1-7'] },
    'alarms of all robots': { bizType: 'alarm' },
    'open alarms of all robots': { bizType: 'alarm', openOnly: true },
    'open alarms of one robot': { serialNumbers: ['W1-3'], bizType: 'alarm', openOnly: true },
    'a floor': { mapId: 'm' },
    'a floor where little happened': { mapId: 'rare' },
    'a place that many have': { place: 'lobby' },
    'a place that few have': { place: 'Room 217' },
    'a place that none has': { place: 'attic' },
    'a person': { person: 'person 17' },
    nobody: { person: 'Nobody' },
    'a place of one robot': { serialNumbers: ['W1-7'], place: 'Room 7' },
    'a week of all robots': { startTime: Date.UTC(2026, 5, 1), endTime: Date.UTC(2026, 5, 8) },
  };
  for (const [name, change] of Object.entries(filters)) {
    const filter: EventFilter = { serialNumbers: all, bizType: '', startTime: 0, endTime: 0, ...change };
    const took: number[] = [];
    for (let n = 0; n < TRIES; n++) {
      const begun = performance.now();
      // As the API: the first pages, and the last one that can be shown.
      const offset = n % 6 === 5 ? LIST_COUNTED - PAGE : (n % 5) * PAGE;
      const bounded = await searchable(db, filter);
      const total = await countEvents(db, bounded, LIST_COUNTED);
      if (offset < total) await eventPage(db, bounded, { offset, limit: PAGE });
      took.push(performance.now() - begun);
    }
    say({ figure: `page of events, ${name}, p95`, value: percentile(took, 0.95), unit: 'ms', bound: BOUND_MS });
  }
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
