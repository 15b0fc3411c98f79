/** Text messages and e-mails about one case: each gateway has its own jobs, so that trouble of one is not that of the other. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AppDeps } from '../../../server/appDeps.ts';
import { dueTimesOf } from '../../../server/db/repositories/jobs.ts';
import { alarmCases, alarmNotifications, outbox } from '../../../server/db/schema.ts';
import type { AlarmRecipient } from '../../../server/features/alarmRules.ts';
import { createGateway } from '../../../server/gateway/gateway.ts';
import { alarmEmailJob, alarmNotificationJob } from '../../../server/jobs/kinds/alarmNotification.ts';
import { readSettings } from '../../../server/settings.ts';
import { alarmContact, alarmRules, raiseSmoke } from '../../fakes/alarmDatabase.ts';
import { freshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import type { JobDatabase } from '../../fakes/jobServer.ts';
import { startMailServer } from '../../fakes/mailServer.ts';
import { startWebhook } from '../../fakes/webhook.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const contact = (contactId: string): AlarmRecipient =>
  alarmContact(contactId, {
    channels: [
      { channel: 'sms', target: '+12025550142' },
      { channel: 'email', target: `${contactId}@example.org` },
    ],
  });

let database: JobDatabase;
let hook: Awaited<ReturnType<typeof startWebhook>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  database = await freshJobDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [alarmCases, outbox]) await database.db.delete(table);
  hook = await startWebhook();
});
afterEach(async () => {
  await hook.close();
  await database.stopAll();
  await mail.close();
});

const raise = (contacts: AlarmRecipient[]) =>
  raiseSmoke(
    database,
    alarmRules(() => ({ levels: { 1: contacts, 2: contacts } })),
  );
const start = () => {
  const { db, now, log } = database;
  const settings = readSettings({
    MESSAGE_WEBHOOK_URL: hook.url,
    MESSAGE_WEBHOOK_SECRET: 'secret-of-the-webhook',
    SMTP_URL: mail.url,
    MAIL_FROM: 'alarms@example.org',
  });
  const needs = {
    db,
    now,
    fleet: { fleetCache: { robot: () => undefined, map: () => undefined } } as unknown as AppDeps['fleet'],
    gateway: createGateway({ settings, db, log, now }),
    publicUrl: () => 'https://roundhouse.example',
  };
  return database.start([alarmNotificationJob(needs), alarmEmailJob(needs)]);
};
const messages = async (channel: 'sms' | 'email') =>
  (await database.db.select().from(alarmNotifications)).filter((row) => row.channel === channel);

it('e-mails are sent while the gateway of text messages is silent', async () => {
  mail = await startMailServer();
  const contacts = Array.from({ length: 8 }, (_, index) => contact(`c${index}`));
  hook.answer(...contacts.map(() => 'silent' as const));
  await raise(contacts);
  await start();
  // All its workers wait for it.
  await soon(() => expect(hook.calls).toHaveLength(4));
  await soon(async () =>
    expect((await messages('email')).map(({ state }) => state)).toEqual(contacts.map(() => 'sent')),
  );
  expect(mail.mails).toHaveLength(contacts.length);
  // Nothing had to end first.
  expect((await messages('sms')).map(({ state, attempts }) => [state, attempts])).toEqual(
    contacts.map(() => ['queued', 0]),
  );
});

it('text messages are sent while the mail server is silent', async () => {
  mail = await startMailServer('says nothing');
  const contacts = Array.from({ length: 8 }, (_, index) => contact(`c${index}`));
  await raise(contacts);
  await start();
  await soon(async () => expect((await messages('sms')).map(({ state }) => state)).toEqual(contacts.map(() => 'sent')));
  // Nothing had to end first.
  expect((await messages('email')).map(({ state, attempts }) => [state, attempts])).toEqual(
    contacts.map(() => ['queued', 0]),
  );
});

it('an e-mail that was refused is repeated by itself', async () => {
  mail = await startMailServer('refuses');
  await raise([contact('desk')]);
  const server = await start();
  for (const [attempts, delay] of [
    [1, 10_000],
    [2, 60_000],
    [3, 300_000],
  ] as const) {
    await soon(async () => expect(await messages('email')).toMatchObject([{ state: 'queued', attempts }]));
    const { id = '' } = (await messages('email'))[0] ?? {};
    await soon(async () =>
      expect((await dueTimesOf(database.db, [id])).get(id)?.getTime()).toBeGreaterThan(database.now()),
    );
    database.later(delay);
    await server.tick();
  }
  await soon(async () => expect(await messages('email')).toMatchObject([{ state: 'failed', attempts: 4 }]));
  await soon(async () => expect(await messages('sms')).toMatchObject([{ state: 'sent', attempts: 1 }]));
  expect(hook.calls).toHaveLength(1);
});
