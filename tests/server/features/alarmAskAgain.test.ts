/**
 * A taken case that is not resolved, and a contact in a flood: when messages are sent, with which text, and what the case
 * says of them.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ASK_AGAIN_AFTER_MS, LAST_ASK_AFTER_MS } from '../../../contract/rules/alarmCase.ts';
import { DIGEST_AFTER, DIGEST_WINDOW_MS } from '../../../contract/rules/alarmNotification.ts';
import { LEVEL_TWO_AFTER_MS } from '../../../contract/rules/alarms.ts';
import type { AppDeps } from '../../../server/appDeps.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { entriesOf } from '../../../server/db/repositories/alarmCases.ts';
import { alarmCases, alarmLinks, alarmNotifications, jobs, outbox } from '../../../server/db/schema.ts';
import { carryOutOnCase } from '../../../server/features/alarmCaseActs.ts';
import { alarmDueSources } from '../../../server/features/alarmEscalation.ts';
import type { Gateway, Message } from '../../../server/gateway/gateway.ts';
import { alarmDigestJob, alarmSummaryJob } from '../../../server/jobs/kinds/alarmDigest.ts';
import { alarmNotificationJob } from '../../../server/jobs/kinds/alarmNotification.ts';
import { alarmContact, alarmRules, raiseSmoke, type AlarmLevels } from '../../fakes/alarmDatabase.ts';
import { freshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import type { JobDatabase } from '../../fakes/jobServer.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

let database: JobDatabase;
let server: Awaited<ReturnType<JobDatabase['start']>>;
let levels: AlarmLevels;
let answer: 'sent' | 'kept';
const sent: Message[] = [];
const gateway: Gateway = {
  send: async (message) => {
    sent.push(message);
    return answer;
  },
};
const rules = alarmRules(() => ({ levels }));
const fleet = { fleetCache: { robot: () => undefined, map: () => undefined } } as unknown as AppDeps['fleet'];

beforeAll(async () => {
  database = await freshJobDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  levels = { 1: [alarmContact('desk')], 2: [alarmContact('manager')] };
  answer = 'sent';
  for (const table of [alarmCases, outbox, jobs]) await database.db.delete(table);
  sent.length = 0;
  const { db, now } = database;
  const needs = { db, now, fleet, gateway, publicUrl: () => 'https://roundhouse.example' };
  server = await database.start([alarmNotificationJob(needs), alarmDigestJob(needs), alarmSummaryJob(needs)], {
    sources: alarmDueSources({ now, rules, notifyAlarm: () => undefined }),
  });
});
afterEach(() => database.stopAll());

let counted = 0;
const raise = () => raiseSmoke(database, rules, { id: `a${(counted += 1)}`, mapId: `m${counted}` });
const messages = () => database.db.select().from(alarmNotifications).orderBy(alarmNotifications.at);
const later = async (ms: number) => {
  database.later(ms);
  await server.tick();
};
const arrived = (count: number) => soon(() => expect(sent).toHaveLength(count));
async function raiseAndTake(channels = [{ channel: 'sms' as const, target: '+12025550142' }]): Promise<string> {
  levels = { 1: [alarmContact('desk', { channels })], 2: [alarmContact('manager', { channels })] };
  await raise();
  await arrived(1);
  const caseId = (await database.db.select().from(alarmCases))[0]?.id ?? '';
  await does(caseId, 'lin', { type: 'take' });
  return caseId;
}
const does = (
  caseId: string,
  id: string,
  act: Parameters<typeof carryOutOnCase>[2]['act'],
  to?: { id: string; name: string },
) =>
  database.db.transaction((db) =>
    carryOutOnCase(
      { now: database.now, alarmRules: rules, notifyAlarm: () => undefined },
      { db, language: 'enUS', afterCommit: () => undefined },
      { caseId, act, actor: { kind: 'account', id }, name: id === 'lin' ? 'Lin' : 'Chen', to },
    ),
  );

describe('a taken case that is not resolved', () => {
  it('is asked about every hour by a text that says who took it and when, then once at level two, then no more', async () => {
    const caseId = await raiseAndTake();
    const time = new Date(database.now()).toISOString().slice(11, 16);
    const hours = LAST_ASK_AFTER_MS / ASK_AGAIN_AFTER_MS;
    for (let hour = 1; hour <= hours; hour += 1) {
      await later(ASK_AGAIN_AFTER_MS);
      await arrived(1 + hour);
    }
    expect((await messages()).map(({ contactId }) => contactId)).toEqual(['desk', 'desk', 'desk', 'desk', 'manager']);
    for (const { subject, body } of sent.slice(1)) {
      expect(subject).toBe('Alarm not resolved: Smoke');
      expect(body).toMatch(new RegExp(`^Lin took this alarm at (\\d{4}-\\d\\d-\\d\\d )?${time}, and it isn't`, 'u'));
      expect(body).toContain('/alarm-link?code=');
    }
    for (let hour = 1; hour <= 30; hour += 1) await later(ASK_AGAIN_AFTER_MS);
    expect(await messages()).toHaveLength(1 + hours);
    const kinds = (await entriesOf(database.db, caseId, 50)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'askedAgain')).toHaveLength(hours);
    await does(caseId, 'chen', { type: 'take' });
    await later(ASK_AGAIN_AFTER_MS);
    await arrived(2 + hours);
    expect(sent.at(-1)?.body).toMatch(/^Chen took/u);
  });
  it('is asked about by phone without a link', async () => {
    await raiseAndTake([{ channel: 'call' as const, target: '+12025550142' } as never]);
    await later(ASK_AGAIN_AFTER_MS);
    await arrived(2);
    expect(sent[1]?.body).toMatch(/^Alarm\. Lin took/u);
    expect(sent[1]?.body).not.toContain('http');
  });
  it('that was handed over is not asked about any more by messages that wait', async () => {
    const caseId = await raiseAndTake();
    await database.stopAll();
    await database.db.update(alarmNotifications).set({ state: 'queued' });
    await does(caseId, 'lin', { type: 'askHandOver', to: 'chen' }, { id: 'chen', name: 'Chen' });
    expect((await messages()).map(({ state }) => state)).toEqual(['queued']);
    await does(caseId, 'chen', { type: 'acceptHandOver' });
    expect((await messages()).map(({ state }) => state)).toEqual(['withdrawn']);
  });
});

describe('in a flood', () => {
  const flood = async (more: number, channel: 'sms' | 'call' = 'sms') => {
    levels[1] = [alarmContact('desk', { channels: [{ channel, target: '+12025550142' }] })];
    for (let index = 0; index < DIGEST_AFTER + more; index += 1) await raise();
    await arrived(DIGEST_AFTER);
    await later(DIGEST_WINDOW_MS + 1_000);
    await arrived(DIGEST_AFTER + 1);
    return sent[DIGEST_AFTER];
  };
  const summed = async () => (await messages()).filter(({ id }) => id.includes(':'));

  it('a summary has a link to take the last case, and its code is masked like any other', async () => {
    const summary = await flood(2);
    const code = /https:\/\/roundhouse\.example\/alarm-link\?code=([\w-]{32})/u.exec(summary?.body ?? '')?.[1] ?? '';
    expect(summary?.secret).toBe(code);
    expect(summary?.body).toContain('https://roundhouse.example/alarms/cases');
    const link = (await database.db.select().from(alarmLinks)).find(({ codeHash }) => codeHash === hashOf(code));
    expect(link?.contactId).toBe('desk');
    expect((await summed()).map(({ caseId }) => caseId)).toContain(link?.caseId);
    await soon(async () => expect((await summed()).map(({ state }) => state)).toEqual(['sent', 'sent']));
  });
  it('a summary by phone reads out no address', async () => {
    const summary = await flood(1, 'call');
    expect(summary?.body).toMatch(/^1 more alarms\. The last one: .* Press any key/u);
    expect(summary?.body).not.toContain('http');
  });
  it('a summary that is only stored, because there is no gateway, is not shown as sent', async () => {
    answer = 'kept';
    await flood(1);
    await soon(async () => expect((await summed()).map(({ state }) => state)).toEqual(['kept']));
  });
  it('the first message of level two is sent at once, and the following ones are a summary', async () => {
    levels[2] = levels[1];
    await flood(0 + 1);
    // Fills the window of the flood again, shortly before level two falls due.
    await later(LEVEL_TWO_AFTER_MS - DIGEST_WINDOW_MS - 60_000);
    for (let index = 0; index < DIGEST_AFTER; index += 1) await raise();
    await arrived(2 * DIGEST_AFTER + 1);
    await later(60_000);
    await arrived(2 * DIGEST_AFTER + 2);
    expect(sent.at(-1)?.subject).toBe('Alarm not handled: Smoke');
    // The gateway has the message before its state is stored.
    await soon(async () =>
      expect((await messages()).flatMap(({ level, state }) => (level === 2 ? [state] : [])).sort()).toEqual([
        ...Array.from({ length: DIGEST_AFTER }, () => 'digested'),
        'sent',
      ]),
    );
  });
});
