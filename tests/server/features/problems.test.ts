/** Problem reports: what is accepted, the limits, who can read them, and that a recording is returned unchanged. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problems } from '../../../contract/endpoints/problems.ts';
import type { ProblemReport } from '../../../contract/entities/problemReport.ts';
import {
  RECORDING_MAX_BYTES,
  PAGE_PATH_MAX,
  REPORTS_KEPT,
  REPORTS_PER_PERSON,
  REPORTS_TTL_MS,
  REPORTS_WINDOW_MS,
  SENTENCE_MAX,
} from '../../../contract/rules/limits.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { applyRetention } from '../../../server/retention.ts';
import { audit, problemReports } from '../../../server/db/schema.ts';
import { createClient } from '../../../src/services/api.ts';
import { createClock } from '../../../src/services/clock.ts';
import { requestId } from '../../../src/services/requestId.ts';
import { createHmac } from '../../../src/services/hmac.ts';
import { createTransport } from '../../../src/services/transport.ts';
import { startTestServer, tokenOf, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(() => test.db.delete(problemReports));

const MINUTE_MS = 60_000;
const TAKEN_AT = Date.UTC(2026, 10, 21, 23, 59);
const small = gzipSync('{"state":"recorded"}');
const good = {
  sentence: 'The map stands still.',
  capsule: small.toString('base64'),
  page: '/home/robot-data',
  build: '0.1.0+363669a',
  takenAt: TAKEN_AT,
};
/** Starts with the gzip header and cannot be compressed. */
const capsuleOf = (bytes: number): Buffer => Buffer.concat([Buffer.from([0x1f, 0x8b]), randomBytes(bytes - 2)]);

const send = (person: Person, data: object = {}, id = test.newId()) =>
  test.as(person, problems.send.path, { ...good, ...data }, { id });
const list = async (
  data: object = {},
  language: 'en-us' | 'zh-cn' = 'en-us',
): Promise<{ total: number; rows: ProblemReport[] }> => {
  const reply = await test.as('accountAdmin', problems.list.path, data, { language });
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as { total: number; rows: ProblemReport[] };
};
const remove = (reportId: string, id = test.newId()) =>
  test.as('accountAdmin', problems.remove.path, { reportId }, { id });
/** Inserts reports of the given ages, oldest first. */
const put = (agesMs: readonly number[], more: Partial<typeof problemReports.$inferInsert> = {}) =>
  test.db.insert(problemReports).values(
    agesMs.map((age, i) => ({
      id: `put-${i}`,
      userId: 'member',
      nickname: 'Member',
      sentence: `Number ${i}`,
      page: '/home',
      build: '1',
      capsule: small,
      size: small.length,
      takenAt: new Date(TAKEN_AT),
      receivedAt: new Date(Date.now() - age),
      ...more,
    })),
  );

/** The console's own API client, over the real port. */
const consoleOf = (person: Person) =>
  createClient(
    problems,
    createTransport({
      host: test.server.url,
      clock: createClock(),
      token: () => tokenOf(person),
      language: () => 'enUS',
      newId: requestId,
      fetch,
      ticks: () => performance.now(),
      hmac: createHmac(crypto.subtle),
      news: { answered: () => undefined, lost: () => undefined, sessionOver: () => undefined },
    }),
  );

