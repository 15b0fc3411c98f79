/** Summaries for contacts who get many messages: each case is told once for each contact and channel, whatever fails. */
import { eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DIGEST_WINDOW_MS, SEND_CANCELLED, SEND_STOPPED } from '../../../contract/rules/alarmNotification.ts';
import type { AppDeps } from '../../../server/appDeps.ts';
import { addCase, lockCase } from '../../../server/db/repositories/alarmCases.ts';
import { addNotifications, countToContacts } from '../../../server/db/repositories/alarmNotifications.ts';
import { alarmCases, alarmNotifications, contacts, jobs, outbox, sites } from '../../../server/db/schema.ts';
import { planDigests, queueDigests, tellForgotten } from '../../../server/features/alarmDigests.ts';
import { createJobHandlers } from '../../../server/features/jobs.ts';
import { withdrawMessages } from '../../../server/features/tellContacts.ts';
import { createGateway, type Gateway } from '../../../server/gateway/gateway.ts';
import { alarmDigestJob, alarmSummaryJob } from '../../../server/jobs/kinds/alarmDigest.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { readSettings } from '../../../server/settings.ts';
import { freshJobDatabase, type FreshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import { storedCase } from '../../fakes/storedCase.ts';
import { startWebhook } from '../../fakes/webhook.ts';

const DAY_MS = 86_400_000;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

let database: FreshJobDatabase;
let hook: Awaited<ReturnType<typeof startWebhook>>;
beforeAll(async () => {
  database = await freshJobDatabase();
  hook = await startWebhook();
});
afterAll(async () => {
  await hook.close();
  await database.close();
});
beforeEach(async () => {
  for (const table of [alarmCases, outbox, jobs]) await database.db.delete(table);
  hook.calls.length = 0;
});
afterEach(() => database.stopAll());

const fleet = { fleetCache: { robot: () => undefined, map: () => undefined } } as unknown as AppDeps['fleet'];
const gatewayOf = () =>
  createGateway({
    settings: readSettings({ MESSAGE_WEBHOOK_URL: hook.url, MESSAGE_WEBHOOK_SECRET: 'secret-of-the-webhook' }),
    db: database.db,
    log: database.log,
    now: database.now,
  });
const kinds = (gateway: Gateway = gatewayOf()) => {
  const needs = { db: database.db, now: database.now, fleet, gateway, publicUrl: () => 'https://roundhouse.example' };
  return [alarmDigestJob(needs), alarmSummaryJob(needs)];
};

let counted = 0;
/** Cases whose messages wait for a summary. @returns their ids */
async function waiting(number: number, { contactId = 'desk', ageMs = 0, channels = ['sms'] } = {}): Promise<string[]> {
  const at = new Date(database.now() - ageMs);
  const ids = Array.from({ length: number }, () => `case-${(counted += 1)}`);
  await database.db.transaction(async (db) => {
    for (const id of ids) await addCase(db, storedCase(id, 'S2-1', at));
    await addNotifications(
      db,
      ids.flatMap((caseId) =>
        channels.map((channel) => ({
          id: crypto.randomUUID(),
          caseId,
          level: 1,
          contactId,
          name: contactId,
          channel: channel as 'sms' | 'call',
          target: '+12025550142',
          language: 'enUS' as const,
          state: 'digested' as const,
          at,
        })),
      ),
    );
    await planDigests(db, database.now, [contactId], database.now() + DIGEST_WINDOW_MS);
  });
  return ids;
}
const messages = () => database.db.select().from(alarmNotifications);
const told = async () => (await messages()).filter(({ state }) => state === 'sent');
const summaries = () => database.db.select().from(jobs).where(eq(jobs.kind, 'alarmSummary'));
/** Numbers of cases that the gateway's summaries name, by message id: a repeat with the same id is the same message. */
const received = (): Map<string, number> => {
  const found = new Map<string, number>();
  for (const { body } of hook.calls) {
    const { id, channel, subject } = JSON.parse(body) as { id: string; channel: string; subject: string };
    const number = Number(/^(\d+) more/u.exec(subject)?.[1]);
    expect(found.get(`${channel} ${id}`) ?? number).toBe(number);
    found.set(`${channel} ${id}`, number);
  }
  return found;
};
const numbers = (): number[] => [...received().values()].sort((one, other) => one - other);
const take = (caseId: string) =>
  database.db.transaction(async (db) => {
    await lockCase(db, caseId);
    await withdrawMessages(db, database.now, caseId);
  });
const make = (contactId = 'desk') => database.db.transaction((db) => queueDigests(db, database.now, contactId));

describe('a summary', () => {
  it('has exactly the messages that waited when it was made; later ones are in the next, whatever is repeated', async () => {
    await waiting(3, { channels: ['sms', 'call'] });
    let failures = 0;
    const real = gatewayOf();
    /** Accepts each message, and then the attempt fails, as if its server had been killed before it was recorded. */
    const gateway: Gateway = {
      async send(message) {
        const state = await real.send(message);
        if (failures < 2) {
          failures += 1;
          await waiting(2);
          throw new Error('killed');
        }
        return state;
      },
    };
    const server = await database.start(kinds(gateway));
    await soon(async () => {
      database.later(DIGEST_WINDOW_MS);
      await server.tick();
      expect(await told()).toHaveLength(3 * 2 + 2 * 2);
    });
    const by = (channel: string): number =>
      [...received()].reduce((sum, [key, number]) => sum + (key.startsWith(channel) ? number : 0), 0);
    expect([by('sms'), by('call')]).toEqual([3 + 2 * 2, 3]);
    expect(hook.calls.length).toBe(received().size);
  });
  it('is made once by two attempts at the same time', async () => {
    await waiting(5);
    await Promise.all([make(), make(), make()]);
    expect(await summaries()).toHaveLength(1);
    await database.start(kinds());
    await soon(async () => expect(await told()).toHaveLength(5));
    expect(numbers()).toEqual([5]);
  });
  it('tells more than a thousand cases, and those that are older than a day', async () => {
    await waiting(1_200, { ageMs: 3 * DAY_MS });
    database.later(DIGEST_WINDOW_MS);
    const server = await database.start(kinds());
    await server.tick();
    await soon(async () => expect(await told()).toHaveLength(1_200));
    expect(numbers()).toEqual([1_200]);
  });
  it('that waits leaves out what is withdrawn, and is not sent if nothing is left', async () => {
    const [first = ''] = await waiting(2);
    await waiting(1, { contactId: 'manager' });
    await make();
    await make('manager');
    for (const { caseId, contactId } of await messages())
      if (caseId === first || contactId === 'manager') await take(caseId);
    await database.start(kinds());
    await soon(async () => expect((await summaries()).map(({ state }) => state)).toEqual(['done', 'done']));
    expect(numbers()).toEqual([1]);
    expect((await messages()).map(({ state }) => state).sort()).toEqual(['sent', 'withdrawn', 'withdrawn']);
  });
  it('does not count as messages of its own, so that it does not cause the next one', async () => {
    await waiting(4);
    await make();
    expect(await countToContacts(database.db, ['desk'], new Date(0), { most: 10 })).toEqual(new Map());
  });
  it('that is cancelled ends its messages, and none that waits for the next one', async () => {
    await waiting(1);
    await make();
    const [next = ''] = await waiting(1);
    const [job] = await summaries();
    await database.db.transaction((db) =>
      createJobHandlers(database).cancel({ jobId: job?.id ?? '' }, {
        db,
        userId: 'admin',
      } as unknown as RequestContext),
    );
    const rows = await messages();
    expect(rows.find(({ caseId }) => caseId === next)).toMatchObject({ state: 'digested', settledAt: null });
    expect(rows.find(({ caseId }) => caseId !== next)).toMatchObject({ state: 'failed', reason: SEND_CANCELLED });
  });
});

describe('the next summary', () => {
  it('is planned for messages that are written while the last one is being made', async () => {
    await waiting(1);
    let commit = (): void => undefined;
    const written = new Promise<void>((resolve) => (commit = resolve));
    let wrote = (): void => undefined;
    const planned = new Promise<void>((resolve) => (wrote = resolve));
    const [id = ''] = await waiting(1, { contactId: 'other' });
    // The job exists already, and starts while this transaction has not been committed.
    const writing = database.db.transaction(async (db) => {
      await db.update(alarmNotifications).set({ contactId: 'desk' }).where(eq(alarmNotifications.caseId, id));
      await planDigests(db, database.now, ['desk'], database.now() + DIGEST_WINDOW_MS);
      wrote();
      await written;
    });
    await planned;
    const server = await database.start(kinds());
    database.later(DIGEST_WINDOW_MS + 1_000);
    await server.tick();
    commit();
    await writing;
    await soon(async () => {
      await server.tick();
      expect(await told()).toHaveLength(2);
    });
    expect(numbers().reduce((sum, number) => sum + number, 0)).toBe(2);
  });
});

describe('messages that were left by another version', () => {
  beforeAll(async () => {
    await database.db.insert(sites).values({ id: 'site', name: 'Site', timeZone: 'UTC' });
    await database.db.insert(contacts).values(
      ['desk', 'manager'].map((id) => ({
        id,
        siteId: 'site',
        name: id,
        countryCode: 'US',
        phoneNumber: `+1202555014${id.length}`,
        roleIds: [],
        hours: [],
      })),
    );
  });
  it('are told, if no job makes a summary of them', async () => {
    await waiting(2, { ageMs: DAY_MS / 2 });
    await waiting(2, { contactId: 'manager' });
    await database.db.delete(jobs).where(like(jobs.key, '% desk'));
    await tellForgotten(database.db, database.now);
    expect((await database.rows()).map(({ key, state }) => [key, state])).toEqual([
      ['alarmDigest desk', 'waiting'],
      ['alarmDigest manager', 'waiting'],
    ]);
    await database.start(kinds());
    await soon(async () => expect(await told()).toHaveLength(2));
  });
  it('are failed, if they are older than a day, and not told to a contact that is gone', async () => {
    const old = await waiting(1, { ageMs: 2 * DAY_MS });
    const young = await waiting(1, { contactId: 'gone', ageMs: DAY_MS / 2 });
    await database.db.delete(jobs);
    await tellForgotten(database.db, database.now);
    expect(await database.rows()).toEqual([]);
    const stateOf = async ([id]: readonly string[]) => (await messages()).find(({ caseId }) => caseId === id)?.state;
    expect([await stateOf(old), await stateOf(young)]).toEqual(['failed', 'digested']);
  });
  it('are failed, if the job of their summary was ended; those of others wait', async () => {
    await waiting(1);
    await make();
    await database.db.update(jobs).set({ state: 'cancelled' }).where(eq(jobs.kind, 'alarmSummary'));
    const [next = ''] = await waiting(1, { contactId: 'manager' });
    await make('manager');
    await tellForgotten(database.db, database.now);
    const rows = await messages();
    expect(rows.find(({ caseId }) => caseId === next)?.state).toBe('queued');
    expect(rows.find(({ caseId }) => caseId !== next)).toMatchObject({ state: 'failed', reason: SEND_STOPPED });
  });
});
