/**
 * The contact form on the server: what is accepted, how much, that nothing is stored twice, who is notified, who reads
 * and deletes.
 */
import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Inquiry } from '../../../contract/entities/inquiry.ts';
import {
  INQUIRIES_PER_ADDRESS,
  INQUIRIES_PER_DAY,
  INQUIRIES_TTL_MS,
  INQUIRY_COMPANY_MAX,
  INQUIRY_QUESTION_MAX,
  NICKNAME_MAX,
} from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { applyRetention } from '../../../server/retention.ts';
import { accounts, audit, inquiries, outbox } from '../../../server/db/schema.ts';
import { startMailServer, textOf } from '../../fakes/mailServer.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { save, list, remove } = catalogue.inquiries;
const good = {
  name: 'Ada Lovelace',
  company: 'Engines',
  phone: '+44 20 7946-0000',
  question: 'How many robots\r\ndoes a hotel need?',
};
let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
afterEach(async () => {
  for (const table of [inquiries, outbox, audit]) await test.db.delete(table);
  await test.forgetTries();
});
const ask = (data: object = {}, more: Parameters<TestServer['call']>[2] = {}) =>
  test.call(save.path, { ...good, ...data }, more);
const found = async (data: object = {}) =>
  (await test.as('accountAdmin', list.path, data)).data as { total: number; rows: Inquiry[] };

describe('a question', () => {
  it('is stored without what surrounds it, and found by an administrator', async () => {
    expect(await ask({ name: '  Ada \t Lovelace ', question: ' <b>How</b> many? ' })).toMatchObject({
      code: 0,
      data: null,
    });
    const {
      total,
      rows: [row],
    } = await found();
    expect(total).toBe(1);
    expect(row).toEqual({
      id: expect.any(String) as string,
      at: expect.any(Number) as number,
      name: 'Ada Lovelace',
      company: 'Engines',
      phone: '+442079460000',
      question: '<b>How</b> many?',
    });
  });

  it.each([
    ['name', '', 'parameterEmpty'],
    ['name', '   ', 'parameterEmpty'],
    ['name', 'x'.repeat(NICKNAME_MAX + 1), 'fieldInvalid'],
    ['company', 'x'.repeat(INQUIRY_COMPANY_MAX + 1), 'fieldInvalid'],
    ['phone', '', 'parameterEmpty'],
    ['phone', '1234', 'fieldInvalid'],
    ['phone', 'call me', 'fieldInvalid'],
    ['phone', '1'.repeat(16), 'fieldInvalid'],
    ['question', '', 'parameterEmpty'],
    ['question', 'x'.repeat(INQUIRY_QUESTION_MAX + 1), 'fieldInvalid'],
  ] as const)('whose %s is "%s" is refused: %s', async (field, value, error) => {
    expect(await ask({ [field]: value })).toMatchObject({ code: ERRORS[error], data: { field } });
    expect(await test.rowsIn(inquiries)).toBe(0);
  });

  it('needs no company', async () => {
    const { company: _, ...rest } = good;
    expect(await test.call(save.path, rest)).toMatchObject({ code: 0 });
    expect((await found()).rows[0]?.company).toBe('');
  });

  it('is stored once: sent again with its id, sent again as a new one, sent at the same moment', async () => {
    const id = test.newId();
    await ask({}, { id });
    expect(await ask({}, { id })).toMatchObject({ code: 0 });
    expect(await ask({ phone: '+44 (20) 79460000' })).toMatchObject({ code: 0 });
    const replies = await Promise.all([1, 2, 3].map(() => ask({ question: 'And a hospital?' })));
    expect(replies.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await found()).rows.map(({ question }) => question).sort()).toEqual([
      'And a hospital?',
      'How many robots\ndoes a hotel need?',
    ]);
  });
});

describe('within bounds', () => {
  it('one address sends so many an hour; it is told when to come again, others are not stopped', async () => {
    for (let i = 0; i < INQUIRIES_PER_ADDRESS; i += 1)
      expect(await ask({ question: `Number ${i}?` })).toMatchObject({ code: 0 });
    expect(await ask({ question: 'One more?' })).toMatchObject({
      code: ERRORS.inquiriesTooOften,
      data: { words: { minutes: 60 } },
    });
    // An inquiry that is already stored is not refused.
    expect(await ask({ question: 'Number 1?' })).toMatchObject({ code: 0 });
    expect(await ask({ question: 'One more?' }, { address: '10.0.0.7' })).toMatchObject({ code: 0 });
  });

  it('so many are taken a day', async () => {
    const now = Date.now();
    await test.db.insert(inquiries).values(
      Array.from({ length: INQUIRIES_PER_DAY }, (_, i) => ({
        ...good,
        id: `q-${i}`,
        question: `Number ${i}?`,
        at: new Date(now - 22 * 3_600_000 - i),
      })),
    );
    const { code, data } = await ask({}, { address: '10.0.0.8' });
    expect(code).toBe(ERRORS.inquiriesTooOften);
    expect((data as { words: { minutes: number } }).words.minutes).toBeGreaterThan(110);
    expect(await test.rowsIn(inquiries)).toBe(INQUIRIES_PER_DAY);
  });
});

