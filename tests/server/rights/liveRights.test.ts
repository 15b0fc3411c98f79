/** Sessions and rights in memory: only changed rows are read, and other servers see changes at once. */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect } from '../../../server/db/connect.ts';
import { listenTo } from '../../../server/db/listen.ts';
import { accounts, apps, relations, rightsChanges, sessions } from '../../../server/db/schema.ts';
import { encryptSecret } from '../../../server/appSecrets.ts';
import { applyRetention } from '../../../server/retention.ts';
import { createLiveRights, type LiveRights } from '../../../server/rights/liveRights.ts';
import { tokenHash } from '../../../server/security/identity.ts';
import { A, startTestServer, tokenOf, type TestServer } from '../../fakes/testServer.ts';

const log = pino({ level: 'silent' });
const member = { id: 'session-member', hash: tokenHash(tokenOf('member')) };
let test: TestServer;
/** The rights as another server holds them; `asked` collects its database queries. */
let rights: LiveRights;
let pool: pg.Pool;
const asked: string[] = [];
beforeAll(async () => {
  test = await startTestServer();
  pool = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((...args: unknown[]) => {
    const [first] = args;
    asked.push(typeof first === 'string' ? first : (first as { text: string }).text);
    return query(...args);
  }) as typeof pool.query;
  rights = await createLiveRights({ ...test.server.deps, db: connect(pool) });
});
afterAll(async () => {
  await rights.close();
  await pool.end();
  await test.close();
});
const readSince = async (change: () => Promise<unknown>): Promise<string[]> => {
  // While any transaction in the whole cluster is open, rows that were just read are read again.
  await vi.waitFor(async () => expect(await readNow()).toEqual([]), { timeout: 30_000, interval: 50 });
  await change();
  return readNow();
};
const readNow = async (): Promise<string[]> => {
  asked.length = 0;
  await rights.refresh();
  // The timer can query at the same moment, and while any transaction in the cluster is open it reads the same rows
  // again.
  return [...new Set(asked.filter((text) => !text.includes('pg_current_snapshot')))];
};

it('a session that begins, is used and ends is read alone', async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const began = await readSince(() =>
    test.db.insert(sessions).values({ id: 'one', tokenHash: 'one', userId: 'viewer', expiresAt }),
  );
  expect(began).toEqual([expect.stringMatching(/from "sessions" where .*"id" in \(\$\d\)/u)]);
  expect(rights.session('one')).toMatchObject({ sessionId: 'one', userId: 'viewer', roles: ['viewer'] });
  expect(
    await readSince(() => test.db.update(sessions).set({ lastUsedAt: new Date() }).where(eq(sessions.id, 'one'))),
  ).toEqual([]);
  expect(
    await readSince(() => test.db.update(sessions).set({ endedCode: 1006 }).where(eq(sessions.id, 'one'))),
  ).toHaveLength(1);
  expect(rights.session('one')).toBeUndefined();
  expect(rights.session(member.hash)).toMatchObject({ sessionId: member.id });
});

it('roles and relations that change, and go, are known', async () => {
  await test.db
    .update(accounts)
    .set({ roles: ['viewer'] })
    .where(eq(accounts.id, 'robotAdmin'));
  await test.db.update(relations).set({ isAuth: false }).where(eq(relations.id, 'relation-member'));
  await test.db.delete(accounts).where(eq(accounts.id, 'stranger'));
  await test.db.delete(relations).where(eq(relations.id, 'relation-viewer'));
  await rights.refresh();
  expect(rights.session(tokenHash(tokenOf('robotAdmin')))).toMatchObject({ roles: ['viewer'] });
  expect(rights.standing('robotAdmin', A.serialNumber)).toEqual({ roles: ['viewer'], relation: 'robotAdmin' });
  expect(rights.standing('member', A.serialNumber)).toEqual({ roles: ['operator'], relation: null });
  expect(rights.standing('viewer', A.serialNumber)).toEqual({ roles: ['viewer'], relation: null });
  expect(rights.session(tokenHash(tokenOf('stranger')))).toBeUndefined();
});

