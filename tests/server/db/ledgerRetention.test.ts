/** Commands and the audit log are deleted by age, as the installation sets it, and nothing that is still needed. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { RETENTION_DAYS } from '../../../contract/rules/retention.ts';
import { deleteExpiredAudit, record } from '../../../server/db/repositories/audit.ts';
import { addCommand } from '../../../server/db/repositories/commands.ts';
import { audit, commands } from '../../../server/db/schema.ts';
import { forgetMark, setMark } from '../../../server/db/repositories/installation.ts';
import { applyRetention, RECORDS_END_MARK } from '../../../server/retention.ts';
import { fleetDatabase, type FleetDatabase } from '../../fakes/fleetDatabase.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 27);
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS);

let database: FleetDatabase;
beforeAll(async () => {
  database = await fleetDatabase(['W1', 'W2']);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(audit);
  await database.db.delete(commands);
  await setMark(database.db, RECORDS_END_MARK, '0');
});

const retain = (days: Partial<typeof RETENTION_DAYS> = {}) =>
  applyRetention({ db: database.db, now: () => NOW, days: { ...RETENTION_DAYS, ...days } });
const ask = (id: string, days: number, more: Partial<typeof commands.$inferInsert> = {}) =>
  addCommand(database.db, {
    id,
    serialNumber: 'W1',
    kind: 'goTo',
    target: 'Lobby',
    askedBy: 'member',
    askedByName: 'Member',
    state: 'failed',
    askedAt: daysAgo(days),
    endedAt: daysAgo(days),
    ...more,
  });
const left = async () =>
  (await database.db.select({ id: commands.id }).from(commands).orderBy(asc(commands.id))).map(({ id }) => id);
/** Without what the commands themselves wrote just now. */
const written = async () =>
  (await database.db.select().from(audit).where(eq(audit.act, 'call.start'))).map(({ subject }) => subject);

it('deletes commands a year after their end, and entries of the audit log a year after they were written', async () => {
  await ask('old', 366);
  await ask('young', 364);
  for (const days of [366, 364])
    await record(database.db, { at: daysAgo(days), userId: '', act: 'call.start', subject: `${days}` });
  await retain();
  expect(await left()).toEqual(['young']);
  expect(await written()).toEqual(['364']);
});

it('keeps the moves and hand-overs of a robot as long as the robot', async () => {
  for (const act of ['robot.move', 'robot.handOver', 'robot.unbind'] as const)
    for (const subject of ['W1', 'gone']) await record(database.db, { at: daysAgo(4_000), userId: '', act, subject });
  await retain();
  const kept = await database.db.select({ act: audit.act, subject: audit.subject }).from(audit).orderBy(audit.id);
  expect(kept.filter(({ act }) => act.startsWith('robot.'))).toEqual([
    { act: 'robot.move', subject: 'W1' },
    { act: 'robot.handOver', subject: 'W1' },
  ]);
});

it('begins two weeks after the first start of a version that deletes them', async () => {
  await forgetMark(database.db, RECORDS_END_MARK);
  await ask('old', 400);
  await record(database.db, { at: daysAgo(400), userId: '', act: 'call.start', subject: 'old' });
  const after = (days: number) => applyRetention({ db: database.db, now: () => NOW + days * DAY_MS });
  for (const days of [0, 13.9]) {
    await after(days);
    expect([await left(), await written()]).toEqual([['old'], ['old']]);
  }
  await after(14);
  expect([await left(), await written()]).toEqual([[], []]);
});

it('by the days that the installation sets', async () => {
  await ask('old', 61);
  await ask('young', 59);
  for (const days of [101, 99])
    await record(database.db, { at: daysAgo(days), userId: '', act: 'call.start', subject: `${days}` });
  await retain({ commands: 60, audit: 100 });
  expect(await left()).toEqual(['young']);
  expect(await written()).toEqual(['99']);
});

it('keeps a Stop that holds its robot, and a command that has not ended, however old they are', async () => {
  await ask('holds', 2_000, { kind: 'stop', state: 'finished', liftedAt: null });
  await ask('holdsUnconfirmed', 2_000, { kind: 'stop', state: 'failed', liftedAt: null });
  await ask('lifted', 2_000, { kind: 'stop', state: 'failed', liftedAt: daysAgo(1_999) });
  await ask('open', 2_000, { state: 'running', endedAt: null });
  await retain();
  expect(await left()).toEqual(['holds', 'holdsUnconfirmed', 'open']);
});

it('keeps the newest finished command of each kind and robot: what the robot has proved is read from it', async () => {
  const finished = { state: 'finished' as const };
  await ask('drive1', 900, finished);
  await ask('drive2', 800, finished);
  await ask('drive3', 700);
  await ask('other', 900, { ...finished, serialNumber: 'W2' });
  const lifted = { ...finished, kind: 'stop' as const, liftedAt: daysAgo(600) };
  await ask('stop1', 900, lifted);
  await ask('stop2', 800, lifted);
  await retain();
  expect(await left()).toEqual(['drive2', 'other', 'stop2']);
});

it('deletes more than one statement deletes at once', async () => {
  const old = Array.from({ length: 25_000 }, (_, at) => ({
    at: daysAgo(400),
    userId: '',
    act: 'call.start' as const,
    subject: String(at),
    before: null,
    after: null,
  }));
  for (let at = 0; at < old.length; at += 5_000) await database.db.insert(audit).values(old.slice(at, at + 5_000));
  await deleteExpiredAudit(database.db, daysAgo(365));
  expect(await database.db.select({ id: audit.id }).from(audit)).toEqual([]);
});
