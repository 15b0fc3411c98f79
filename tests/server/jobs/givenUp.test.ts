/** What a job was for ends with it: after killed servers, after its last attempt, and when it is cancelled. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Db } from '../../../server/db/database.ts';
import { alarmCases, alarmNotifications, deliveries, deliverySteps, jobs } from '../../../server/db/schema.ts';
import { createJobHandlers } from '../../../server/features/jobs.ts';
import type { GivenUpJob, JobKind } from '../../../server/jobs/jobKind.ts';
import { ON_FAILED } from '../../../server/jobs/onFailed.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { freshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import { testKind, type JobDatabase } from '../../fakes/jobServer.ts';
import { CASES } from '../http/alarmCalls.ts';

const [CASE] = CASES;
const caseId = CASE?.id ?? '';
let database: JobDatabase;
beforeAll(async () => {
  database = await freshJobDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [jobs, alarmCases]) await database.db.delete(table);
  if (CASE) await database.db.insert(alarmCases).values(CASE);
  await database.db.insert(alarmNotifications).values({
    id: 'n-1',
    caseId,
    level: 2,
    contactId: 'desk',
    name: 'Desk',
    channel: 'sms',
    target: '+12025550191',
    language: 'enUS',
    state: 'queued',
    at: new Date(1_700_000_000_000),
  });
});
afterEach(() => database.stopAll());

const soon = (read: () => Promise<void>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const message = async () =>
  (await database.db.select().from(alarmNotifications).where(eq(alarmNotifications.id, 'n-1')))[0];
const enqueue = (more = {}) =>
  database.enqueue('alarmNotification', { key: 'n-1', payload: { notificationId: 'n-1' }, ...more });
const kind = (run: JobKind['run']) => testKind('alarmNotification', { run, onFailed: ON_FAILED['alarmNotification'] });
/** The job's server is killed for the last time. */
const crash = (id: string) =>
  database.db.update(jobs).set({ state: 'running', runner: 'gone', attempts: 1, crashes: 99 }).where(eq(jobs.id, id));
const done = () => Promise.resolve();

it('killed servers: the message is failed with a reason', async () => {
  const id = await enqueue();
  await crash(id);
  await database.start([kind(done)]);
  expect(await database.row(id)).toMatchObject({ state: 'failed', attempts: 0, crashes: 100 });
  expect(await message()).toMatchObject({ state: 'failed', reason: 'the server stopped while it was sent' });
});

it('servers that are killed again and again do not keep a message from people', async () => {
  const id = await enqueue();
  await crash(id);
  await database.db.update(jobs).set({ crashes: 98 }).where(eq(jobs.id, id));
  await database.start([kind(done)]);
  await soon(async () => expect(await database.row(id)).toMatchObject({ state: 'done', crashes: 99 }));
});

it('one that cannot be ended does not keep the others, and its job says so', async () => {
  const broken = await database.enqueue('broken');
  const id = await enqueue();
  for (const each of [broken, id]) await crash(each);
  const onFailed = vi.fn<NonNullable<JobKind['onFailed']>>(() => Promise.reject(new Error('no')));
  await database.start([testKind('broken', { run: done, onFailed }), kind(done)]);
  expect(onFailed).toHaveBeenCalledTimes(3);
  expect((await database.row(broken)).state).toBe('failed');
  expect((await database.row(broken)).log.at(-1)?.text).toContain('not ended');
  expect((await message())?.state).toBe('failed');
});

it('the last attempt: ended once; what was sent meanwhile stays sent', async () => {
  const id = await enqueue({ maxAttempts: 1 });
  await database.start([kind(() => Promise.reject(new Error('no')))]);
  await soon(async () => expect((await database.row(id)).state).toBe('failed'));
  expect(await message()).toMatchObject({ state: 'failed', reason: 'no' });
  await database.db.update(alarmNotifications).set({ state: 'sent', reason: '' });
  const second = await enqueue({ maxAttempts: 1 });
  await soon(async () => expect((await database.row(second)).state).toBe('failed'));
  expect((await message())?.state).toBe('sent');
});

it('cancelled by an administrator: the message does not wait for good', async () => {
  const jobId = await enqueue({ dueAt: database.now() + 60_000 });
  await database.db.transaction(async (db) =>
    createJobHandlers(database).cancel({ jobId }, { db, userId: 'admin' } as unknown as RequestContext),
  );
  expect((await database.row(jobId)).state).toBe('cancelled');
  expect(await message()).toMatchObject({ state: 'failed', reason: 'its job was cancelled' });
});

it('cancelled by two administrators at the same time: the history of the delivery says once that it failed', async () => {
  await database.db.insert(deliveries).values({
    id: 'd-1',
    serialNumber: 'S2-1',
    status: 'created',
    phoneNumber: '+12025550191',
    loadingPoint: 'kitchen',
    destination: 'room',
    loadingCode: '',
    pickupCode: '',
    createdAt: new Date(database.now()),
    changedAt: new Date(database.now()),
  });
  const jobId = await database.enqueue('deliveryMessage', {
    payload: { deliveryId: 'd-1', message: 'deliveryComes' },
    dueAt: database.now() + 60_000,
  });
  // Both have read that it waits, before either of them changes anything.
  let together = 0;
  let release = (): void => undefined;
  const bothHaveRead = new Promise<void>((resolve) => (release = resolve));
  const ends = ON_FAILED as Record<string, (db: Db, job: GivenUpJob) => Promise<void>>;
  const end = ends['deliveryMessage'];
  vi.spyOn(ends, 'deliveryMessage').mockImplementation(async (db, job) => {
    if ((together += 1) === 2) release();
    await bothHaveRead;
    await end?.(db, job);
  });
  const results = await Promise.allSettled(
    ['admin', 'other'].map((userId) =>
      database.db.transaction((db) =>
        createJobHandlers(database).cancel({ jobId }, { db, userId } as unknown as RequestContext),
      ),
    ),
  );
  vi.restoreAllMocks();
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await database.db.select().from(deliverySteps)).map(({ kind: step }) => step)).toEqual(['messageFailed']);
  expect((await database.row(jobId)).state).toBe('cancelled');
});
