/** Reports of the gateway: signed, repeated, out of order, of unknown messages, and refused. */
import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationState } from '../../../contract/rules/alarmNotification.ts';
import { CLOCK_TOLERANCE_MS } from '../../../contract/rules/limits.ts';
import { digestMessageId, settleDigest } from '../../../server/db/repositories/alarmDigests.ts';
import { settleNotification } from '../../../server/db/repositories/alarmNotifications.ts';
import { messagesById, settleMessage, type StoredMessage } from '../../../server/db/repositories/outbox.ts';
import { alarmCases, alarmNotifications, outbox } from '../../../server/db/schema.ts';
import { reportNotification } from '../../../server/features/gatewayReports.ts';
import { REPORT_PATH } from '../../../server/http/gatewayReports.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { CASES } from './alarmCalls.ts';

const secret = 'sixteen-letters-or-more';
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({
    environment: { MESSAGE_WEBHOOK_URL: 'http://127.0.0.1:9/', MESSAGE_WEBHOOK_SECRET: secret },
  });
});
afterAll(() => test.close());
const [CASE] = CASES;
beforeEach(async () => {
  for (const table of [alarmCases, outbox]) await test.db.delete(table);
  if (CASE) await test.db.insert(alarmCases).values(CASE);
  await test.db.insert(alarmNotifications).values({
    id: 'n-1',
    caseId: CASE?.id ?? '',
    level: 1,
    contactId: 'desk',
    name: 'Desk',
    channel: 'call',
    target: '+12025550191',
    language: 'enUS',
    state: 'sent',
    at: new Date(1_700_000_000_000),
  });
});

const post = (
  report: unknown,
  { key = secret, time = String(Date.now()), body = JSON.stringify(report) }: Record<string, string> = {},
) =>
  test.server
    .inject({
      method: 'POST',
      url: REPORT_PATH,
      headers: {
        'content-type': 'application/json',
        'x-roundhouse-time': time,
        'x-roundhouse-signature': createHmac('sha256', key).update(`${time}\n${body}`).digest('hex'),
      },
      payload: body,
    })
    .then(({ statusCode }) => statusCode);
const letterOf = (id: string): StoredMessage => ({
  id,
  at: new Date(),
  channel: 'call',
  topic: 'alarm',
  target: '+12025550191',
  language: 'enUS',
  subject: '',
  body: '',
  state: 'waiting',
  error: '',
});
const message = async () =>
  (await test.db.select().from(alarmNotifications).where(eq(alarmNotifications.id, 'n-1')))[0];

