/** API calls on records of disinfections: pages, filters, counts, cells, refusals, retention. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Disinfection, DisinfectionDetails } from '../../../contract/entities/disinfection.ts';
import { DISINFECTION_RECORDS_TTL_MS } from '../../../contract/rules/limits.ts';
import { disinfectionResultOf } from '../../../contract/rules/disinfection.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { disinfectionById, saveDisinfection } from '../../../server/db/repositories/disinfections.ts';
import { audit, disinfectionRecords } from '../../../server/db/schema.ts';
import { applyRetention } from '../../../server/retention.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { ended } from '../http/disinfectionCalls.ts';

const T0 = 1_750_000_000_000;
const { list, count, details, current, end } = catalogue.disinfections;
type Rows = { total: number; rows: Disinfection[] };

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => void (await test.db.delete(disinfectionRecords)));

const over = (
  id: string,
  serialNumber: string,
  at: number,
  change: Partial<typeof disinfectionRecords.$inferInsert> = {},
) => ({
  ...ended,
  id,
  serialNumber,
  mapId: A.mapId,
  startedAt: new Date(at),
  endedAt: new Date(at + 60_000),
  ...change,
});
const ask = async <Data>(person: Person, path: string, data: object): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (person: Person, path: string, data: object) =>
  errorNameOf((await test.as(person, path, data)).code);
const idsOf = ({ rows }: Rows): string[] => rows.map(({ id }) => id);

it('lists the records of the robots that the caller may see, newest first, by page and filter', async () => {
  await test.db.insert(disinfectionRecords).values([
    over('old', A.serialNumber, T0),
    over('uv', A.serialNumber, T0 + 1_000, { mode: 'uv' }),
    over('part', A.serialNumber, T0 + 2_000, {
      state: 'partiallyCompleted',
      reason: { type: 'person', description: '' },
    }),
    over('far', B.serialNumber, T0 + 3_000),
  ]);
  const listed = (data: object = {}) => ask<Rows>('viewer', list.path, { serialNumberStr: '', ...data });
  expect(idsOf(await listed())).toEqual(['part', 'uv', 'old']);
  expect(await listed({ page: 2, limit: 2 })).toMatchObject({ total: 3, rows: [{ id: 'old' }] });
  expect(idsOf(await listed({ mode: 'uv' }))).toEqual(['uv']);
  expect(idsOf(await listed({ state: 'partiallyCompleted' }))).toEqual(['part']);
  expect(idsOf(await listed({ startTime: T0 + 1_000, endTime: T0 + 2_000 }))).toEqual(['uv']);
  expect(await ask('viewer', count.path, { serialNumberStr: A.serialNumber })).toEqual({
    total: 3,
    inProgress: 0,
    finished: 2,
    failed: 0,
    partiallyCompleted: 1,
    notStarted: 0,
    unknown: 0,
  });
  expect(await refusal('viewer', list.path, { serialNumberStr: B.serialNumber })).toBe('robotForeign');
  expect(await refusal('viewer', list.path, { serialNumberStr: '', startTime: 9, endTime: 4 })).toBe('fieldInvalid');
  expect(await refusal('viewer', details.path, { disinfectionId: 'far' })).toBe('robotForeign');
  expect(await refusal('viewer', details.path, { disinfectionId: 'none' })).toBe('notFound');
});

it('counts and filters each run by one result, which follows every change of the run', async () => {
  const silent = { reason: { type: 'robotSilent', description: '' } } as const;
  await test.db
    .insert(disinfectionRecords)
    .values([
      over('finished', A.serialNumber, T0),
      over('failed', A.serialNumber, T0 + 1, { state: 'failed' }),
      over('silent', A.serialNumber, T0 + 2, { state: 'partiallyCompleted', ...silent }),
      over('lost', A.serialNumber, T0 + 3, { state: 'failed', ...silent }),
      over('never', A.serialNumber, T0 + 4, { state: 'failed', plannedCells: 0, ...silent }),
      over('running', A.serialNumber, T0 + 5, { state: 'inProgress', endedAt: null }),
    ]);
  const idsWith = async (state: string) => idsOf(await ask<Rows>('viewer', list.path, { serialNumberStr: '', state }));
  expect(await idsWith('failed')).toEqual(['failed']);
  expect(await idsWith('unknown')).toEqual(['lost', 'silent']);
  expect(await idsWith('notStarted')).toEqual(['never']);
  expect(await idsWith('partiallyCompleted')).toEqual([]);
  const counted = () => ask('viewer', count.path, { serialNumberStr: '' });
  const one = { inProgress: 1, finished: 1, failed: 1, partiallyCompleted: 0, notStarted: 1, unknown: 2 };
  expect(await counted()).toEqual({ total: 6, ...one });

  // What the database derives agrees with the rule of the console, run by run.
  const { rows } = await ask<Rows>('viewer', list.path, { serialNumberStr: '' });
  const derived = await test.db
    .select({ id: disinfectionRecords.id, result: disinfectionRecords.result })
    .from(disinfectionRecords);
  expect(new Map(derived.map(({ id, result }) => [id, result]))).toEqual(
    new Map(rows.map((row) => [row.id, disinfectionResultOf(row)])),
  );

  const running = await disinfectionById(test.db, 'running');
  if (!running) throw new Error('the run is gone');
  await saveDisinfection(test.db, { ...running, state: 'partiallyCompleted', ...silent });
  expect(await counted()).toEqual({ total: 6, ...one, inProgress: 0, unknown: 3 });
});

it('shows a record with its cells, and the latest one as the current', async () => {
  await test.db
    .insert(disinfectionRecords)
    .values([over('old', A.serialNumber, T0), over('new', A.serialNumber, T0 + 1_000)]);
  expect(await ask<DisinfectionDetails>('viewer', details.path, { disinfectionId: 'old' })).toMatchObject({
    run: { id: 'old', squareMetres: 1, coverage: 1, dose: 8, sections: [{ coverage: 1, squareMetres: 1 }] },
    planned: [1, 4],
    doses: [10, 4],
  });
  expect(await ask('viewer', current.path, { serialNumber: A.serialNumber })).toMatchObject({ run: { id: 'new' } });
  expect(await refusal('member', end.path, { serialNumber: A.serialNumber, disinfectionId: 'new' })).toBe(
    'disinfectionOver',
  );
  expect(await refusal('viewer', end.path, { serialNumber: A.serialNumber, disinfectionId: 'new' })).toBe('notAllowed');
});

it('are deleted after a year', async () => {
  const now = T0 + DISINFECTION_RECORDS_TTL_MS;
  await test.db
    .insert(disinfectionRecords)
    .values([over('expired', A.serialNumber, T0 - 120_000), over('kept', A.serialNumber, T0 + 1_000)]);
  await applyRetention({ db: test.db, now: () => now });
  expect((await test.db.select().from(disinfectionRecords)).map(({ id }) => id)).toEqual(['kept']);
});

it('exports what is filtered, in the zone and language of the reader, formulas disarmed', async () => {
  const section = ended.sections[0];
  await test.db.insert(disinfectionRecords).values([
    ...Array.from({ length: 520 }, (_, i) => over(`run-${i}`, A.serialNumber, T0 + i * 1_000)),
    over('far', B.serialNumber, T0),
    over('planned', A.serialNumber, T0 - 60_000, {
      taskRunId: `task-1@${T0 - 120_000}`,
      robotName: '=Mist',
      sections: section ? [{ ...section, name: 'Gym' }] : [],
    }),
    over('never', A.serialNumber, T0 - 90_000, {
      state: 'failed',
      reason: { type: 'serverDown', description: '' },
      plannedCells: 0,
      coveredCells: 0,
      taskRunId: `task-1@${T0 - 90_000}`,
    }),
  ]);
  const csv = async (data: object, person: Person = 'viewer') =>
    String((await test.as(person, catalogue.disinfections.export.path, { serialNumberStr: '', ...data })).data);
  const all = (await csv({ timeZone: 'Asia/Shanghai' })).trimEnd().split('\r\n');
  expect(all).toHaveLength(1 + 522);
  expect(new Set(all).size).toBe(all.length);
  expect(all[0]).toContain('(Asia/Shanghai)');
  // 2025-06-15 15:06:40 UTC
  expect(all[520]).toContain('2025-06-15 23:06:40');
  expect(all[521]).toMatch(/^"2025-06-15 23:05:40",.*"2025-06-15 23:04:40","'=Mist",.*"Gym"/u);
  expect(all[522]).toContain(`Didn't start","The server wasn't running at that time."`);
  expect((await csv({ state: 'notStarted' })).trimEnd().split('\r\n')).toHaveLength(2);
  expect(await refusal('viewer', catalogue.disinfections.export.path, { serialNumberStr: B.serialNumber })).toBe(
    'robotForeign',
  );
  expect(
    (await test.db.select().from(audit)).filter(({ act }) => act === 'disinfection.export').length,
  ).toBeGreaterThan(1);
});
