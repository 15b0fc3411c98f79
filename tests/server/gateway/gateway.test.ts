/** What becomes of the words of a mail server that refuses a message: in the outbox, and in the error for jobs and cases. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outbox } from '../../../server/db/schema.ts';
import type { ServerFault } from '../../../contract/endpoints/faults.ts';
import { GATEWAY_SILENT } from '../../../contract/rules/alarmNotification.ts';
import { faultyTransport } from '../../../server/gateway/faultyTransport.ts';
import { createGateway, NotSent } from '../../../server/gateway/gateway.ts';
import { readSettings } from '../../../server/settings.ts';
import { freshJobDatabase, type FreshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import { startMailServer } from '../../fakes/mailServer.ts';

let database: FreshJobDatabase;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  database = await freshJobDatabase();
  mail = await startMailServer('refuses');
});
afterAll(async () => {
  await mail.close();
  await database.close();
});

it('names the recipient in the outbox only', async () => {
  const { db } = database;
  const settings = readSettings({ SMTP_URL: mail.url, MAIL_FROM: 'robots@example.org' });
  const gateway = createGateway({ settings, db, log: database.log, now: Date.now });
  const target = 'lin.wei@hotel.example';
  const sent = gateway.send({
    id: 'refused',
    channel: 'email',
    topic: 'alarm',
    target,
    language: 'enUS',
    subject: 'Alarm',
    body: 'Smoke',
  });
  const error = await sent.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NotSent);
  expect((error as NotSent).message).toContain('nobody of that name');
  expect((error as NotSent).message).not.toContain(target);
  const [row] = await db.select().from(outbox).where(eq(outbox.id, 'refused'));
  expect(row).toMatchObject({ state: 'failed', target, error: expect.stringContaining(target) as string });
});

it('acts out the faults of the demo where a channel has no transport, and keeps the message after them', async () => {
  const { db } = database;
  const on = new Set<ServerFault>();
  const gateway = createGateway({ settings: readSettings({}), db, log: database.log, now: Date.now, injected: on });
  const send = (id: string) =>
    gateway.send({ id, channel: 'sms', topic: 'alarm', target: '1', language: 'enUS', subject: '', body: 'Smoke' });
  const stateOf = async (id: string) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0]?.state;
  on.add('gatewayRefuses');
  await expect(send('first')).rejects.toThrow('500');
  expect(await stateOf('first')).toBe('failed');
  on.clear();
  expect([await send('first'), await stateOf('first')]).toEqual(['kept', 'kept']);
  on.add('gatewayLoses');
  expect([await send('second'), await stateOf('second')]).toEqual(['sent', 'sent']);
});

it('acts them out for messages that are only stored, too, and stores them in full after the faults', async () => {
  const { db } = database;
  const settings = readSettings({ SMTP_URL: mail.url, MAIL_FROM: 'robots@example.org' });
  const injected = new Set<ServerFault>(['gatewayRefuses']);
  const gateway = createGateway({ settings, db, log: database.log, now: Date.now, injected });
  const to = { channel: 'email', topic: 'alarm', target: 'lin.wei@hotel.example', language: 'enUS' } as const;
  const send = (secret: string) =>
    gateway.send({ ...to, keepAs: 'demo:1', secret, subject: `Code ${secret}`, body: `Smoke, code ${secret}` });
  const stored = async () => (await db.select().from(outbox).where(eq(outbox.id, 'demo:1')))[0];
  await expect(send('4711')).rejects.toBeInstanceOf(NotSent);
  expect(await stored()).toMatchObject({ state: 'failed', subject: 'Code ••••••', body: 'Smoke, code ••••••' });
  injected.clear();
  expect(await send('4712')).toBe('kept');
  expect(await stored()).toMatchObject({ state: 'kept', error: '', subject: 'Code 4712', body: 'Smoke, code 4712' });
});

it('does not keep messages from a real transport while a fault is on', async () => {
  const { db } = database;
  const settings = readSettings({ SMTP_URL: mail.url, MAIL_FROM: 'robots@example.org' });
  const injected = new Set<ServerFault>(['gatewayLoses']);
  const gateway = createGateway({ settings, db, log: database.log, now: Date.now, injected });
  const message = { channel: 'email', topic: 'alarm', language: 'enUS', subject: 'Alarm', body: 'Smoke' } as const;
  await expect(gateway.send({ ...message, target: 'lin.wei@hotel.example' })).rejects.toBeInstanceOf(NotSent);
});

it('waits for a gateway that hangs, and then fails', async () => {
  const waited: number[] = [];
  const transport = faultyTransport(new Set<ServerFault>(['gatewayHangs']), async (ms) => void waited.push(ms));
  const letter = { id: '1', channel: 'sms', target: '1', subject: '', body: '', language: 'enUS' } as const;
  await expect(transport?.(letter)).rejects.toThrow(GATEWAY_SILENT);
  expect(waited).toEqual([8_000]);
});
