/** The records of calls: what is asked for by the URL, and failures. */
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { callRecordsMachine, type CallRecordsResult } from '../../../src/machines/callRecords/callRecords.machine.ts';
import type { CallRecordsQuery } from '../../../src/machines/callRecords/callRecordsQuery.ts';
import { selectCallRecords } from '../../../src/machines/callRecords/callRecords.selectors.ts';
import { selectIsExporting } from '../../../src/machines/factories/longJob.ts';
import type { CallRecord } from '../../../src/machines/robotCall/robotCall.machine.ts';
import { endedCall } from '../../fakes/callSample.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

it('loads what the URL asks for, and says why it could not', async () => {
  const asked: CallRecordsQuery[] = [];
  let fails = false;
  const { actor } = startUnderApp(
    callRecordsMachine.provide({
      actors: {
        loadList: fromPromise<CallRecordsResult, CallRecordsQuery>(async ({ input }) => {
          asked.push(input);
          if (fails) throw new ApiError('networkFailed');
          return { total: 1, rows: [endedCall()] };
        }),
      },
    }),
    {
      as: 'screen',
      input: {
        page: 'callRecords',
        params: {},
        query: { origin: 'visitor', page: '2' },
        user: userOf(),
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  await settle();
  expect(asked).toMatchObject([{ robots: [], who: '', days: '', origin: 'visitor', end: '', page: 2 }]);
  expect(selectCallRecords(actor.getSnapshot()).rows).toHaveLength(1);
  fails = true;
  actor.send({ type: 'page.queryChanged', query: { end: 'busy' } });
  await settle();
  expect(asked.at(-1)).toMatchObject({ origin: 'all', end: 'busy', page: 1 });
  expect(selectCallRecords(actor.getSnapshot()).failure?.code).toBe(ERRORS.networkFailed);
});

it('follows filters, pages, language and requests, and goes back to the last page that exists', async () => {
  const asked: number[] = [];
  const { actor, clock } = startUnderApp(
    callRecordsMachine.provide({
      actors: {
        loadList: fromPromise<CallRecordsResult, CallRecordsQuery>(async ({ input: { page } }) => {
          asked.push(page);
          return page > 1 ? { total: 1, rows: [] } : { total: 1, rows: [endedCall()] };
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'callRecords', params: {}, query: {}, user: userOf(), serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  actor.send({ type: 'list.reload' });
  await settle();
  actor.send({ type: 'page.languageChanged', language: 'zhCN' });
  await settle();
  actor.send({ type: 'page.resumed' });
  await settle();
  expect(asked).toEqual([1, 1, 1, 1]);
  actor.send({ type: 'list.turn', page: 2 });
  actor.send({ type: 'page.queryChanged', query: { page: '2' } });
  clock.increment(1_000);
  for (let i = 0; i < 3; i += 1) await settle();
  expect(asked).toContain(2);
  expect(selectCallRecords(actor.getSnapshot()).failure).toBeNull();
});

async function startDetails(query: Record<string, string>) {
  const cloud = { lists: 0, details: [] as string[], exports: [] as CallRecordsQuery[], fails: null as Error | null };
  let exported: () => void = () => {};
  const { actor, toldTo } = startUnderApp(
    callRecordsMachine.provide({
      actors: {
        loadList: fromPromise<CallRecordsResult, CallRecordsQuery>(async () => {
          cloud.lists += 1;
          return { total: 1, rows: [endedCall()] };
        }),
        loadDetail: fromPromise<CallRecord, { callId: string }>(async ({ input }) => {
          cloud.details.push(input.callId);
          if (cloud.fails) throw cloud.fails;
          return { call: endedCall({ id: input.callId }), lines: [], kept: [] };
        }),
        exportCalls: fromPromise<void, CallRecordsQuery>(async ({ input }) => {
          cloud.exports.push(input);
          if (cloud.fails) throw cloud.fails;
          await new Promise<void>((done) => void (exported = done));
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'callRecords', params: {}, query, user: userOf(), serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  return { actor, cloud, toldTo, read: () => actor.getSnapshot(), exported: () => exported() };
}

it('opens the call that the URL names, without reading the list again', async () => {
  const { actor, cloud, toldTo, read } = await startDetails({});
  actor.send({ type: 'record.open', id: 'call-1' });
  expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.query', query: { call: 'call-1' }, push: true });
  actor.send({ type: 'page.queryChanged', query: { call: 'call-1' } });
  await settle();
  expect(selectCallRecords(read()).detail?.call.id).toBe('call-1');
  actor.send({ type: 'page.languageChanged', language: 'zhCN' });
  await settle();
  expect(cloud.details).toEqual(['call-1', 'call-1']);
  actor.send({ type: 'record.close' });
  expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.query', query: { call: '' } });
  actor.send({ type: 'page.queryChanged', query: {} });
  await settle();
  expect(selectCallRecords(read())).toMatchObject({ open: '', detail: null });
  // The first time and for the other language.
  expect(cloud.lists).toBe(2);
});

it('says why the details could not be loaded, and tries again', async () => {
  const { actor, cloud, read } = await startDetails({ call: 'call-1' });
  cloud.fails = new ApiError('notFound');
  actor.send({ type: 'page.queryChanged', query: { call: 'call-2' } });
  await settle();
  expect(selectCallRecords(read())).toMatchObject({ detail: null, detailFailure: { code: ERRORS.notFound } });
  cloud.fails = null;
  actor.send({ type: 'detail.retry' });
  await settle();
  expect(selectCallRecords(read())).toMatchObject({ detail: { call: { id: 'call-2' } }, detailFailure: null });
});

it('exports what is filtered, and can be cancelled', async () => {
  const { actor, cloud, toldTo, read, exported } = await startDetails({ who: 'lin', days: '7' });
  actor.send({ type: 'export.start' });
  await settle();
  expect(selectIsExporting(read())).toBe(true);
  expect(cloud.exports).toMatchObject([{ who: 'lin', days: '7' }]);
  exported();
  await settle();
  expect(toldTo('notices').at(-1)).toMatchObject({ notice: { key: 'callRecords.export.done' } });
  actor.send({ type: 'export.start' });
  actor.send({ type: 'export.cancel' });
  expect(selectIsExporting(read())).toBe(false);
  cloud.fails = new ApiError('networkFailed');
  actor.send({ type: 'export.start' });
  await settle();
  expect(toldTo('notices').at(-1)).toMatchObject({ notice: { failure: { code: ERRORS.networkFailed } } });
});
