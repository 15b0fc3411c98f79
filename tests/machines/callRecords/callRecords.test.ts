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