describe('administrators', () => {
  it('read them in pages, newest first, and find them by any word', async () => {
    const now = Date.now();
    await test.db.insert(inquiries).values(
      Array.from({ length: 25 }, (_, i) => ({
        ...good,
        id: `q-${String(i).padStart(2, '0')}`,
        company: i === 7 ? 'Analytical' : '',
        at: new Date(now - i * 1_000),
      })),
    );
    const [first, second] = [await found({ page: 1, limit: 20 }), await found({ page: 2, limit: 20 })];
    expect([first.total, ...[first, second].map(({ rows }) => rows.length)]).toEqual([25, 20, 5]);
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, i) => `q-${String(i).padStart(2, '0')}`),
    );
    expect((await found({ text: ' ANALYT' })).rows.map(({ id }) => id)).toEqual(['q-07']);
    expect((await found({ text: '%' })).total).toBe(0);
  });

  it('delete one, which the log remembers without the question', async () => {
    await ask();
    const {
      rows: [row],
    } = await found();
    expect(await test.as('accountAdmin', remove.path, { inquiryId: row?.id })).toMatchObject({ code: 0 });
    expect(await test.as('accountAdmin', remove.path, { inquiryId: row?.id })).toMatchObject({
      code: ERRORS.notFound,
      data: { field: 'inquiryId' },
    });
    expect((await found()).total).toBe(0);
    const [entry] = await test.db.select().from(audit).where(eq(audit.act, 'inquiry.delete'));
    expect(entry).toMatchObject({ userId: 'accountAdmin', subject: row?.id, before: { name: 'Ada Lovelace' } });
    expect(JSON.stringify(entry)).not.toContain('hotel');
  });

  it('are told of each once, in the outbox where nothing sends mail', async () => {
    await test.db.update(accounts).set({ lockedAt: new Date() }).where(eq(accounts.id, 'accountAdmin'));
    try {
      const id = test.newId();
      await ask({}, { id });
      await ask({}, { id });
      await vi.waitFor(async () => expect(await test.rowsIn(outbox)).toBe(1));
      const [message] = await test.db.select().from(outbox).orderBy(desc(outbox.at));
      expect(message).toMatchObject({
        channel: 'email',
        target: 'admin@demo.roundhouse',
        state: 'kept',
        body: expect.stringContaining(
          'Ada Lovelace (Engines, +442079460000) wrote:\n\nHow many robots\ndoes',
        ) as string,
      });
    } finally {
      await test.db.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, 'accountAdmin'));
    }
  });
});

it('what is old is forgotten', async () => {
  const now = Date.now();
  await test.db.insert(inquiries).values([
    { ...good, id: 'old', at: new Date(now - INQUIRIES_TTL_MS - 60_000) },
    { ...good, id: 'new', at: new Date(now - INQUIRIES_TTL_MS + 60_000) },
  ]);
  await applyRetention({ db: test.db, now: () => now });
  expect((await found()).rows.map(({ id }) => id)).toEqual(['new']);
});

it("with a mail server the administrators that people made get an e-mail, the demo's do not; one that refuses keeps nobody from asking", async () => {
  const mail = await startMailServer();
  const mailing = await startTestServer({ environment: { SMTP_URL: mail.url, MAIL_FROM: 'robots@example.org' } });
  try {
    expect(await mailing.call(save.path, good)).toMatchObject({ code: 0 });
    await vi.waitFor(
      async () =>
        expect((await mailing.db.select().from(outbox)).map(({ target, state }) => [target, state])).toEqual([
          ['accountAdmin@test', 'sent'],
        ]),
      10_000,
    );
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0] ? textOf(mail.mails[0]) : '').toContain('Ada Lovelace');
    await mail.close();
    expect(await mailing.call(save.path, { ...good, question: 'Still there?' })).toMatchObject({ code: 0 });
  } finally {
    await mailing.close();
    await mail.close().catch(() => undefined);
  }
});
