/** The records of calls: what is asked for by the URL, and failures. */
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { callRecordsMachine, type CallRecordsResult } from '../../../src/machines/callRecords/callRecords.machine.ts';
import type { CallRecordsRequest } from '../../../src/machines/callRecords/callRecordsQuery.ts';
import { selectCallRecords } from '../../../src/machines/callRecords/callRecords.selectors.ts';
import { endedCall } from '../../fakes/callSample.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

it('loads what the URL asks for, and says why it could not', async () => {
  const asked: CallRecordsRequest[] = [];
  let fails = false;
  const { actor } = startUnderApp(
    callRecordsMachine.provide({
      actors: {
        loadList: fromPromise<CallRecordsResult, CallRecordsRequest>(async ({ input }) => {
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
  expect(asked).toMatchObject([{ serialNumberStr: '', origin: 'visitor', end: '', page: 2 }]);
  expect(selectCallRecords(actor.getSnapshot()).rows).toHaveLength(1);
  fails = true;
  actor.send({ type: 'page.queryChanged', query: { end: 'busy' } });
  await settle();
  expect(asked.at(-1)).toMatchObject({ origin: '', end: 'busy', page: 1 });
  expect(selectCallRecords(actor.getSnapshot()).failure?.code).toBe(ERRORS.networkFailed);
});

it('follows filters, pages, language and requests, and goes back to the last page that exists', async () => {
  const asked: number[] = [];
  const { actor, clock } = startUnderApp(
    callRecordsMachine.provide({
      actors: {
        loadList: fromPromise<CallRecordsResult, CallRecordsRequest>(async ({ input: { page } }) => {
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
