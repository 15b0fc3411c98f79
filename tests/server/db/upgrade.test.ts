/**
 * Upgrading: today's server starts on the previous release's data; a migration that fails leaves them as they were; the
 * previous release goes on beside it, because nothing that it uses is taken away.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import { createServer } from '../../../server/app.ts';
import { connect } from '../../../server/db/connect.ts';
import { migrateDatabase } from '../../../server/db/migrate.ts';
import { applyRetention } from '../../../server/retention.ts';
import { readSettings } from '../../../server/settings.ts';
import { createApi } from '../../fakes/apiClient.ts';
import { serverProgram } from '../../fakes/serverProcess.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import {
  fillAsPrevious,
  MIGRATIONS,
  migrationsWith,
  OLD,
  OLD_FILE,
  PREVIOUS_MIGRATION,
  previousMigrations,
  readJournal,
} from '../../fakes/previousRelease.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let database: FreshDatabase;
let pool: pg.Pool;
let folders: string[];

beforeEach(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  // Dropping the database ends connections that the pool has let go but not closed yet.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  folders = [await previousMigrations()];
  await migrateDatabase(pool, silent, folders[0] ?? '');
  await fillAsPrevious(pool);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Signs in on today's server over this database. */
async function onToday<Found>(
  look: (api: ReturnType<typeof createApi<typeof catalogue>>, serverUrl: string) => Promise<Found>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'rh-upgrade-'));
  folders.push(folder);
  await mkdir(join(folder, 'files', 'picture'), { recursive: true });
  await writeFile(join(folder, 'files', 'picture', OLD.fileId), OLD_FILE);
  const server = await createServer({
    settings: readSettings({
      PORT: '0',
      ROUNDHOUSE_DATA: folder,
      DATABASE_URL: database.url,
      ROUNDHOUSE_DEMO: 'off',
      LOG_LEVEL: 'silent',
    }),
    checkAnswers: true,
  });
  try {
    const { accessToken, userId } = await createApi(server.url, catalogue).session.signIn({
      email: OLD.email,
      password: encodePassword(OLD.password),
    });
    return await look(createApi(server.url, catalogue, { token: accessToken, userId }), server.url);
  } finally {
    await server.close();
  }
}
const columnsOf = async (of = pool): Promise<string[]> =>
  (
    await of.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
    )
  ).rows.map(({ name }) => name);

/** The statements of the migrations up to the previous release, and of those since. */
async function migrationStatements(): Promise<{ before: string[]; added: string[] }> {
  const { entries } = await readJournal(MIGRATIONS);
  const before: string[] = [];
  const added: string[] = [];
  for (const { idx, tag } of entries)
    (idx > PREVIOUS_MIGRATION ? added : before).push(
      ...(await readFile(join(MIGRATIONS, `${tag}.sql`), 'utf8')).split('--> statement-breakpoint'),
    );
  return { before, added };
}

/** The last column that a migration adds, and the migrations before it: not every release adds one. */
async function lastAddedColumn(): Promise<{ before: string; table: string; column: string }> {
  for (const { idx, tag } of (await readJournal(MIGRATIONS)).entries.toReversed()) {
    const sql = await readFile(join(MIGRATIONS, `${tag}.sql`), 'utf8');
    const [, table, column] = /alter table "(\w+)" add column "(\w+)"/iu.exec(sql) ?? [];
    if (table === undefined || column === undefined) continue;
    const before = await migrationsWith(({ entries, ...rest }) => ({
      ...rest,
      entries: entries.filter((one) => one.idx < idx),
    }));
    return { before, table, column };
  }
  throw new Error('no migration adds a column');
}

