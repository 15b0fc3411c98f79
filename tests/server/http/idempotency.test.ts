/** Idempotent writes: what is rolled back, what is retried, and what happens while the database is unavailable. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { READ_REPLAY_TTL_MS } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { installation, requests } from '../../../server/db/schema.ts';
import { createIdempotency, type IdempotentWrite, type Idempotency } from '../../../server/http/idempotency.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
let writes: Idempotency;
let now = Date.now();
beforeAll(async () => {
  test = await startTestServer();
  writes = createIdempotency(test.db, () => now);
});
afterAll(() => test.close());

const valueOf = async (key: string) =>
  (await test.db.select().from(installation).where(eq(installation.key, key)))[0]?.value;
const write = (run: IdempotentWrite['run'], id = test.newId()): IdempotentWrite => ({
  key: { scope: 'user x', id },
  hash: 'h',
  run,
});

describe('a write', () => {
  it('that is refused undoes what it had done, and keeps its refusal', async () => {
    const refused = write(async (db) => {
      await db.insert(installation).values({ key: 'half', value: 'done' });
      throw new ApiError('robotBusy', { words: { holder: 'Lin' } });
    });
    const due = { code: ERRORS.robotBusy, message: 'robotBusy', data: { words: { holder: 'Lin' } } };
    expect(await writes.once(refused)).toEqual({ reply: due, isRepeat: false });
    expect(await writes.once(refused)).toEqual({ reply: due, isRepeat: true });
    expect(await valueOf('half')).toBeUndefined();
  });

  it('that is refused leaves no row, and is tried again once its refusal is forgotten', async () => {
    const before = await test.rowsIn(requests);
    let tries = 0;
    const refused = write(() => Promise.reject(new ApiError('robotBusy', { words: { holder: `${++tries}` } })));
    for (let i = 0; i < 3; i++) await writes.once(refused);
    expect([tries, await test.rowsIn(requests)]).toEqual([1, before]);
    await expect(writes.once({ ...refused, hash: 'another' })).rejects.toThrow('idReused');
    now += READ_REPLAY_TTL_MS + 1;
    await writes.once(refused);
    expect([tries, await test.rowsIn(requests)]).toEqual([2, before]);
  });

  it('does what comes before its transaction without one, and once, however often and however many at once it is sent', async () => {
    let counted = 0;
    const idle = async (): Promise<number> => {
      const { rows } = await test.db.execute<{ used: number }>(
        sql`select count(*)::int as used from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      );
      return rows[0]?.used ?? 0;
    };
    // Transactions of the tests before can still be ending.
    await expect.poll(idle, { timeout: 20_000 }).toBe(0);
    const limited = (id = test.newId()): IdempotentWrite<number> => ({
      ...write(() => Promise.resolve(null), id),
      before: async () => {
        counted++;
        return idle();
      },
      run: (_, found) => Promise.resolve(found),
    });
    const one = limited();
    const replies = await Promise.all(Array.from({ length: 10 }, () => writes.once(one)));
    expect(replies.map(({ reply, isRepeat }) => [reply.data, isRepeat])).toEqual([
      [0, false],
      ...Array.from({ length: 9 }, () => [0, true]),
    ]);
    expect(counted).toBe(1);
    const refused: IdempotentWrite<number> = {
      ...limited(),
      before: () => (counted++, Promise.reject(new ApiError('tooManyTries'))),
    };
    for (let i = 0; i < 3; i++) expect((await writes.once(refused)).reply.code).toBe(ERRORS.tooManyTries);
    expect(counted).toBe(2);
  });

  it('whose reply is a secret notes its id when it is done, and nothing when it is refused', async () => {
    const before = await test.rowsIn(requests);
    const secret = { key: { scope: 'user x', id: test.newId() }, hash: 'h' };
    await expect(writes.secret({ ...secret, run: () => Promise.reject(new ApiError('robotBusy')) })).rejects.toThrow(
      'robotBusy',
    );
    expect(await test.rowsIn(requests)).toBe(before);
    expect(await writes.secret({ ...secret, run: () => Promise.resolve('one') })).toBe('one');
    await expect(writes.secret({ ...secret, hash: 'another', run: () => Promise.resolve('two') })).rejects.toThrow(
      'idReused',
    );
    expect(await test.rowsIn(requests)).toBe(before + 1);
  });

  it('that failed passingly leaves nothing behind: its repeat does the work', async () => {
    let tries = 0;
    const shaky = write(async (db) => {
      await db.insert(installation).values({ key: 'shaky', value: String(++tries) });
      if (tries === 1) throw new ApiError('brokerAway');
    });
    await expect(writes.once(shaky)).rejects.toThrow('brokerAway');
    expect(await test.db.select().from(requests).where(eq(requests.id, shaky.key.id))).toEqual([]);
    expect(await writes.once(shaky)).toEqual({ reply: { code: 0, message: 'ok', data: null }, isRepeat: false });
    expect(await valueOf('shaky')).toBe('2');
  });

  it('is not mistaken for another one under the same id, though nobody remembers the first but the database', async () => {
    const first = write(() => Promise.resolve('first'));
    await writes.once(first);
    await expect(writes.once({ ...first, hash: 'another' })).rejects.toThrow('idReused');
    expect(await writes.once(first)).toMatchObject({ reply: { data: 'first' }, isRepeat: true });
  });

  it("that stood in another's way is tried again by itself", async () => {
    await test.db.insert(installation).values([
      { key: 'left', value: '0' },
      { key: 'right', value: '0' },
    ]);
    const add = async (db: Parameters<IdempotentWrite['run']>[0], key: string) =>
      void (await db
        .update(installation)
        .set({ value: sql`${installation.value}::int + 1` })
        .where(eq(installation.key, key)));
    const both = (first: string, second: string) =>
      write(async (db) => {
        await add(db, first);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await add(db, second);
      });
    const done = await Promise.all([writes.once(both('left', 'right')), writes.once(both('right', 'left'))]);
    expect(done.map(({ reply }) => reply.code)).toEqual([0, 0]);
    expect([await valueOf('left'), await valueOf('right')]).toEqual(['2', '2']);
  });
});

describe('while the database is away', () => {
  it('every kind of call says so, and works again when it is back', async () => {
    const { pathname } = new URL(test.databaseUrl);
    const name = pathname.slice(1);
    const rename = (to: string) =>
      test.as('robotAdmin', catalogue.robots.rename.path, { serialNumber: A.serialNumber, robotNickName: to });
    const pg = await import('pg');
    const admin = new pg.default.Client({ connectionString: test.databaseUrl.replace(pathname, '/postgres') });
    await admin.connect();
    try {
      await admin.query(`alter database ${name} with allow_connections false`);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name]);
      const away = { code: ERRORS.databaseAway };
      for (let i = 0; i < 3; i++) {
        expect(await rename('Never')).toMatchObject(away);
        expect(await test.as('member', catalogue.robots.list.path, {})).toMatchObject(away);
        expect(
          await test.call(catalogue.session.signIn.path, { email: 'x@test', password: btoa('Password1') }),
        ).toMatchObject(away);
      }
      expect((await test.server.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
      expect((await test.server.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
      await admin.query(`alter database ${name} with allow_connections true`);
      await expect.poll(async () => (await rename('Back')).code).toBe(0);
      // The readiness result is cached for 1 s.
      await expect
        .poll(async () => (await test.server.inject({ method: 'GET', url: '/readyz' })).statusCode, { timeout: 20_000 })
        .toBe(200);
    } finally {
      await admin.end();
    }
  });
});
