/** Lists of records on a real server: how far they count and page, and how `after` goes on from there. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { LIST_COUNTED, PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { deliveries } from '../../../server/db/schema.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
const MORE = 40;
const limit = PAGE_SIZE.max;
const lastPage = LIST_COUNTED / limit;
const { list } = catalogue.deliveries;

interface Rows {
  total: number;
  rows: { id: string }[];
}
const ask = async (request: object, path: string = list.path): Promise<Rows> => {
  const reply = await test.as('viewer', path, { serialNumberStr: A.serialNumber, ...request });
  expect(reply.code).toBe(0);
  return reply.data as Rows;
};
const ids = ({ rows }: Rows): string[] => rows.map(({ id }) => id);
/** The newest is `d00001`; three at a time share their timestamp. */
const nameOf = (n: number): string => `d${String(n).padStart(5, '0')}`;
const expected = (from: number, to: number): string[] => {
  const all = Array.from({ length: LIST_COUNTED + MORE }, (_, index) => index + 1);
  const groupOf = (n: number): number => Math.floor((n - 1) / 3);
  return all
    .sort((a, b) => groupOf(a) - groupOf(b) || b - a)
    .slice(from, to)
    .map(nameOf);
};

beforeAll(async () => {
  test = await startTestServer();
  await test.db.delete(deliveries);
  await test.db.execute(sql`
    insert into deliveries (id, serial_number, site_id, origin, status, phone_number, loading_point, destination,
      destination_name, recipient_name, loading_code, pickup_code, created_at, changed_at, ended_at)
    select 'd' || lpad(n::text, 5, '0'), ${A.serialNumber}, ${A.siteId}, 'console',
      case when n % 100 = 0 then 'notPickedUp' else 'completed' end, '+1202555' || lpad((n % 100)::text, 4, '0'),
      ${A.areaId}, ${A.areaId}, 'Room ' || (n % 50), 'Guest', '', '', at, at, at
    from (select n, timestamptz '2026-03-01' - floor((n - 1) / 3) * interval '1 minute' as at
      from generate_series(1, ${LIST_COUNTED + MORE}::int) as n) as numbered`);
  await test.db.insert(deliveries).values({
    id: 'theirs',
    serialNumber: B.serialNumber,
    status: 'completed',
    phoneNumber: '',
    loadingPoint: '',
    destination: '',
    loadingCode: '',
    pickupCode: '',
    createdAt: new Date('2026-02-01'),
    changedAt: new Date('2026-02-01'),
  });
}, 120_000);
afterAll(() => test.close());

describe('a list', () => {
  it('counts and pages up to a limit, newest first', async () => {
    const first = await ask({ limit });
    expect(first.total).toBe(LIST_COUNTED);
    expect(ids(first)).toEqual(expected(0, limit));
    const last = await ask({ page: lastPage, limit });
    expect(last.total).toBe(LIST_COUNTED);
    expect(ids(last)).toEqual(expected(LIST_COUNTED - limit, LIST_COUNTED));
  });

  it('goes on after a row, beyond the last page, without gaps or repeats among rows of one moment', async () => {
    const before = ids(await ask({ page: lastPage, limit })).at(-1);
    const rest = await ask({ after: before, limit });
    expect(ids(rest)).toEqual(expected(LIST_COUNTED, LIST_COUNTED + MORE));
    const read: string[] = [];
    let after = '';
    do {
      const found = ids(await ask({ after, limit: 7, statuses: ['notPickedUp'] }));
      read.push(...found);
      after = found.at(-1) ?? '';
    } while (after !== '');
    expect(read).toEqual(expected(0, LIST_COUNTED + MORE).filter((id) => Number(id.slice(1)) % 100 === 0));
    // Pages count from that row.
    const second = await ask({ after: expected(0, 10).at(-1), page: 2, limit: 5 });
    expect(ids(second)).toEqual(expected(15, 20));
  });

  it("does not go on after a row of a robot that is not the caller's, or after none", async () => {
    const refused = await test.as('viewer', list.path, { after: 'theirs' });
    const unknown = await test.as('viewer', list.path, { after: 'nothing' });
    expect(refused.code).not.toBe(0);
    expect(unknown.code).not.toBe(0);
  });

  it('searches words in names and places, and phone numbers only as a whole', async () => {
    const { total, rows } = await ask({ text: 'rOOm 49', limit });
    expect(total).toBe(200);
    expect(ids({ total, rows })).toEqual(
      expected(0, LIST_COUNTED)
        .filter((id) => Number(id.slice(1)) % 50 === 49)
        .slice(0, limit),
    );
    expect((await ask({ text: '2025550007' })).total).toBe(0);
    expect((await ask({ text: '+1 (202) 555-0007' })).total).toBe(101);
    expect(await ask({ text: 'no such place' })).toEqual({ total: 0, rows: [] });
  });

  it.each([
    ['deliveries', list.path],
    ['delivery records', catalogue.deliveries.recordNew.path],
    ['disinfections', catalogue.disinfections.list.path],
    ['route runs', catalogue.cruiseRecords.listNew.path],
    ['calls', catalogue.calls.list.path],
    ['faces', catalogue.faces.list.path],
    ['alarm cases', catalogue.alarmCases.list.path],
    ['event records', catalogue.eventRecords.listNew.path],
  ])('of %s refuses a page beyond its limit, and says the limit', async (_, path) => {
    const deep = await test.as('viewer', path, { serialNumberStr: A.serialNumber, page: lastPage + 1, limit });
    expect(errorNameOf(deep.code)).toBe('pageTooDeep');
    expect(deep.data).toMatchObject({ words: { limit: expect.any(Number) as number } });
  });
});
