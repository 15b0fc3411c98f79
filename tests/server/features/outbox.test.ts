/** Delivery of messages: stored for reading, or sent by mail and webhook with the code redacted; who can read them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { OutboxMessage } from '../../../contract/entities/message.ts';
import { NEWEST_MESSAGES, NEWEST_MESSAGES_MS, OUTBOX_TTL_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { applyRetention } from '../../../server/retention.ts';
import { outbox } from '../../../server/db/schema.ts';
import { knownCaptcha } from '../../fakes/captcha.ts';
import { startMailServer, textOf } from '../../fakes/mailServer.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { startWebhook } from '../../fakes/webhook.ts';

const { list, newest } = catalogue.outbox;
const { loginCode } = catalogue.verification;
const operator = 'operator@demo.roundhouse';
const kept = {
  channel: 'email',
  target: operator,
  subject: 'Code',
  body: '123456',
  language: 'enUS',
  state: 'kept',
  error: '',
} as const;
const ask = async (test: TestServer, data: object) =>
  test.call(loginCode.path, { ...data, ...(await knownCaptcha(test.db)) });
const rowsOf = async (test: TestServer): Promise<OutboxMessage[]> =>
  ((await test.as('accountAdmin', list.path, {})).data as { rows: OutboxMessage[] }).rows;

describe('the outbox', () => {
  let test: TestServer;
  beforeAll(async () => void (test = await startTestServer()));
  afterAll(() => test.close());
  afterEach(() => test.db.delete(outbox));

  it('keeps what nothing sends, code and all, and shows it to an account administrator', async () => {
    await ask(test, { email: operator });
    const [row, ...others] = await rowsOf(test);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ channel: 'email', target: operator, state: 'kept', error: '', language: 'enUS' });
    expect(row?.body).toMatch(/^\d{6} is your Roundhouse sign-in code/u);
  });

  it('is found by topic, and names the link of a message', async () => {
    await test.db.insert(outbox).values([
      { ...kept, id: 'code', at: new Date(), topic: 'account' },
      { ...kept, id: 'parcel', at: new Date(), topic: 'delivery', body: 'It is here: https://here.example/p?task=1.' },
    ]);
    const of = async (topic: string) =>
      ((await test.as('accountAdmin', list.path, { topic })).data as { rows: OutboxMessage[] }).rows;
    expect((await of('delivery')).map(({ id, link }) => [id, link])).toEqual([
      ['parcel', 'https://here.example/p?task=1'],
    ]);
    expect((await of('account')).map(({ id, link }) => [id, link])).toEqual([['code', '']]);
    expect(await of('')).toHaveLength(2);
  });

  it('can be read when jobs have sent messages, whose keys are their ids', async () => {
    const delivery = '538e0971-85f4-4859-850c-360f828c6006';
    const id = `demo:delivery ${delivery} deliveryComes 1795878600707`;
    await test.db.insert(outbox).values({ ...kept, id, at: new Date(), topic: 'delivery' });
    expect((await rowsOf(test)).map((row) => row.id)).toEqual([id]);
  });

  it('is paged, newest first, and found by target', async () => {
    const now = Date.now();
    await test.db.insert(outbox).values(
      Array.from({ length: 25 }, (_, i) => ({
        ...kept,
        id: `m-${String(i).padStart(2, '0')}`,
        at: new Date(now - i * 1_000),
        target: i % 5 === 0 ? '+8613800000001' : `Person-${i}@example.org`,
      })),
    );
    const page = async (data: object) =>
      (await test.as('accountAdmin', list.path, data)).data as { total: number; rows: OutboxMessage[] };
    const [first, second] = [await page({ page: 1, limit: 20 }), await page({ page: 2, limit: 20 })];
    expect([first.total, first.rows.length, second.rows.length]).toEqual([25, 20, 5]);
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, i) => `m-${String(i).padStart(2, '0')}`),
    );
    expect((await page({ text: ' PERSON-1' })).rows.map(({ id }) => id)).toEqual([
      'm-01',
      'm-11',
      'm-12',
      'm-13',
      'm-14',
      'm-16',
      'm-17',
      'm-18',
      'm-19',
    ]);
    expect((await page({ text: '%' })).total).toBe(0);
  });

  it('tells on this machine the newest to one target, of the last ten minutes', async () => {
    const now = Date.now();
    await test.db
      .insert(outbox)
      .values([
        ...Array.from({ length: 5 }, (_, i) => ({ ...kept, id: `n-${i}`, at: new Date(now - i * 1_000) })),
        { ...kept, id: 'old', target: 'old@example.org', at: new Date(now - NEWEST_MESSAGES_MS - 1_000) },
        { ...kept, id: 'sent', target: 'old@example.org', at: new Date(now), state: 'sent' as const },
      ]);
    const { data } = await test.call(newest.path, { target: operator.toUpperCase() });
    expect((data as { id: string }[]).map(({ id }) => id)).toEqual(
      Array.from({ length: NEWEST_MESSAGES }, (_, i) => `n-${i}`),
    );
    expect(data).toMatchObject([{ id: 'n-0', at: now, subject: 'Code', body: '123456' }, {}, {}]);
    expect((await test.call(newest.path, { target: 'old@example.org' })).data).toEqual([]);
    expect((await test.call(newest.path, { target: '' })).code).toBe(ERRORS.parameterEmpty);
  });

  it('and to nobody from another machine', async () => {
    expect(await test.call(newest.path, { target: operator }, { address: '10.0.0.7' })).toMatchObject({
      code: ERRORS.unknownPath,
    });
  });

  it('forgets what is old, and gives up what a server left half sent', async () => {
    const now = Date.now();
    await test.db.insert(outbox).values([
      { ...kept, id: 'stays', at: new Date(now - OUTBOX_TTL_MS + 60_000) },
      { ...kept, id: 'goes', at: new Date(now - OUTBOX_TTL_MS - 60_000) },
      { ...kept, id: 'half', at: new Date(now - 7_200_000), state: 'waiting' as const },
      { ...kept, id: 'being', at: new Date(now - 1_000), state: 'waiting' as const },
    ]);
    await applyRetention({ db: test.db, now: () => now });
    expect((await rowsOf(test)).map(({ id, state }) => `${id} ${state}`)).toEqual([
      'being waiting',
      'half failed',
      'stays kept',
    ]);
  });
});

it.each([
  ['without the demo', { ROUNDHOUSE_DEMO: 'off' }],
  ['with an address for others', { PUBLIC_URL: 'https://robots.example.org' }],
  ['behind a proxy', { TRUST_PROXY: 'loopback' }],
])('%s the call for the newest messages is an unknown path', async (_, environment) => {
  const test = await startTestServer({ environment });
  try {
    expect(await test.call(newest.path, { target: operator })).toMatchObject({ code: ERRORS.unknownPath });
  } finally {
    await test.close();
  }
});

describe('with a mail server and a webhook', () => {
  it('messages leave by them, and the outbox keeps no code', async () => {
    const [mail, hook] = [await startMailServer(), await startWebhook()];
    const test = await startTestServer({
      environment: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'robots@example.org',
        MESSAGE_WEBHOOK_URL: hook.url,
        MESSAGE_WEBHOOK_SECRET: 'sixteen-letters-or-more',
      },
    });
    try {
      expect(await ask(test, { email: operator })).toMatchObject({ code: 0 });
      expect(await ask(test, { phoneNumber: '13800000001', countryAreaCode: '86' })).toMatchObject({ code: 0 });
      const sentCode = /\b\d{6}\b/u.exec(mail.mails[0] ? textOf(mail.mails[0]) : '')?.[0] ?? '';
      const said = JSON.parse(hook.calls[0]?.body ?? '{}') as { target: string; body: string };
      expect(sentCode).toMatch(/^\d{6}$/u);
      expect(said).toMatchObject({ target: '+8613800000001', body: expect.stringMatching(/^\d{6} /u) as string });
      const rows = await rowsOf(test);
      expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent']);
      expect(rows.map(({ body }) => body).join(' ')).not.toMatch(/\d{6}/u);
      expect(
        await test.call(catalogue.session.signIn.path, { email: operator, verificationCode: sentCode }),
      ).toMatchObject({ code: 0 });
    } finally {
      await Promise.all([test.close(), mail.close(), hook.close()]);
    }
  });

  it('that refuse, the asker is told so (11018), the administrator why, and it may be tried again at once', async () => {
    const [mail, hook] = [await startMailServer('refuses'), await startWebhook([400])];
    const test = await startTestServer({
      environment: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'robots@example.org',
        MESSAGE_WEBHOOK_URL: hook.url,
        MESSAGE_WEBHOOK_SECRET: 'sixteen-letters-or-more',
      },
    });
    try {
      const phone = { phoneNumber: '13800000001', countryAreaCode: '86' };
      // The result is the same with and without an account.
      for (const data of [{ email: operator }, { email: 'stranger@example.org' }, phone])
        expect(await ask(test, data)).toMatchObject({ code: ERRORS.codeNotSent });
      expect((await rowsOf(test)).map(({ state, error }) => [state, error])).toEqual([
        ['failed', 'the gateway answered 400'],
        ['failed', expect.stringContaining('nobody of that name')],
        ['failed', expect.stringContaining('nobody of that name')],
      ]);
      expect(await ask(test, phone)).toMatchObject({ code: 0 });
    } finally {
      await Promise.all([test.close(), mail.close(), hook.close()]);
    }
  });
});
