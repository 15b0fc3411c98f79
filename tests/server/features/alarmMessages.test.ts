/** Who is told of a case: messages queued with it, sent by jobs, escalated, withdrawn, summed up; each once. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEVEL_TWO_AFTER_MS } from '../../../contract/rules/alarms.ts';
import { ASK_AGAIN_AFTER_MS, newCaseLife, type CaseAct, actOnCase } from '../../../contract/rules/alarmCase.ts';
import { DIGEST_AFTER, gatewayAnswered, NOTIFICATION_ATTEMPTS } from '../../../contract/rules/alarmNotification.ts';
import type { AppDeps } from '../../../server/appDeps.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { changeCase, entriesOf, lockCase } from '../../../server/db/repositories/alarmCases.ts';
import { dueTimesOf } from '../../../server/db/repositories/jobs.ts';
import { alarmCases, alarmLinks, alarmNotifications, outbox } from '../../../server/db/schema.ts';
import { toLife, toLifeColumns } from '../../../server/features/alarmLife.ts';
import { alarmDueSources } from '../../../server/features/alarmEscalation.ts';
import { tellContacts, withdrawMessages } from '../../../server/features/tellContacts.ts';
import { createGateway } from '../../../server/gateway/gateway.ts';
import { alarmDigestJob, alarmSummaryJob } from '../../../server/jobs/kinds/alarmDigest.ts';
import { alarmNotificationJob } from '../../../server/jobs/kinds/alarmNotification.ts';
import { readSettings } from '../../../server/settings.ts';
import { alarmContact, alarmRules, raiseSmoke, type AlarmLevels } from '../../fakes/alarmDatabase.ts';
import { freshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import type { JobDatabase } from '../../fakes/jobServer.ts';
import { startWebhook } from '../../fakes/webhook.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

let database: JobDatabase;
let hook: Awaited<ReturnType<typeof startWebhook>>;
interface Received {
  id: string;
  subject: string;
  body: string;
}
/** What the gateway's receiver got. */
let received: () => Received[];
let notifies = true;
let levels: AlarmLevels;
const rules = alarmRules(() => ({ notifies, levels }));
beforeAll(async () => {
  database = await freshJobDatabase();
  hook = await startWebhook();
  received = () => hook.calls.map(({ body }) => JSON.parse(body) as Received);
});
afterAll(async () => {
  await hook.close();
  await database.close();
});
beforeEach(async () => {
  notifies = true;
  levels = { 1: [alarmContact('desk')], 2: [alarmContact('manager')] };
  for (const table of [alarmCases, outbox]) await database.db.delete(table);
  hook.calls.length = 0;
});
afterEach(() => database.stopAll());

const fleet = { fleetCache: { robot: () => undefined, map: () => undefined } } as unknown as AppDeps['fleet'];
const needs = () => ({
  db: database.db,
  now: database.now,
  fleet,
  gateway: createGateway({
    settings: readSettings({ MESSAGE_WEBHOOK_URL: hook.url, MESSAGE_WEBHOOK_SECRET: 'secret-of-the-webhook' }),
    db: database.db,
    log: database.log,
    now: database.now,
  }),
  publicUrl: () => 'https://roundhouse.example',
});
const start = () =>
  database.start([alarmNotificationJob(needs()), alarmDigestJob(needs()), alarmSummaryJob(needs())], {
    sources: alarmDueSources({ now: database.now, rules, notifyAlarm: () => undefined }),
  });
let counted = 0;
const raise = (mapId = `m${counted}`) => raiseSmoke(database, rules, { id: `a${(counted += 1)}`, mapId });
const cases = () => database.db.select().from(alarmCases);
const messages = () => database.db.select().from(alarmNotifications).orderBy(alarmNotifications.level);
const act = (caseId: string, asked: CaseAct, userId = 'lin') =>
  database.db.transaction(async (transaction) => {
    const row = await lockCase(transaction, caseId);
    const outcome = actOnCase(
      row ? toLife(row) : newCaseLife(0),
      asked,
      { kind: 'account', id: userId },
      database.now(),
    );
    if (!outcome.ok) throw new Error(outcome.refusal);
    await changeCase(transaction, caseId, toLifeColumns(outcome.life));
    await withdrawMessages(transaction, database.now, caseId);
  });

