/** Wires the records of calls to the API; days are whole days in the time zone of the site in the frame. */
import { type AnyActorRef, fromPromise } from 'xstate';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { callRecordsMachine, type CallRecordsResult } from '../../machines/callRecords/callRecords.machine.ts';
import type { CallRecordsQuery } from '../../machines/callRecords/callRecordsQuery.ts';
import type { CallRecord } from '../../machines/robotCall/robotCall.machine.ts';
import type { Services } from '../services.ts';
import { loadCallRecord } from './callRecord.ts';
import { placeIn, spanOf } from './cruiseRecord.ts';

export function wireCallRecords(services: Services) {
  const { present, world } = services;
  const readRecord = loadCallRecord(services);
  const filterOf = (query: CallRecordsQuery, system: AnyActorRef['system']) => ({
    serialNumberStr: query.robots.join(','),
    origin: query.origin === 'all' ? ('' as const) : query.origin,
    end: query.end,
    operatorName: query.who,
    ...spanOf(query, placeIn(system).zone, world.clock.now()),
  });
  return callRecordsMachine.provide({
    actors: {
      loadList: fromPromise<CallRecordsResult, CallRecordsQuery>(({ input, signal, system }) =>
        present().api.calls.list({ ...filterOf(input, system), page: input.page, limit: PAGE_SIZE.first }, { signal }),
      ),
      loadDetail: fromPromise<CallRecord, { callId: string }>(({ input, signal }) => readRecord(input.callId, signal)),
      exportCalls: fromPromise<void, CallRecordsQuery>(async ({ input, signal, system }) => {
        const timeZone = placeIn(system).zone;
        const file = await present().api.calls.export({ ...filterOf(input, system), timeZone }, { signal });
        world.save(file, file.name);
      }),
    },
  });
}
