/** Wires the records of calls to the API. */
import { fromPromise } from 'xstate';
import { callRecordsMachine, type CallRecordsResult } from '../../machines/callRecords/callRecords.machine.ts';
import type { CallRecordsRequest } from '../../machines/callRecords/callRecordsQuery.ts';
import type { Services } from '../services.ts';

export const wireCallRecords = ({ present }: Services) =>
  callRecordsMachine.provide({
    actors: {
      loadList: fromPromise<CallRecordsResult, CallRecordsRequest>(({ input, signal }) =>
        present().api.calls.list(input, { signal }),
      ),
    },
  });