describe('the messages of a case', () => {
  it('are written with it and sent by a job, with the case in them, under the id of the notification', async () => {
    await raise();
    expect((await messages()).map(({ state }) => state)).toEqual(['queued']);
    await start();
    await soon(async () => expect((await messages())[0]).toMatchObject({ state: 'sent', attempts: 1, level: 1 }));
    const [row] = await messages();
    expect(received().map(({ id }) => id)).toEqual([row?.id]);
    const code =
      /https:\/\/roundhouse\.example\/alarm-link\?code=([\w-]{32})/u.exec(received()[0]?.body ?? '')?.[1] ?? '';
    const [link] = await database.db.select().from(alarmLinks);
    expect(link).toMatchObject({ codeHash: hashOf(code), caseId: row?.caseId, contactId: 'desk' });
    const stored = await database.db.select().from(outbox);
    expect(stored).toHaveLength(1);
    // A link that was sent is masked in the outbox.
    expect(stored[0]?.body).not.toContain(code);
  });
  it('a phone call has no link, but asks for a key', async () => {
    levels[1] = [alarmContact('desk', { channels: [{ channel: 'call', target: '+12025550142' }] })];
    await raise();
    await start();
    await soon(() => expect(received()).toHaveLength(1));
    expect(received()[0]?.body).toMatch(/Press any key/u);
    expect(received()[0]?.body).not.toContain('http');
    expect(await database.db.select().from(alarmLinks)).toEqual([]);
  });
  it('one that failed and is sent again is withdrawn when the case is taken', async () => {
    await raise();
    await database.db.update(alarmNotifications).set({ state: 'failed', settledAt: new Date(database.now()) });
    hook.answer(400);
    await start();
    await soon(async () => expect((await messages())[0]).toMatchObject({ state: 'queued', attempts: 1 }));
    await act((await cases())[0]?.id ?? '', { type: 'take' });
    expect((await messages())[0]).toMatchObject({ state: 'withdrawn' });
  });
  it('a repeat of the alarm tells nobody again', async () => {
    await raise('same');
    await raise('same');
    expect(await messages()).toHaveLength(1);
    expect((await cases())[0]?.count).toBe(2);
  });
  it('nobody to tell is written to the history', async () => {
    levels[1] = [];
    await raise();
    const [row] = await cases();
    expect((await entriesOf(database.db, row?.id ?? '', 10)).map(({ kind }) => kind)).toEqual([
      'raised',
      'nobodyToTell',
    ]);
  });
  it('that the gateway refuses are tried three times more, with the reason and the time of the next attempt', async () => {
    hook.answer(400, 400, 400, 400);
    await raise();
    const server = await start();
    for (const [attempts, delay] of [
      [1, 5_000],
      [2, 30_000],
      [3, 120_000],
    ] as const) {
      await soon(async () =>
        expect((await messages())[0]).toMatchObject({ state: 'queued', attempts, reason: gatewayAnswered(400) }),
      );
      const { id = '' } = (await messages())[0] ?? {};
      const due = await soon(async () => {
        const at = (await dueTimesOf(database.db, [id])).get(id)?.getTime() ?? 0;
        expect(at).toBeGreaterThan(database.now());
        return at;
      });
      expect(due - database.now()).toBeLessThanOrEqual(delay);
      database.later(delay);
      await server.tick();
    }
    await soon(async () => expect((await messages())[0]).toMatchObject({ state: 'failed', attempts: 4 }));
    expect(await dueTimesOf(database.db, [(await messages())[0]?.id ?? ''])).toEqual(new Map());
    expect(new Set(received().map(({ id }) => id)).size).toBe(1);
  });
  it('are not written while notifications of the robot are off: the case is open all the same, and says so', async () => {
    notifies = false;
    await raise();
    const server = await start();
    database.later(LEVEL_TWO_AFTER_MS + 1_000);
    await server.tick();
    expect(await messages()).toEqual([]);
    const [row] = await cases();
    expect(row).toMatchObject({ state: 'open' });
    expect((await entriesOf(database.db, row?.id ?? '', 10)).map(({ kind, level }) => [kind, level])).toEqual([
      ['raised', null],
      ['notificationsOff', 1],
      ['notificationsOff', 2],
    ]);
  });
  it('that were not sent yet are withdrawn when somebody takes the case', async () => {
    await raise();
    const [row] = await cases();
    await act(row?.id ?? '', { type: 'take' });
    await start();
    database.later(60_000);
    expect((await messages()).map(({ state }) => state)).toEqual(['withdrawn']);
    expect(received()).toEqual([]);
  });
  it('that wait for another attempt are withdrawn, too', async () => {
    hook.answer(400);
    await raise();
    const server = await start();
    await soon(async () => expect((await messages())[0]).toMatchObject({ state: 'queued', attempts: 1 }));
    const [row] = await cases();
    await act(row?.id ?? '', { type: 'take' });
    database.later(60_000);
    await server.tick();
    expect((await messages()).map(({ state }) => state)).toEqual(['withdrawn']);
    expect(await dueTimesOf(database.db, [(await messages())[0]?.id ?? ''])).toEqual(new Map());
    expect(received()).toHaveLength(1);
  });
});