it('finds robots, maps, points, routes and commands of the previous release', async () => {
  await onToday(async (api, serverUrl) => {
    expect((await api.robots.list({})).robots).toMatchObject([
      { serialNumber: OLD.serialNumber, robotNickName: 'Porter', relation: 'superAdmin', siteId: 'kai' },
    ]);
    const { maps } = await api.maps.ofSites({});
    expect(maps).toMatchObject([{ id: 'hall', floor: '1F', plan: { width: 20 } }]);
    expect(maps[0]?.points.map(({ name }) => name).sort()).toEqual(['Desk', 'Dock']);
    expect((await api.robots.detail({ serialNumber: OLD.serialNumber })).maps).toEqual([
      { mapId: 'hall', robotMapName: 'F1' },
    ]);
    const { rows } = await api.commands.list({ serialNumber: OLD.serialNumber, page: 1, limit: 5 });
    expect(rows).toMatchObject([{ id: 'went', kind: 'goTo', state: 'finished' }]);
    const routes = await api.cruiseRoutes.list({ serialNumber: OLD.serialNumber, page: 1, limit: 5 });
    expect(routes.rows).toMatchObject([
      { pathId: OLD.routeId, pathName: 'Round', mapAreaVOList: [{ areaId: 'dock' }, { areaId: 'desk' }] },
    ]);
    const { url } = await api.files.address({ fileId: OLD.fileId });
    expect(Buffer.from(await (await fetch(new URL(url, serverUrl))).arrayBuffer())).toEqual(OLD_FILE);
    // A run that no task started.
    const runs = await api.cruiseRecords.list({ serialNumber: OLD.serialNumber, page: 1, limit: 5 });
    expect(runs.rows).toMatchObject([{ id: 'run-1', cycleType: 'loop', rounds: null, task: null }]);
    expect((await api.alarmCases.list({ page: 1, limit: 5 })).rows).toMatchObject([{ id: 'case-1', state: 'open' }]);
    expect((await api.schedules.list({ serialNumber: OLD.serialNumber, page: 1, limit: 5 })).rows).toMatchObject([
      { id: OLD.taskId, executeTime: '09:30', checkboxRespeatDays: '1,2,3,4,5', cruiseCount: 2, state: '1' },
    ]);
    expect((await api.schedules.exceptions({ serialNumber: OLD.serialNumber, page: 1, limit: 5 })).rows).toMatchObject([
      { remark: 'Fair' },
    ]);
    expect((await api.deliveries.details({ deliveryId: OLD.deliveryId })).delivery).toMatchObject({
      status: 'completed',
      origin: 'console',
    });
    expect((await api.disinfections.list({ serialNumberStr: OLD.serialNumber, page: 1, limit: 5 })).rows).toMatchObject(
      [{ id: OLD.disinfectionId, state: 'finished', coverage: 1 }],
    );
    expect((await api.checklist.get({})).steps).toMatchObject({ site: { siteId: 'kai' }, floor: { mapId: 'hall' } });
  });
});

it('changes nothing when a migration fails, and the next start goes on', async () => {
  const before = await columnsOf();
  const broken = await migrationsWith(({ entries, ...rest }) => ({
    ...rest,
    entries: [...entries, { idx: 999, version: '7', when: Date.now() + 1e9, tag: '0999_broken', breakpoints: true }],
  }));
  folders.push(broken);
  await writeFile(
    join(broken, '0999_broken.sql'),
    'ALTER TABLE "robots" ADD COLUMN "half" text;--> statement-breakpoint\nALTER TABLE "no_table" ADD COLUMN "x" text;',
  );
  await expect(migrateDatabase(pool, silent, broken)).rejects.toThrow();
  expect(await columnsOf()).toEqual(before);
  // The previous release can still be started: its own migrations find nothing to do.
  await migrateDatabase(pool, silent, folders[0] ?? '');
  expect(await columnsOf()).toEqual(before);
  await onToday(async (api) => expect((await api.robots.list({})).robots).toHaveLength(1));
});

