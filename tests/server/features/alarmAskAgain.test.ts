/** Contacts are asked again about a case that nobody takes, on a real database and a moved clock. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LEVEL_TWO_AFTER_MS } from '../../../contract/rules/alarms.ts';
import type { NotificationState } from '../../../contract/rules/alarmNotification.ts';
import { alarmCases, alarmEntries, alarmNotifications } from '../../../server/db/schema.ts';
import { alarmDueSources } from '../../../server/features/alarmEscalation.ts';
import type { AlarmRecipient, AlarmRules } from '../../../server/features/alarmRules.ts';
import { raiseAlarm } from '../../../server/features/raiseAlarms.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { openJobDatabase, type JobDatabase } from '../../fakes/jobServer.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let empty: FreshDatabase;
let database: JobDatabase;
let at = 0;
/** Who can be told now. */
let contacts: AlarmRecipient[] = [];
const now = (): number => at;
const rules: AlarmRules = {
  counts: async () => true,
  notifies: async () => true,
  recipients: async (_db, _serialNumber, _event, level) => (level === 1 ? contacts : []),
};
const sources = alarmDueSources({ now, rules, notifyAlarm: () => undefined });

beforeAll(async () => {
  empty = await freshDatabase();
  database = await openJobDatabase(empty.url);
});
afterAll(async () => {
  await database.close();
  await empty.drop();
});
beforeEach(async () => {
  await database.db.delete(alarmCases);
  at = Date.UTC(2026, 10, 25, 22);
  contacts = [
    { contactId: 'desk', name: 'Desk', language: 'enUS', channels: [{ channel: 'sms', target: '+12025550142' }] },
  ];
});

const raise = () =>
  database.db.transaction((db) =>
    raiseAlarm(
      db,
      { now, rules, notify: () => undefined },
      { serialNumber: 'S2-1' },
      { id: 'alarm', event: 'smoke', pose: null },
    ),
  );
/** Moves the clock, an hour at most at a time. */
const pass = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= HOUR_MS) {
    at += Math.min(left, HOUR_MS);
    for (const source of sources)
      await database.db.transaction((db) => source.take(db, new Date(at), 100, () => undefined));
  }
};
const messages = async () => (await database.db.select().from(alarmNotifications)).length;
/** All messages so far ended so. */
const ended = (state: NotificationState) =>
  database.db
    .update(alarmNotifications)
    .set({ state, settledAt: new Date(at) })
    .where(eq(alarmNotifications.state, 'queued'));
const kinds = async () =>
  (await database.db.select().from(alarmEntries).orderBy(alarmEntries.id)).map(({ kind }) => kind);
const dueAt = async () => (await database.db.select().from(alarmCases))[0]?.askAgainAt;

it('messages that all failed are repeated every hour, after six hours every day, and no more once one was sent', async () => {
  await raise();
  await ended('failed');
  await pass(LEVEL_TWO_AFTER_MS);
  for (let hour = 1; hour <= 6; hour += 1) {
    await pass(HOUR_MS);
    expect(await messages()).toBe(1 + hour);
    await ended('failed');
  }
  await pass(DAY_MS - HOUR_MS);
  expect(await messages()).toBe(7);
  await pass(HOUR_MS);
  expect(await messages()).toBe(8);
  await ended('sent');
  await pass(2 * DAY_MS);
  expect([await messages(), await dueAt()]).toEqual([8, null]);
  expect((await kinds()).filter((kind) => kind === 'told')).toHaveLength(8);
});

it('contacts that could not be told at night are told in their hours, without an entry for each hour', async () => {
  const [...day] = contacts;
  contacts = [];
  await raise();
  await pass(LEVEL_TWO_AFTER_MS);
  await pass(9 * HOUR_MS);
  const before = ['raised', 'nobodyToTell', 'nobodyToTell'];
  expect(await kinds()).toEqual(before);
  contacts = day;
  await pass(HOUR_MS);
  expect([await messages(), await kinds()]).toEqual([1, [...before, 'told']]);
});

it.each(['sent', 'delivered', 'answered', 'kept'] as const)(
  'nobody is asked again about a case of which a message was %s',
  async (state) => {
    await raise();
    await ended(state);
    await pass(LEVEL_TWO_AFTER_MS);
    await pass(2 * DAY_MS);
    expect([await messages(), await dueAt()]).toEqual([1, null]);
  },
);

it('a summary counts when it was sent', async () => {
  await raise();
  const { db } = database;
  await db.update(alarmNotifications).set({ state: 'digested' });
  await pass(LEVEL_TWO_AFTER_MS);
  await pass(HOUR_MS);
  expect([await messages(), (await dueAt())?.getTime()]).toEqual([1, at + HOUR_MS]);
  await db.update(alarmNotifications).set({ settledAt: new Date(at) });
  await pass(HOUR_MS);
  expect([await messages(), await dueAt()]).toEqual([1, null]);
});