describe('level two', () => {
  it('is told once after 15 minutes, by two servers', async () => {
    await raise();
    const [one, two] = [await start(), await start()];
    database.later(LEVEL_TWO_AFTER_MS - 60_000);
    await Promise.all([one.tick(), two.tick()]);
    expect(await messages()).toHaveLength(1);
    database.later(61_000);
    await Promise.all([one.tick(), two.tick(), one.tick(), two.tick()]);
    await soon(async () =>
      expect((await messages()).map(({ level, state }) => [level, state])).toEqual([
        [1, 'sent'],
        [2, 'sent'],
      ]),
    );
    expect(received()).toHaveLength(2);
    expect((await cases())[0]).toMatchObject({ levelTwoAt: null, state: 'open' });
    expect(received()[1]?.subject).toContain('not handled');
  });
  it('is told at the next start when no server ran at its time', async () => {
    await raise();
    database.later(LEVEL_TWO_AFTER_MS * 4);
    const server = await start();
    await server.tick();
    await soon(async () => expect((await messages()).filter(({ level }) => level === 2)).toHaveLength(1));
  });
  it('is not told of a case that was taken; one that is not resolved in an hour is offered again', async () => {
    await raise();
    const [row] = await cases();
    await act(row?.id ?? '', { type: 'take' });
    const server = await start();
    database.later(LEVEL_TWO_AFTER_MS + 1_000);
    await server.tick();
    expect((await messages()).filter(({ level }) => level === 2)).toEqual([]);
    database.later(ASK_AGAIN_AFTER_MS);
    await server.tick();
    expect((await cases())[0]).toMatchObject({ isAskedAgain: true, state: 'taken' });
  });
  it('an offer to hand over that nobody answers ends with the hour: others can take the case, and it is gone', async () => {
    await raise();
    const caseId = (await cases())[0]?.id ?? '';
    await act(caseId, { type: 'take' });
    await act(caseId, { type: 'askHandOver', to: 'chen' });
    const server = await start();
    database.later(ASK_AGAIN_AFTER_MS - 60_000);
    await server.tick();
    await expect(act(caseId, { type: 'take' }, 'zhao')).rejects.toThrow('alarmTakenByOther');
    database.later(60_000);
    await server.tick();
    expect((await cases())[0]).toMatchObject({ state: 'taken', handOverTo: null, isAskedAgain: true });
    await expect(act(caseId, { type: 'acceptHandOver' }, 'chen')).rejects.toThrow('handOverGone');
    await act(caseId, { type: 'take' }, 'zhao');
    expect((await cases())[0]).toMatchObject({ ownerId: 'zhao', handOverTo: null });
  });
});