it('lets the previous release write while both run', async () => {
  await migrateDatabase(pool, silent, MIGRATIONS);
  // Statements as the previous release has them, without the columns that are new.
  await pool.query(`insert into sites (id, name, time_zone) values ('pier', '"Pier"', 'UTC')`);
  await pool.query(
    `insert into robots (serial_number, manufacturer, interface_name, model, kind, name, site_id, dialect, password_hash)
     values ('OLD-2', 'Acme', 'uagv', 'W1', 'delivery', '"Second"', 'pier', 'both', 'x')`,
  );
  await onToday(async (api) =>
    expect(
      (await api.robotFleet.list({ page: 1, limit: 5, text: 'OLD' })).rows.map(({ serialNumber }) => serialNumber),
    ).toEqual(['OLD-2', OLD.serialNumber]),
  );
});

it('takes over what the previous release stored, also while both run', async () => {
  await migrateDatabase(pool, silent, MIGRATIONS);
  await pool.query(
    `insert into robot_events (id, serial_number, at, event) values ('f', $1, now(), '{"type":"face","faceId":"f","temperature":36.5}')`,
    [OLD.serialNumber],
  );
  await applyRetention({ db: connect(pool), now: Date.now });
  expect((await pool.query('select id from robot_events')).rows).toEqual([]);
  const { rows } = await pool.query('select file_id, kind, source, user_id, map_id from media_items');
  expect(rows).toEqual([{ file_id: OLD.fileId, kind: 'photo', source: 'operator', user_id: 'ada', map_id: null }]);
});

it('ends with the reason and a code when a migration fails in the real program, which starts once the cause is gone', async () => {
  const { before: migrations, table, column } = await lastAddedColumn();
  const older = await freshDatabase();
  const olderPool = new pg.Pool({ connectionString: older.url });
  olderPool.on('error', () => undefined);
  folders.push(migrations);
  const folder = await mkdtemp(join(tmpdir(), 'rh-upgrade-'));
  folders.push(folder);
  const program = await serverProgram(folder, { DATABASE_URL: older.url, ROUNDHOUSE_DEMO: 'off' });
  try {
    await migrateDatabase(olderPool, silent, migrations);
    await olderPool.query(`insert into sites (id, name, time_zone) values ('pier', '"Pier"', 'UTC')`);
    const before = await columnsOf(olderPool);
    await olderPool.query(`alter table "${table}" add column "${column}" text`);
    await expect(program.start()).rejects.toThrow(
      `could not be migrated: column "${column}" of relation "${table}" already exists. Nothing was changed`,
    );
    expect(await program.end('SIGTERM')).toBe(1);
    await olderPool.query(`alter table "${table}" drop column "${column}"`);
    expect(await columnsOf(olderPool)).toEqual(before);
    // What the older version does at its start finds nothing to do, and its rows are there.
    await migrateDatabase(olderPool, silent, migrations);
    expect((await olderPool.query('select from sites')).rowCount).toBe(1);
    await program.start();
    expect(await program.end('SIGTERM')).toBe(0);
  } finally {
    await program.remove();
    await olderPool.end();
    await older.drop();
  }
}, 60_000);

it('takes nothing away that the previous release uses', async () => {
  const { before, added } = await migrationStatements();
  expect(breaking(added, before)).toEqual([]);
});

it.each([
  ['ALTER TABLE "a" DROP COLUMN "b";'],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";'],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;'],
  ['ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT;'],
  ['ALTER TABLE "a" ADD CONSTRAINT "a_b" UNIQUE("b");'],
  ['ALTER TABLE "a" ADD CONSTRAINT "a_b" CHECK ("b" > 0);'],
  ['ALTER TABLE "a" ADD CONSTRAINT "a_b_fk" FOREIGN KEY ("b") REFERENCES "public"."c"("id") ON DELETE cascade;'],
  ['CREATE UNIQUE INDEX "a_b" ON "a" USING btree ("b");'],
  ['DROP TRIGGER "t" ON "a";'],
  ['DROP INDEX "a_b";'],
])('would find that %s breaks the previous release', (statement) => {
  expect(breaking([statement])).toEqual([statement]);
});