it('a change that commits after a later one is found', async () => {
  const early = new pg.Client(test.databaseUrl);
  await early.connect();
  await early.query('begin');
  await early.query(
    `insert into sessions (id, token_hash, user_id, expires_at) values ('early', 'early', 'viewer', now() + interval '1 minute')`,
  );
  await test.db
    .insert(sessions)
    .values({ id: 'late', tokenHash: 'late', userId: 'viewer', expiresAt: new Date(Date.now() + 60_000) });
  await rights.refresh();
  expect([rights.session('early'), rights.session('late')?.sessionId]).toEqual([undefined, 'late']);
  await early.query('commit');
  await early.end();
  await rights.refresh();
  expect(rights.session('early')?.sessionId).toBe('early');
});

it('apps are known with their secrets and their sessions, until they are revoked', async () => {
  const seal = (secret: string) => encryptSecret(test.db, 'app-1', secret);
  await test.db.insert(apps).values({
    appId: 'app-1',
    name: 'Lift',
    accountId: 'viewingSuperAdmin',
    secret: await seal('first'),
    createdBy: 'accountAdmin',
    createdAt: new Date(),
  });
  await test.db.insert(sessions).values({
    id: 'of-app',
    tokenHash: 'of-app',
    userId: 'viewingSuperAdmin',
    way: 'app',
    expiresAt: new Date(Date.now() + 60_000),
  });
  await rights.refresh();
  expect(rights.app('app-1')).toMatchObject({
    secret: 'first',
    userId: 'viewingSuperAdmin',
    isLocked: false,
    holder: { sessionId: 'of-app' },
  });
  await test.db.update(apps).set({ secret: await seal('second') });
  await test.db.update(accounts).set({ lockedAt: new Date() }).where(eq(accounts.id, 'viewingSuperAdmin'));
  await test.db.update(sessions).set({ endedCode: 1006 }).where(eq(sessions.id, 'of-app'));
  await rights.refresh();
  expect(rights.app('app-1')).toMatchObject({
    secret: 'second',
    isLocked: true,
    holder: { sessionId: 'app app-1', userId: 'viewingSuperAdmin' },
  });
  await test.db.update(apps).set({ revokedAt: new Date() });
  await rights.refresh();
  expect(rights.app('app-1')).toBeUndefined();
});

it('very many changes are read with everything else', async () => {
  const pad = Array.from({ length: 2_100 }, (_, i) => ({
    id: `many-${i}`,
    tokenHash: `many-${i}`,
    userId: 'viewer',
    expiresAt: new Date(Date.now() + 60_000),
  }));
  expect(await readSince(() => test.db.insert(sessions).values(pad))).toHaveLength(4);
  expect(rights.session('many-2099')?.userId).toBe('viewer');
});

it('notices come at once, also after the connection was lost, and ended ones no more', async () => {
  const heard: string[] = [];
  const stop = listenTo(
    () => new pg.Client({ connectionString: test.databaseUrl, application_name: 'listening' }),
    { rights: (words) => void heard.push(words) },
    log,
  );
  await expect.poll(() => heard).toEqual(['']);
  await test.db
    .insert(sessions)
    .values({ id: 'heard', tokenHash: 'heard', userId: 'viewer', expiresAt: new Date(Date.now() + 60_000) });
  await test.db.delete(sessions).where(eq(sessions.id, 'heard'));
  await expect.poll(() => heard).toEqual(['', 'begun', 'changed']);
  await test.db.execute(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening'`);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['', 'begun', 'changed', '']);
  await stop();
  await test.db.execute(`notify rights, 'unheard'`);
  expect(heard).toHaveLength(4);
});

it('changes by anybody are known here before the next reading is due', async () => {
  const { rights: own } = test.server.deps;
  const began = performance.now();
  for (let i = 0; i < 6; i++) {
    const endedCode = i % 2 === 0 ? 1006 : null;
    await test.db.update(sessions).set({ endedCode }).where(eq(sessions.id, member.id));
    await expect.poll(() => own.session(member.hash) === undefined, { interval: 5 }).toBe(endedCode !== null);
  }
  // With polling alone, each change but the first would take 1 s.
  expect(performance.now() - began).toBeLessThan(4_000);
});

it('changes are forgotten after an hour', async () => {
  await test.db
    .update(rightsChanges)
    .set({ at: new Date(Date.now() - 3_700_000) })
    .where(eq(rightsChanges.key, 'one'));
  await applyRetention(test.server.deps);
  expect(await test.db.select().from(rightsChanges).where(eq(rightsChanges.key, 'one'))).toEqual([]);
  expect(await test.rowsIn(rightsChanges)).toBeGreaterThan(0);
});
