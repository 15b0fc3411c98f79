import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { AuditEntry } from '../../../contract/entities/auditEntry.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { type AuditResult, auditMachine } from '../../../src/machines/audit/audit.machine.ts';
import { auditQuery, type AuditRequest } from '../../../src/machines/audit/auditQuery.ts';
import { selectAudit } from '../../../src/machines/audit/audit.selectors.ts';
import { selectIsExporting } from '../../../src/machines/factories/longJob.ts';
import { selectIsReading } from '../../../src/machines/factories/pagedList.selectors.ts';
import { TYPING_MS } from '../../../src/machines/factories/pagedList.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const ENTRY: AuditEntry = {
  id: 1,
  at: 2,
  userId: 'u',
  name: 'Robin',
  act: 'account.lock',
  subject: 'ada',
  subjectName: 'Ada',
  before: null,
  after: null,
};

async function start(query: Record<string, string> = {}) {
  const cloud = { wishes: [] as AuditRequest[], exported: [] as AuditRequest[], refusal: null as Error | null };
  const started = startUnderApp(
    auditMachine.provide({
      actors: {
        loadList: fromPromise<AuditResult, AuditRequest>(async ({ input }) => {
          cloud.wishes.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return { total: 1, isMore: false, names: {}, rows: [ENTRY] };
        }),
        exportAudit: fromPromise<void, AuditRequest>(async ({ input }) => {
          cloud.exported.push(input);
          if (cloud.refusal) throw cloud.refusal;
        }),
      },
    }),
    { as: 'screen', input: { page: 'audit', params: {}, query, user: userOf(), serialNumber: '', language: 'enUS' } },
  );
  await settle();
  return { ...started, cloud, see: () => selectAudit(started.actor.getSnapshot()) };
}

describe('the list', () => {
  it('is what the address says; what is no day and no page is none', async () => {
    const { cloud, see } = await start({
      who: 'robin',
      act: 'account',
      subject: 'ada',
      from: '2026-11-01',
      until: '2026-11-21',
      page: '2',
    });
    expect(cloud.wishes).toEqual([
      { who: 'robin', act: 'account', subject: 'ada', from: '2026-11-01', until: '2026-11-21', page: 2, limit: 20 },
    ]);
    expect(see().rows).toEqual([ENTRY]);
    expect(auditQuery.read({ from: 'yesterday', page: '-1' })).toEqual({
      who: '',
      act: '',
      subject: '',
      from: '',
      until: '',
      page: 1,
    });
    expect([auditQuery.isFiltered({ page: '3' }), auditQuery.isFiltered({ act: 'robot' })]).toEqual([false, true]);
  });

  it('waits until one has typed, and not for a day or a page', async () => {
    const { actor, clock, cloud } = await start();
    actor.send({ type: 'page.queryChanged', query: { who: 'ro' } });
    await settle();
    expect(cloud.wishes).toHaveLength(1);
    expect(selectIsReading(actor.getSnapshot())).toBe(true);
    clock.increment(TYPING_MS);
    await settle();
    actor.send({ type: 'page.queryChanged', query: { who: 'ro', from: '2026-11-01' } });
    await settle();
    expect(cloud.wishes.map(({ who, from }) => [who, from])).toEqual([
      ['', ''],
      ['ro', ''],
      ['ro', '2026-11-01'],
    ]);
  });

  it('tells a failure, and is read anew when asked, in another language, after a gap', async () => {
    const { actor, cloud, see } = await start();
    cloud.refusal = new ApiError('notAllowed');
    actor.send({ type: 'page.resumed' });
    await settle();
    expect(see().failure?.code).toBe(ERRORS.notAllowed);
    cloud.refusal = null;
    for (const event of [{ type: 'list.reload' }, { type: 'page.languageChanged', language: 'zhCN' }] as const) {
      actor.send(event);
      await settle();
      expect(see().failure).toBeNull();
    }
    expect(cloud.wishes).toHaveLength(4);
  });

  it('puts a filter into the address, from its first page', async () => {
    const { actor, toldTo } = await start();
    actor.send({ type: 'list.show', query: auditQuery.patch({ act: 'robot' }) });
    actor.send({ type: 'list.show', query: auditQuery.patch({ page: 3 }) });
    expect(toldTo('navigation').map(({ query }) => query as unknown)).toEqual([
      { act: 'robot', page: '' },
      { page: '3' },
    ]);
  });
});

it('one entry is open at a time', async () => {
  const { actor, see } = await start();
  actor.send({ type: 'entry.open', entry: ENTRY });
  expect(see().entry).toEqual(ENTRY);
  actor.send({ type: 'entry.close' });
  expect(see().entry).toBeNull();
});

describe('the export', () => {
  it('takes the filter of the address, and says when it is done', async () => {
    const { actor, cloud, toldTo } = await start({ act: 'robot' });
    actor.send({ type: 'export.start' });
    expect(selectIsExporting(actor.getSnapshot())).toBe(true);
    await settle();
    expect(cloud.exported).toMatchObject([{ act: 'robot' }]);
    expect(toldTo('notices')).toMatchObject([{ notice: { tone: 'success', key: 'audit.export.done' } }]);
    expect(selectIsExporting(actor.getSnapshot())).toBe(false);
  });

  it('says why it failed, and can be given up', async () => {
    const { actor, cloud, toldTo } = await start();
    cloud.refusal = new ApiError('databaseAway');
    actor.send({ type: 'export.start' });
    await settle();
    expect(toldTo('notices')).toMatchObject([{ notice: { tone: 'error', failure: { code: ERRORS.databaseAway } } }]);
    actor.send({ type: 'export.start' });
    actor.send({ type: 'export.cancel' });
    await settle();
    expect(selectIsExporting(actor.getSnapshot())).toBe(false);
    expect(toldTo('notices')).toHaveLength(1);
  });
});