it.each([
  [['ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\' NOT NULL;']],
  // It has a default: the next number.
  [['ALTER TABLE "a" ADD COLUMN "b" bigserial NOT NULL;']],
  [['CREATE TABLE "n" ("b" text);', 'CREATE UNIQUE INDEX "n_b" ON "n" USING btree ("b");']],
  // Statements of the previous release leave a new column empty, which neither constraint concerns.
  [['ALTER TABLE "a" ADD COLUMN "b" text;', 'CREATE UNIQUE INDEX "a_b" ON "a" USING btree ("c","b");']],
  [
    [
      'ALTER TABLE "a" ADD COLUMN "b" text;',
      'ALTER TABLE "a" ADD CONSTRAINT "a_fk" FOREIGN KEY ("b") REFERENCES "n"("id");',
    ],
  ],
  [['CREATE INDEX "a_b" ON "a" USING btree ("b");']],
  // It computes itself.
  [['ALTER TABLE "a" ADD COLUMN "b" text GENERATED ALWAYS AS (upper("c")) STORED NOT NULL;']],
  // The same index with more columns: it only changes how fast a statement is.
  [['DROP INDEX "a_b";', 'CREATE INDEX "a_b" ON "a" USING btree ("b","c");']],
])('lets %j pass', (statements) => {
  expect(breaking(statements)).toEqual([]);
});

it('lets an index go that is not unique, and no other: without it a statement is slower', () => {
  const statements = ['DROP INDEX "a_b";', 'DROP INDEX "a_c";'];
  const before = [
    'CREATE INDEX "a_b" ON "a" USING btree ("b");',
    'CREATE UNIQUE INDEX "a_c" ON "a" USING btree ("c");',
  ];
  expect(breaking(statements, before)).toEqual(['DROP INDEX "a_c";']);
});

/**
 * Statements after which those of the previous release could fail.
 * @param before statements of the migrations up to the previous release
 */
function breaking(statements: readonly string[], before: readonly string[] = []): string[] {
  const ALWAYS = [
    /\bdrop\s+(?:column|table|type|index|constraint|trigger|function|default|view)\b/iu,
    /\brename\b/iu,
    /\bset\s+not\s+null\b/iu,
    /\balter\s+column\b[^;]*\btype\b/iu,
    /\badd\s+column\b(?![^;]*\b(?:default|bigserial|generated\s+always)\b)[^;]*\bnot\s+null\b/iu,
  ];
  const RULE =
    /^alter\s+table\s+"(?<table>\w+)"\s+add\s+constraint\s+"\w+"(?<on>.*?)(?:\breferences\b.*)?;?$|^create\s+unique\s+index\s+"\w+"\s+on\s+"(?<indexed>\w+)"(?<columns>.*?);?$/isu;
  const found = (pattern: RegExp, among = statements): string[] =>
    among.flatMap((one) => [...one.matchAll(pattern)].map(([, ...names]) => names.filter(Boolean).join('.')));
  const slowing = new Set(found(/\bcreate\s+index\s+"(\w+)"/giu, [...before, ...statements]));
  const isOnlySlower = (statement: string): boolean =>
    slowing.has(/^drop\s+index\s+"(\w+)";?$/iu.exec(statement)?.[1] ?? '');
  const newTables = new Set(found(/\bcreate\s+table\s+"(\w+)"/giu));
  const newColumns = new Set(found(/\balter\s+table\s+"(\w+)"\s+add\s+column\s+"(\w+)"(?![^;]*\bnot\s+null\b)/giu));
  const constrains = (statement: string): boolean => {
    const { table, on, indexed, columns } = RULE.exec(statement.trim())?.groups ?? {};
    const name = table ?? indexed;
    if (name === undefined || newTables.has(name)) return false;
    const names = [...(on ?? columns ?? '').matchAll(/"(\w+)"/gu)].map(([, column]) => `${name}.${column}`);
    return !names.some((column) => newColumns.has(column));
  };
  return statements
    .map((one) => one.trim())
    .filter((one) => (ALWAYS.some((pattern) => pattern.test(one)) && !isOnlySlower(one)) || constrains(one));
}
