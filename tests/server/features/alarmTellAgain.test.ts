/** Cases of which nobody was reached: contacts are told again, less and less often, until somebody is reached or has it. */
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { MOST_TELL_AGAINS, REACH_CHECK_MS, tellAgainAfterMs } from '../../../contract/rules/alarmNotification.ts';
import { LEVEL_TWO_AFTER_MS } from '../../../contract/rules/alarms.ts';
import { caseById, changeCase, entriesOf } from '../../../server/db/repositories/alarmCases.ts';
import { messageStatesOf, waitsForSummary } from '../../../server/db/repositories/alarmNotifications.ts';
import { alarmCases, alarmNotifications, jobs } from '../../../server/db/schema.ts';
import { alarmDueSources } from '../../../server/features/alarmEscalation.ts';
import { tellingAgain } from '../../../server/features/alarmTellAgain.ts';
import { alarmContact, alarmRules, raiseSmoke, type AlarmLevels } from '../../fakes/alarmDatabase.ts';
import { freshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import type { JobDatabase } from '../../fakes/jobServer.ts';

let database: JobDatabase;
let server: Awaited<ReturnType<JobDatabase['start']>>;
let notifies = true;
let levels: AlarmLevels;
const noticed: string[] = [];
const rules = alarmRules(() => ({ notifies, levels }));
beforeAll(async () => {
  database = await freshJobDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  notifies = true;
  levels = { 1: [alarmContact('desk')], 2: [alarmContact('manager')] };
  await database.db.delete(alarmCases);
  // Nothing sends the messages: the tests say what became of them.
  await database.db.delete(jobs);
  noticed.length = 0;
  server = await database.start([], {
    sources: alarmDueSources({ now: database.now, rules, notifyAlarm: ({ id }) => void noticed.push(id) }),
  });
});
afterEach(() => database.stopAll());

async function raise(): Promise<string> {
  await raiseSmoke(database, rules);
  const [row] = await database.db.select().from(alarmCases);
  return row?.id ?? '';
}
const settle = (state: 'failed' | 'sent' | 'delivered') =>
  database.db
    .update(alarmNotifications)
    .set({ state, settledAt: new Date(database.now()) })
    .where(eq(alarmNotifications.state, 'queued'));
const later = async (ms: number) => {
  database.later(ms);
  await server.tick();
};
const told = async () => (await database.db.select().from(alarmNotifications)).map(({ contactId }) => contactId).sort();
const shown = async (caseId: string) => {
  const row = await caseById(database.db, caseId);
  return row && tellingAgain(row, await messageStatesOf(database.db, [caseId]), database.now());
};

it('every message failed: told again after five minutes and ever later, also level two, and the case says so', async () => {
  const caseId = await raise();
  expect(await shown(caseId)).toBeNull();
  await settle('failed');
  expect(await shown(caseId)).toMatchObject({ count: 0, most: MOST_TELL_AGAINS });
  await later(tellAgainAfterMs(0));
  expect(await told()).toEqual(['desk', 'desk']);
  expect(noticed).toEqual([caseId]);
  await settle('failed');
  expect(await shown(caseId)).toMatchObject({ count: 1, most: MOST_TELL_AGAINS });
  await later(tellAgainAfterMs(1) - 60_000);
  expect((await told()).filter((one) => one === 'desk')).toHaveLength(2);
  await later(LEVEL_TWO_AFTER_MS);
  await settle('failed');
  const before = (await told()).length;
  await later(tellAgainAfterMs(0));
  expect((await told()).slice(0, -before)).toHaveLength(2);
  expect((await entriesOf(database.db, caseId, 50)).every(({ kind }) => kind === 'raised' || kind === 'told')).toBe(
    true,
  );
});

it('nobody to tell at that hour: told as soon as somebody can be, without a line for each time that nobody could', async () => {
  levels = { 1: [], 2: [] };
  const caseId = await raise();
  for (let times = 0; times < 3; times += 1) await later(tellAgainAfterMs(times));
  levels[1] = [alarmContact('desk')];
  await later(LEVEL_TWO_AFTER_MS + tellAgainAfterMs(4));
  await later(tellAgainAfterMs(4));
  expect((await told()).every((one) => one === 'desk')).toBe(true);
  expect((await told()).length).toBeGreaterThan(0);
  const kinds = (await entriesOf(database.db, caseId, 50)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'nobodyToTell')).toHaveLength(2);
  expect(kinds.at(-1)).toBe('told');
});

it('waits for messages that are underway, and ends with the first that arrived', async () => {
  const caseId = await raise();
  await later(tellAgainAfterMs(0));
  expect(await told()).toEqual(['desk']);
  await settle('sent');
  await later(REACH_CHECK_MS);
  expect(await shown(caseId)).toBeNull();
  expect((await caseById(database.db, caseId))?.tellAgainAt).not.toBeNull();
  await database.db.update(alarmNotifications).set({ state: 'delivered' });
  await later(REACH_CHECK_MS);
  expect(await caseById(database.db, caseId)).toMatchObject({ tellAgainAt: null, tellAgains: 0 });
  expect(await told()).toEqual(['desk']);
});

it.each(['taken', 'silenced'] as const)('ends when the case is %s', async (how) => {
  const caseId = await raise();
  await settle('failed');
  if (how === 'taken') await changeCase(database.db, caseId, { state: 'taken', levelTwoAt: null });
  else notifies = false;
  await later(tellAgainAfterMs(0));
  expect(await told()).toEqual(['desk']);
  expect(await shown(caseId)).toBeNull();
  expect((await caseById(database.db, caseId))?.tellAgainAt).toBeNull();
});

it('a level two that was told late and had nobody does not count as nobody, after level one was reached', async () => {
  levels[2] = [];
  await raise();
  await settle('delivered');
  await later(LEVEL_TWO_AFTER_MS * 3);
  await later(tellAgainAfterMs(0));
  expect(await told()).toEqual(['desk']);
});

it('is given up after a day, and the case says that, too', async () => {
  const caseId = await raise();
  await changeCase(database.db, caseId, { levelTwoAt: null, tellAgains: MOST_TELL_AGAINS - 1 });
  await settle('failed');
  await later(tellAgainAfterMs(0));
  await settle('failed');
  expect(await shown(caseId)).toEqual({ nextAt: null, count: MOST_TELL_AGAINS, most: MOST_TELL_AGAINS });
  await later(86_400_000);
  expect(await told()).toEqual(['desk', 'desk']);
});

it('messages of a summary, and those that wait for one, are found by an index in a long history', async () => {
  const caseId = await raise();
  await database.db.execute(sql`
    insert into alarm_notifications (id, case_id, level, contact_id, name, channel, target, language, state, at, settled_at)
    select md5(n::text) || ':' || n, ${caseId}, 1, 'desk', '""', 'sms', '+1', 'enUS', 'digested', now(), now()
    from generate_series(1, 5000) n`);
  await database.db.execute(sql`analyze alarm_notifications`);
  const planOf = async (where: ReturnType<typeof like>): Promise<string> =>
    JSON.stringify(
      (
        await database.db.execute(
          sql`explain select id from alarm_notifications where contact_id = 'desk' and ${where}`,
        )
      ).rows,
    );
  expect(await planOf(like(alarmNotifications.id, 'abc:%'))).toContain('alarm_notifications_summary');
  expect(await planOf(sql`${waitsForSummary}`)).toContain('alarm_notifications_waiting');
});
