/** Wires the event records to the API; days are whole days in the time zone of the site whose clock the frame shows. */
import { type AnyActorRef, fromPromise } from 'xstate';
import { eventRecords } from '../../../contract/endpoints/eventRecords.ts';
import { files } from '../../../contract/endpoints/files.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { eventRecordsMachine, type EventsResult } from '../../machines/eventRecords/eventRecords.machine.ts';
import type { EventRecordsQuery } from '../../machines/eventRecords/eventRecordsQuery.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { placeIn, spanOf } from './cruiseRecord.ts';

export function wireEventRecords({ transport, present, world }: Services) {
  const api = createClient(eventRecords, transport);
  const fileCalls = createClient(files, transport);
  const filterOf = (query: EventRecordsQuery, system: AnyActorRef['system']) => ({
    serialNumberStr: query.robots.join(','),
    bizType: query.bizType,
    ...spanOf(query, placeIn(system).zone, world.clock.now()),
  });
  return eventRecordsMachine.provide({
    actors: {
      loadList: fromPromise<EventsResult, EventRecordsQuery>(async ({ input, signal, system }) => {
        const found = await api.listNew(
          { ...filterOf(input, system), page: input.page, limit: PAGE_SIZE.first },
          { signal },
        );
        const pictures = await Promise.all(
          found.rows.map(async ({ pictureId }): Promise<[string, string][]> => {
            // A picture can have expired since; the event is shown without it.
            const address = pictureId && (await fileCalls.address({ fileId: pictureId }, { signal }).catch(() => null));
            return pictureId && address ? [[pictureId, address.url]] : [];
          }),
        );
        return { ...found, pictures: Object.fromEntries(pictures.flat()) };
      }),
      dismissCase: fromPromise<{ caseId: string }, { caseId: string; isTaken: boolean }>(
        async ({ input: { caseId, isTaken } }) => {
          const cases = present().api.alarmCases;
          if (!isTaken) await cases.take({ caseId });
          await cases.resolve({ caseId, cause: 'falseAlarm' });
          return { caseId };
        },
      ),
      reopenCase: fromPromise<{ caseId: string }, { caseId: string }>(async ({ input: { caseId } }) => {
        await present().api.alarmCases.reopen({ caseId });
        return { caseId };
      }),
      exportEvents: fromPromise<void, EventRecordsQuery>(async ({ input, signal, system }) => {
        const timeZone = placeIn(system).zone;
        const file = await api.export({ ...filterOf(input, system), timeZone }, { signal });
        world.save(file, file.name);
      }),
    },
  });
}