describe('a report', () => {
  it.each(['member', 'viewer', 'stranger', 'accountAdmin'] as const)(
    'of a %s is found by an administrator, with who sent it by name',
    async (person) => {
      const before = Date.now();
      const reply = await send(person, { sentence: '  The map stands still. ' });
      const { id } = reply.data as { id: string };
      expect(await list()).toEqual({
        total: 1,
        rows: [
          {
            ...good,
            capsule: undefined,
            id,
            userId: person,
            nickname: `${person} by name`,
            size: small.length,
            receivedAt: expect.any(Number) as unknown,
          },
        ],
      });
      const {
        rows: [row],
      } = await list({}, 'zh-cn');
      expect(row?.nickname).toBe(person);
      expect(row?.receivedAt).toBeGreaterThanOrEqual(before);
    },
  );

  it("goes out and its capsule comes back through the console's own client, to the last byte of the largest", async () => {
    const capsule = capsuleOf(RECORDING_MAX_BYTES);
    const sentence = '🚪'.repeat(SENTENCE_MAX / 2);
    const { id } = await consoleOf('member').send({ ...good, sentence, capsule: capsule.toString('base64') });
    const administrator = consoleOf('accountAdmin');
    expect((await administrator.list({ text: '🚪' })).rows).toMatchObject([
      { id, sentence, size: RECORDING_MAX_BYTES },
    ]);
    const file = await administrator.file({ reportId: id });
    expect(file).toMatchObject({
      name: '2026-11-21-home-robot-data.capsule',
      type: 'application/gzip',
      size: RECORDING_MAX_BYTES,
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(capsule)).toBe(true);
    await expect(consoleOf('member').file({ reportId: id })).rejects.toMatchObject({ code: ERRORS.notAllowed });
    await expect(administrator.file({ reportId: 'no-report' })).rejects.toMatchObject({
      code: ERRORS.notFound,
      detail: { field: 'reportId' },
    });
  });

  it.each([
    ['/', '2026-11-21-root.capsule'],
    ['/sites/大堂/../"x"', '2026-11-21-sites-大堂-x.capsule'],
  ])('from %s has a file name that every system takes', async (page, name) => {
    const { id } = await consoleOf('member').send({ ...good, page });
    expect((await consoleOf('accountAdmin').file({ reportId: id })).name).toBe(name);
  });

  it('sent again with its id is one report, from two tabs with two ids it is two', async () => {
    const id = test.newId();
    const replies = await Promise.all([send('member', {}, id), send('member', {}, id), send('member')]);
    const later = await send('member', {}, id);
    expect(replies.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect([replies[1], later]).toEqual([replies[0], replies[0]]);
    expect((await list()).total).toBe(2);
    expect(await send('member', { sentence: 'Another one' }, id)).toMatchObject({ code: ERRORS.idReused });
  });

  it.each<[string, object, string, string]>([
    ['an empty sentence', { sentence: ' \n ' }, 'parameterEmpty', 'sentence'],
    ['too long a sentence', { sentence: 'x'.repeat(SENTENCE_MAX + 1) }, 'fieldInvalid', 'sentence'],
    ['a sentence that no database holds', { sentence: 'x\0' }, 'fieldInvalid', 'sentence'],
    ['no capsule', { capsule: '' }, 'parameterEmpty', 'capsule'],
    ['a capsule that is no Base64', { capsule: 'H4sI***A' }, 'capsuleWrong', 'capsule'],
    ['a capsule in Base64 for addresses', { capsule: 'H4sI-_-_' }, 'capsuleWrong', 'capsule'],
    ['a capsule cut short', { capsule: 'H4sIA' }, 'capsuleWrong', 'capsule'],
    [
      'a capsule that is no gzip',
      { capsule: Buffer.from('{"state":1}').toString('base64') },
      'capsuleWrong',
      'capsule',
    ],
    ['half a mark of gzip', { capsule: Buffer.from([0x1f, 0x8c, 1]).toString('base64') }, 'capsuleWrong', 'capsule'],
    ['one byte', { capsule: 'Hw==' }, 'capsuleWrong', 'capsule'],
    ['a page with its query', { page: '/home?token=x' }, 'fieldInvalid', 'page'],
    ['a page with a fragment', { page: '/home#x' }, 'fieldInvalid', 'page'],
    ['a page of another place', { page: 'https://elsewhere/home' }, 'fieldInvalid', 'page'],
    ['too long a page', { page: `/${'x'.repeat(PAGE_PATH_MAX)}` }, 'fieldInvalid', 'page'],
    ['a build with markup', { build: '<b>' }, 'fieldInvalid', 'build'],
    ['a time before there was any', { takenAt: -1 }, 'fieldInvalid', 'takenAt'],
    ['a time that no calendar has', { takenAt: 1e300 }, 'fieldInvalid', 'takenAt'],
  ])('with %s is refused and not kept', async (_, data, error, field) => {
    const { code, data: detail } = await send('member', data);
    expect([errorNameOf(code), (detail as { field?: string }).field]).toEqual([error, field]);
    expect(await test.rowsIn(problemReports)).toBe(0);
  });

  it('with a capsule beyond the limit is refused by a byte, naming the limit; far beyond it the body is', async () => {
    expect(await send('member', { capsule: capsuleOf(RECORDING_MAX_BYTES + 1).toString('base64') })).toMatchObject({
      code: ERRORS.capsuleTooLarge,
      data: { field: 'capsule', words: { limit: 4 } },
    });
    expect(await send('member', { capsule: capsuleOf(RECORDING_MAX_BYTES + 65_536).toString('base64') })).toMatchObject(
      {
        code: ERRORS.bodyTooLarge,
      },
    );
    expect(await test.rowsIn(problemReports)).toBe(0);
  });
});

describe('how many', () => {
  it('one person may send ten in an hour, however many at once, and others go on', async () => {
    const replies = await Promise.all(Array.from({ length: REPORTS_PER_PERSON + 5 }, () => send('member')));
    expect(replies.map(({ code }) => code).sort()).toEqual([
      ...Array<number>(REPORTS_PER_PERSON).fill(0),
      ...Array<number>(5).fill(ERRORS.reportsTooOften),
    ]);
    expect(await test.rowsIn(problemReports)).toBe(REPORTS_PER_PERSON);
    expect(await send('viewer')).toMatchObject({ code: 0 });
  });

  it('the eleventh is told how long to wait, and is taken once the first is an hour old', async () => {
    const ages = Array.from({ length: REPORTS_PER_PERSON }, (_, i) => REPORTS_WINDOW_MS - (10 + i) * MINUTE_MS);
    await put(ages);
    expect(await send('member')).toMatchObject({ code: ERRORS.reportsTooOften, data: { words: { minutes: 10 } } });
    await test.db
      .update(problemReports)
      .set({ receivedAt: new Date(Date.now() - REPORTS_WINDOW_MS) })
      .where(eq(problemReports.id, 'put-0'));
    expect(await send('member')).toMatchObject({ code: 0 });
  });

  it('the clean-up keeps the newest two hundred, and none older than ninety days', async () => {
    await put([REPORTS_TTL_MS + MINUTE_MS, REPORTS_TTL_MS - MINUTE_MS, 0]);
    await applyRetention(test.server.deps);
    expect((await list()).rows.map(({ id }) => id)).toEqual(['put-2', 'put-1']);
    await test.db.delete(problemReports);
    await put(Array.from({ length: REPORTS_KEPT + 3 }, (_, i) => (REPORTS_KEPT + 3 - i) * MINUTE_MS));
    await Promise.all([applyRetention(test.server.deps), applyRetention(test.server.deps)]);
    const { total, rows } = await list({ page: 2, limit: 100 });
    expect([total, rows.at(-1)?.id]).toEqual([REPORTS_KEPT, 'put-3']);
  });
});

describe('the list', () => {
  it('comes by pages, newest first', async () => {
    await put([3, 2, 1].map((minutes) => minutes * MINUTE_MS));
    const ids = async (page: number) => (await list({ page, limit: 2 })).rows.map(({ id }) => id);
    expect([await ids(1), await ids(2), await ids(3)]).toEqual([['put-2', 'put-1'], ['put-0'], []]);
    expect((await list({ page: 3, limit: 2 })).total).toBe(3);
  });

  it.each([
    ['MAP', ['a', 'b']],
    ['100 %', ['b']],
    ['_', ['b']],
    ['%', ['b']],
    ['地图', ['c']],
    ['nothing of it', []],
    [' ', ['a', 'b', 'c']],
  ])('finds %j by what the sentences say, letter for letter', async (text, found) => {
    const sentences = { a: 'The map stands still', b: 'Map_2 shows 100 %', c: '地图不动' };
    for (const [id, sentence] of Object.entries(sentences)) await put([0], { id, sentence });
    const { total, rows } = await list({ text });
    expect(rows.map(({ id }) => id).sort()).toEqual(found);
    expect(total).toBe(found.length);
  });
});

describe('deleting', () => {
  it('takes a report away with its capsule, and the audit log says whose it was', async () => {
    const { id } = (await send('member')).data as { id: string };
    const request = test.newId();
    for (let i = 0; i < 2; i++) expect(await remove(id, request)).toEqual({ code: 0, message: 'ok', data: null });
    expect(await list()).toEqual({ total: 0, rows: [] });
    expect(await test.as('accountAdmin', problems.file.path, { reportId: id })).toMatchObject({
      code: ERRORS.notFound,
    });
    const entries = await test.db
      .select()
      .from(audit)
      .where(and(eq(audit.act, 'problem.delete'), eq(audit.subject, id)));
    expect(entries).toMatchObject([
      { userId: 'accountAdmin', before: { userId: 'member', sentence: good.sentence, size: small.length } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('capsule');
  });

  it('from two tabs is done once; the other is told that it is gone', async () => {
    await put([0, 0]);
    const codes = (await Promise.all([remove('put-0'), remove('put-0')])).map(({ code }) => code);
    expect(codes.sort()).toEqual([0, ERRORS.notFound]);
    expect((await list()).rows.map(({ id }) => id)).toEqual(['put-1']);
  });
});
