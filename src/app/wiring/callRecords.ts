/** Wires the records of calls to the API; days are whole days in the time zone of the site in the frame. */
import { fromPromise } from 'xstate';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { callRecordsMachine, type CallRecordsResult } from '../../machines/callRecords/callRecords.machine.ts';
import type { CallRecordsQuery } from '../../machines/callRecords/callRecordsQuery.ts';
import type { CallRecord } from '../../machines/robotCall/robotCall.machine.ts';
import type { Services } from '../services.ts';
import { loadCallRecord } from './callRecord.ts';
import { spanOf } from './spanOf.ts';
import { zoneIn } from './fleetSite.ts';

export function wireCallRecords(services: Services) {
  const { present, world } = services;
  const readRecord = loadCallRecord(services);
  const filterOf = (query: CallRecordsQuery, zone: string) => ({
    serialNumberStr: query.robots.join(','),
    origin: query.origin === 'all' ? ('' as const) : query.origin,
    end: query.end,
    operatorName: query.who,
    ...spanOf(query, zone, world.clock.now()),
  });
  return callRecordsMachine.provide({
    actors: {
      loadList: fromPromise<CallRecordsResult, CallRecordsQuery>(async ({ input, signal, system }) => {
        const filter = filterOf(input, await zoneIn(system, signal));
        return await present().api.calls.list({ ...filter, page: input.page, limit: PAGE_SIZE.first }, { signal });
      }),
      loadDetail: fromPromise<CallRecord, { callId: string }>(({ input, signal }) => readRecord(input.callId, signal)),
      exportCalls: fromPromise<void, CallRecordsQuery>(async ({ input, signal, system }) => {
        const timeZone = await zoneIn(system, signal);
        const file = await present().api.calls.export({ ...filterOf(input, timeZone), timeZone }, { signal });
        world.save(file, file.name);
      }),
    },
  });
}