it('a flood to one person becomes one summary', async () => {
  const server = await start();
  for (let index = 0; index < DIGEST_AFTER + 3; index += 1) await raise();
  await soon(async () => expect((await messages()).filter(({ state }) => state === 'sent')).toHaveLength(DIGEST_AFTER));
  expect((await messages()).filter(({ state }) => state === 'digested')).toHaveLength(3);
  database.later(11 * 60_000);
  await server.tick();
  await soon(() => expect(received()).toHaveLength(DIGEST_AFTER + 1));
  expect(received().at(-1)?.subject).toContain('3 more alarms');
});

describe('a summary', () => {
  /** @returns the cases whose messages wait for the summary */
  const flood = async (more: number): Promise<string[]> => {
    for (let index = 0; index < DIGEST_AFTER + more; index += 1) await raise();
    return (await messages()).flatMap(({ state, caseId }) => (state === 'digested' ? [caseId] : []));
  };
  const stateOf = async (caseId: string) =>
    (await messages()).filter((one) => one.caseId === caseId).map(({ state }) => state);

  it('leaves out a case that was taken, but not the question about it that came later', async () => {
    const [taken = '', asked = ''] = await flood(3);
    for (const caseId of [taken, asked]) await act(caseId, { type: 'take' });
    expect(await stateOf(taken)).toEqual(['withdrawn']);
    await database.db.transaction(async (transaction) => {
      const row = await lockCase(transaction, asked);
      if (row) await tellContacts(transaction, { now: database.now, rules }, [row], 1);
    });
    expect((await stateOf(asked)).sort()).toEqual(['digested', 'withdrawn']);
    database.later(11 * 60_000);
    const server = await start();
    await server.tick();
    await soon(() => expect(received()).toHaveLength(DIGEST_AFTER + 1));
    expect(received().filter(({ subject }) => subject.includes('2 more alarms'))).toHaveLength(1);
  });
  it('is sent by every channel that works, and ends as failed by the others when it is given up', async () => {
    const channels = [
      { channel: 'email' as const, target: 'desk@hotel.example' },
      { channel: 'sms' as const, target: '+12025550142' },
    ];
    levels = { 1: [alarmContact('writer', { channels })], 2: [] };
    const server = await start();
    const [waiting = ''] = await flood(1);
    const ofChannel = async (channel: string) =>
      (await messages()).find((one) => one.caseId === waiting && one.channel === channel);
    const job = async () =>
      (await database.rows()).find(({ key }) => key.startsWith('digest:sms:') && key.endsWith('writer'));
    await soon(() => expect(received()).toHaveLength(DIGEST_AFTER / channels.length));
    hook.answer(...Array.from({ length: NOTIFICATION_ATTEMPTS }, () => 400));
    database.later(11 * 60_000);
    for (let attempt = 1; attempt <= NOTIFICATION_ATTEMPTS; attempt += 1) {
      await server.tick();
      const state = attempt === NOTIFICATION_ATTEMPTS ? 'failed' : 'waiting';
      await soon(async () => expect(await job()).toMatchObject({ attempts: attempt, state }));
      await soon(async () => expect((await ofChannel('email'))?.settledAt).not.toBeNull());
      if (attempt < NOTIFICATION_ATTEMPTS) expect((await ofChannel('sms'))?.settledAt).toBeNull();
      database.later(300_000);
    }
    expect(await ofChannel('sms')).toMatchObject({ state: 'failed', reason: gatewayAnswered(400) });
    // Without a mail server it is only stored.
    expect(await ofChannel('email')).toMatchObject({ state: 'kept' });
  });

  it('is not sent if all its cases were taken', async () => {
    const waiting = await flood(2);
    for (const caseId of waiting) await act(caseId, { type: 'take' });
    database.later(11 * 60_000);
    const server = await start();
    await server.tick();
    await soon(async () =>
      expect(
        (await database.rows()).filter(({ key, state }) => key === 'alarmDigest desk' && state !== 'done'),
      ).toEqual([]),
    );
    for (const caseId of waiting) expect(await stateOf(caseId)).toEqual(['withdrawn']);
    expect(received().filter(({ subject }) => subject.includes('more alarms'))).toEqual([]);
  });
});
