/** Reading the audit log: filters, pages, names, and the complete export. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { AuditEntry } from '../../../contract/entities/auditEntry.ts';
import { AUDIT_COUNTED } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit } from '../../../server/db/schema.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(() => test.db.delete(audit));

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR_MS = 3_600_000;
type Row = typeof audit.$inferInsert;
const put = (rows: readonly Partial<Row>[]) =>
  test.db.insert(audit).values(
    rows.map((row, i) => ({
      at: new Date(NOON + i * HOUR_MS),
      userId: 'member',
      act: 'robot.rename',
      subject: A.serialNumber,
      ...row,
    })),
  );
interface Page {
  total: number;
  isMore: boolean;
  rows: AuditEntry[];
  names: Record<string, string>;
}
const list = async (data: object = {}, language: 'en-us' | 'zh-cn' = 'en-us'): Promise<Page> => {
  const { code, data: page } = await test.as('accountAdmin', catalogue.audit.list.path, data, { language });
  expect(code).toBe(0);
  return page as Page;
};
const csv = async (data: object = {}): Promise<string> =>
  String((await test.as('accountAdmin', catalogue.audit.export.path, data)).data);

describe('the list', () => {
  it('names what entries contain by id, and localised names by the reader’s language', async () => {
    await put([
      {
        act: 'robot.handOver',
        before: { superAdmin: 'viewer' },
        after: { people: [{ userId: 'member' }, { userId: 'gone' }], target: { zhCN: '电梯', enUS: 'Elevator' } },
      },
    ]);
    const { rows, names } = await list();
    expect(rows[0]?.after).toMatchObject({ target: 'Elevator' });
    expect(names).toMatchObject({ viewer: 'viewer by name' });
    expect(Object.keys(names)).not.toContain('gone');
    expect((await list({}, 'zh-cn')).rows[0]?.after).toMatchObject({ target: '电梯' });
  });

  it("is newest first, and names who and what in the reader's language", async () => {
    await put([
      { before: { name: 'Old' }, after: { name: 'New' } },
      { act: 'account.lock', subject: 'viewer', userId: 'gone' },
    ]);
    const { rows, total, isMore } = await list();
    expect({ total, isMore }).toEqual({ total: 2, isMore: false });
    expect(rows).toMatchObject([
      {
        act: 'account.lock',
        userId: 'gone',
        name: '',
        subject: 'viewer',
        subjectName: 'viewer by name',
        before: null,
        after: null,
      },
      {
        act: 'robot.rename',
        userId: 'member',
        name: 'member by name',
        subject: A.serialNumber,
        subjectName: 'Porter',
        before: { name: 'Old' },
        after: { name: 'New' },
        at: NOON,
      },
    ]);
    expect((await list({}, 'zh-cn')).rows.map(({ subjectName }) => subjectName)).toEqual(['viewer', '跑堂']);
  });

  it.each([
    ['by who, in full', { who: 'member' }, [0, 1]],
    ['by who, in words', { who: 'VIEWER BY' }, [2]],
    ['by nobody there is', { who: 'nobody at all' }, []],
    ['by act', { act: 'robot.rename' }, [0]],
    ['by area', { act: 'account' }, [1, 2]],
    ['not by half an area', { act: 'acc' }, []],
    ['not by a sign of a pattern', { act: '%' }, []],
    ['by subject', { subject: A.serialNumber }, [0]],
    ["by a subject's words", { subject: 'stranger by' }, [1, 2]],
    ['from', { from: NOON + HOUR_MS }, [1, 2]],
    ['until, not with it', { until: NOON + 2 * HOUR_MS }, [0, 1]],
    ['by all at once', { who: 'member', act: 'account', from: NOON, until: NOON + 2 * HOUR_MS }, [1]],
  ])('is filtered %s', async (_, filter, expected) => {
    await put([
      {},
      { act: 'account.lock', subject: 'stranger' },
      { userId: 'viewer', act: 'account.unlock', subject: 'stranger' },
    ]);
    const { rows, total } = await list(filter);
    expect(rows.map(({ at }) => (at - NOON) / HOUR_MS).reverse()).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it('is paged without gap or repeat where many happened in one moment', async () => {
    await put(Array.from({ length: 25 }, () => ({ at: new Date(NOON) })));
    const ids = [
      ...(await list({ limit: 10 })).rows,
      ...(await list({ limit: 10, page: 2 })).rows,
      ...(await list({ limit: 10, page: 3 })).rows,
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(25);
  });

  it('counts so far and no further', async () => {
    for (let i = 0; i < 3; i++) await put(Array.from({ length: i < 2 ? 5_000 : 1 }, () => ({})));
    expect(await list()).toMatchObject({ total: AUDIT_COUNTED, isMore: true });
  });
});

describe('the export', () => {
  it('has every entry of the filter, in pieces, with times in the zone that it names', async () => {
    await put([...Array.from({ length: 2_300 }, () => ({})), { act: 'account.lock', subject: 'viewer' }]);
    const text = await csv({ act: 'robot', timeZone: 'Europe/Berlin' });
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toBe(
      '\uFEFF"Time (Europe/Berlin)","User ID","User","Action code","Action","Target ID","Target","Before","After"',
    );
    expect(lines).toHaveLength(2_300);
    expect(lines.at(-1)).toBe(
      `"2026-06-01 14:00:00","member","member by name","robot.rename","Robot renamed","${A.serialNumber}","Porter","",""`,
    );
  });

  it("is in the reader's language; an action that the texts do not know has its code", async () => {
    await put([{ act: 'account.lock', subject: 'viewer' }, { act: 'later.act' }]);
    const reply = await test.as('accountAdmin', catalogue.audit.export.path, {}, { language: 'zh-cn' });
    expect(String(reply.data)).toContain('"时间 (UTC)","操作人 ID"');
    expect(String(reply.data)).toContain('"account.lock","锁定账号"');
    expect(String(reply.data)).toContain('"later.act","later.act"');
  });

  it('is itself written down, and not in itself', async () => {
    await put([{}]);
    expect(await csv({ who: 'member' })).not.toContain('audit.export');
    expect((await list({ act: 'audit.export' })).rows).toMatchObject([
      { userId: 'accountAdmin', after: { who: 'member', timeZone: 'UTC' } },
    ]);
  });

  it('keeps quotes, commas and lines in their cell, and makes no formula', async () => {
    await put([{ subject: '=1+1', before: { name: 'a "b", c\nd' } }]);
    const text = await csv();
    expect(text).toContain(`"'=1+1"`);
    expect(text).toContain('"{""name"":""a \\""b\\"", c\\nd""}"');
  });

  it('refuses a zone there is not', async () => {
    expect(await test.as('accountAdmin', catalogue.audit.export.path, { timeZone: 'Moon/Base' })).toMatchObject({
      code: ERRORS.fieldInvalid,
      data: { field: 'timeZone' },
    });
  });
});