describe('a report', () => {
  it('moves the message on, with its time; a repeat and a late one change nothing', async () => {
    expect(await post({ id: 'n-1', state: 'delivered' })).toBe(204);
    expect(await message()).toMatchObject({ state: 'delivered' });
    expect(await post({ id: 'n-1', state: 'answered' })).toBe(204);
    const answered = await message();
    expect(answered?.state).toBe('answered');
    for (const state of ['answered', 'delivered', 'failed']) expect(await post({ id: 'n-1', state })).toBe(204);
    expect(await message()).toEqual(answered);
  });
  it('of a failure keeps its reason', async () => {
    expect(await post({ id: 'n-1', state: 'failed', reason: 'no such number' })).toBe(204);
    expect(await message()).toMatchObject({ state: 'failed', reason: 'no such number' });
  });
  it('of a failure that comes before the answer to the request itself is not undone by that answer', async () => {
    const answered = { state: 'sent', attempts: 1, settledAt: new Date() } as const;
    await test.db.insert(outbox).values(letterOf('n-1'));
    await test.db.update(alarmNotifications).set({ state: 'queued' });
    expect(await post({ id: 'n-1', state: 'failed', reason: 'no such number' })).toBe(204);
    await settleMessage(test.db, 'n-1', 'sent', '');
    await settleNotification(test.db, 'n-1', answered);
    expect(await message()).toMatchObject({ state: 'failed', reason: 'no such number' });
    // One that was given up by its job, and not by the gateway, was sent after all.
    await test.db.update(outbox).set({ state: 'sent', error: '' });
    await settleNotification(test.db, 'n-1', answered);
    expect(await message()).toMatchObject({ state: 'sent', reason: '' });
  });
  it('of a summary is told by each of its messages; what was withdrawn stays so', async () => {
    const digest = { digestId: '0123456789abcdef0123', contactId: 'desk', channel: 'call' as const };
    const id = digestMessageId(digest);
    await test.db.insert(outbox).values(letterOf(id));
    const [row] = await test.db.select().from(alarmNotifications);
    if (!row) throw new Error('no message');
    const of = (own: string) => ({ ...row, id: `${digest.digestId}:${own}` });
    await test.db.insert(alarmNotifications).values([
      { ...of('a'), state: 'queued' },
      { ...of('b'), state: 'withdrawn' },
    ]);
    const states = async () =>
      (await test.db.select().from(alarmNotifications))
        .filter((one) => one.id !== 'n-1')
        .map((one) => [one.state, one.reason])
        .sort();
    // Before the answer.
    expect(await post({ id, state: 'failed', reason: 'blocked' })).toBe(204);
    await settleDigest(test.db, digest, { state: 'sent', attempts: 1, settledAt: new Date() });
    expect(await states()).toEqual([
      ['failed', 'blocked'],
      ['withdrawn', ''],
    ]);
    expect(await post({ id, state: 'delivered' })).toBe(204);
    expect(await post({ id, state: 'failed', reason: 'late' })).toBe(204);
    expect(await states()).toEqual([
      ['delivered', ''],
      ['withdrawn', ''],
    ]);
    expect(await post({ id, state: 'answered' })).toBe(204);
    expect(await states()).toEqual([
      ['answered', ''],
      ['withdrawn', ''],
    ]);
  });
  it('of a summary names each case that it changed, once, for the pages that show them', async () => {
    const digest = { digestId: '0123456789abcdef0123', contactId: 'desk' };
    const id = digestMessageId(digest);
    const [row] = await test.db.select().from(alarmNotifications);
    if (!row || !CASE) throw new Error('no message');
    await test.db.insert(alarmCases).values([
      { ...CASE, id: 'second' },
      { ...CASE, id: 'untold' },
    ]);
    await test.db.insert(outbox).values(letterOf(id));
    await test.db.insert(alarmNotifications).values(
      [
        ['a', CASE.id, 'digested'],
        ['b', CASE.id, 'sent'],
        ['c', 'second', 'sent'],
        ['d', 'untold', 'withdrawn'],
      ].map(([own, caseId = '', state]) => ({
        ...row,
        id: `${digest.digestId}:${own}`,
        caseId,
        state: state as NotificationState,
      })),
    );
    const report = async (state: 'failed' | 'delivered') =>
      (await test.db.transaction((db) => reportNotification(db, { id, state, reason: 'blocked' }, new Date())))
        .map((changed) => changed.id)
        .sort();
    expect(await report('failed')).toEqual([CASE.id, 'second'].sort());
    expect(await report('failed')).toEqual([]);
    expect(await report('delivered')).toEqual([CASE.id, 'second'].sort());
  });
  it('of a message without a case, such as a test, moves the outbox on and never back', async () => {
    await test.db.insert(outbox).values(letterOf('try-1'));
    const state = async () => (await messagesById(test.db, ['try-1'])).map(({ state: now, error }) => [now, error]);
    // The report can arrive before the gateway's answer.
    expect(await post({ id: 'try-1', state: 'delivered' })).toBe(204);
    await settleMessage(test.db, 'try-1', 'sent', '');
    expect(await state()).toEqual([['delivered', '']]);
    expect(await post({ id: 'try-1', state: 'answered' })).toBe(204);
    expect(await post({ id: 'try-1', state: 'failed', reason: 'late' })).toBe(204);
    expect(await state()).toEqual([['answered', '']]);
  });
  it('of an unknown message is accepted and changes nothing', async () => {
    expect(await post({ id: 'n-2', state: 'delivered' })).toBe(204);
    expect((await message())?.state).toBe('sent');
  });
  it.each([
    ['signed with another key', { key: 'another-key-of-16' }, 401],
    ['too old', { time: String(Date.now() - CLOCK_TOLERANCE_MS - 60_000) }, 401],
    ['with a time that is none', { time: 'soon' }, 401],
    ['that is no JSON', { body: '{' }, 400],
    ['of an unknown state', { body: '{"id":"n-1","state":"queued"}' }, 400],
    ['without an id', { body: '{"state":"failed"}' }, 400],
    ['that is too long', { body: JSON.stringify({ id: 'n-1', state: 'failed', reason: 'x'.repeat(5_000) }) }, 413],
  ])('%s is refused', async (_, how, status) => {
    expect(await post({ id: 'n-1', state: 'delivered' }, how as Record<string, string>)).toBe(status);
    expect((await message())?.state).toBe('sent');
  });
});

it('without a gateway, nobody can report', async () => {
  const other = await startTestServer();
  try {
    const { statusCode } = await other.server.inject({ method: 'POST', url: REPORT_PATH, payload: '{}' });
    expect(statusCode).toBe(404);
  } finally {
    await other.close();
  }
});
