/** Wires the event records to the API; days are whole days in the time zone of a site. */
import { fromPromise } from 'xstate';
import { eventRecords } from '../../../contract/endpoints/eventRecords.ts';
import { files } from '../../../contract/endpoints/files.ts';
import { monitoring } from '../../../contract/endpoints/monitoring.ts';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import { PAGE_SIZE, TRAIL_MS } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { notesOf } from '../../machines/eventRecords/caseNotes.ts';
import { stationsOf } from '../../machines/eventRecords/caseStations.ts';
import {
  type EventPlan,
  eventRecordsMachine,
  type EventResult,
  type EventsResult,
  type NeighbourRequest,
} from '../../machines/eventRecords/eventRecords.machine.ts';
import { withOpenFirst } from '../../machines/eventRecords/eventsShown.ts';
import type { EventRecordsQuery } from '../../machines/eventRecords/eventRecordsQuery.ts';
import { createClient } from '../../services/api.ts';
import { downloadFrom } from '../../services/download.ts';
import { createPastTracks } from '../../services/pastTracks.ts';
import type { Services } from '../services.ts';
import { spanOf } from './spanOf.ts';
import { siteFor, type System, zoneIn } from './fleetSite.ts';

/** Days are those of the robot that is filtered, else those of the site whose clock the frame shows. */
const zoneFor = async ([serialNumber = '']: readonly string[], system: System, signal: AbortSignal): Promise<string> =>
  (await siteFor(serialNumber, system, signal))?.timeZone ?? (await zoneIn(system, signal));

/** Key of the store in `live.past`. */
export const PAST_KEY = 'eventRecords';

/** On which an open event is looked for, from the one that it was on. */
const PAGES_LOOKED_AT = 5;

/**
 * The event before the open one, from the page before the one that it was on. What has happened since can have moved it
 * to a later page. @returns an empty id if it is not found
 */
export async function previousEvent(
  open: string,
  page: number,
  rowsOf: (page: number) => Promise<readonly { id: string }[]>,
): Promise<{ id: string; page: number }> {
  let before = '';
  for (let at = page; at < page + PAGES_LOOKED_AT; at += 1) {
    const rows = await rowsOf(at);
    const index = rows.findIndex(({ id }) => id === open);
    if (index > 0) return { id: rows[index - 1]?.id ?? '', page: at };
    if (index === 0) return { id: before, page: Math.max(page, at - 1) };
    before = rows.at(-1)?.id ?? '';
  }
  return { id: '', page };
}

export function wireEventRecords({ transport, present, pasts, world }: Services) {
  const api = createClient(eventRecords, transport);
  const fileCalls = createClient(files, transport);
  const trackCalls = createClient(monitoring, transport);
  const past = createPastTracks();
  pasts.put(PAST_KEY, past);
  const filterOf = (query: EventRecordsQuery, zone: string) => ({
    serialNumberStr: query.robots.join(','),
    bizType: query.bizType,
    mapId: query.mapId,
    place: query.place.trim(),
    person: query.person.trim(),
    openOnly: query.open === 'yes',
    ...spanOf(query, zone, world.clock.now()),
  });
  const picturesOf = async (events: readonly EventRecord[], signal: AbortSignal): Promise<EventsResult['pictures']> => {
    const pictures = await Promise.all(
      events.map(async ({ pictureId }): Promise<[string, string][]> => {
        // A picture can have expired since; the event is shown without it.
        const address = pictureId && (await fileCalls.address({ fileId: pictureId }, { signal }).catch(() => null));
        return pictureId && address ? [[pictureId, address.url]] : [];
      }),
    );
    return Object.fromEntries(pictures.flat());
  };
  return eventRecordsMachine.provide({
    actions: {
      countOpened: (_, { fileId }) => {
        // A picture that is gone is not opened, and the event is shown without it.
        fileCalls.address({ fileId, opened: true }).catch(() => {});
      },
    },
    actors: {
      loadList: fromPromise<EventsResult, EventRecordsQuery>(async ({ input, signal, system }) => {
        const filter = filterOf(input, await zoneFor(input.robots, system, signal));
        const limit = PAGE_SIZE.first;
        const [found, open] = await Promise.all([
          api.listNew({ ...filter, page: input.page, limit }, { signal }),
          // What still has to be done comes first, however old it is.
          input.bizType === 'alarm' && input.page === 1 && !filter.openOnly
            ? api.listNew({ ...filter, openOnly: true, limit }, { signal })
            : null,
        ]);
        const rows = open ? withOpenFirst(open.rows, found.rows) : found.rows;
        return { total: found.total, rows, pictures: await picturesOf(rows, signal) };
      }),
      loadEvent: fromPromise<EventResult, { id: string }>(async ({ input: { id }, signal }) => {
        const event = await api.details({ eventId: id }, { signal });
        return { event, pictures: await picturesOf([event], signal) };
      }),
      loadPlan: fromPromise<Omit<EventPlan, 'of' | 'failure'>, { event: EventRecord }>(
        async ({ input: { event }, signal, system }) => {
          const { serialNumber, at, place, bizType, sourceId } = event;
          past.clear();
          const siteId = (await siteFor(serialNumber, system, signal))?.id;
          if (siteId !== undefined) {
            const span = { from: at - TRAIL_MS, until: at + TRAIL_MS };
            const file = await trackCalls.tracks({ siteId, ...span, robot: serialNumber }, { signal });
            past.add(span, new Uint8Array(await file.arrayBuffer()));
          }
          const pose = past.state(serialNumber, at)?.pose ?? null;
          const details =
            bizType === 'alarm' ? await present().api.alarmCases.details({ caseId: sourceId }, { signal }) : null;
          const done = {
            stations: details && stationsOf(details),
            ...(details && { notes: notesOf(details.entries) }),
          };
          const mapId = (place ?? pose)?.mapId;
          if (mapId === undefined) return { ...done, map: null, place: null };
          const map = await present()
            .api.maps.get({ serialNumber, mapId }, { signal })
            .catch((error: unknown) => {
              // A map that was deleted since.
              if (error instanceof ApiError && error.code === ERRORS.mapUnknown) return null;
              throw error;
            });
          return { ...done, map, place: place ?? pose };
        },
      ),
      loadNeighbour: fromPromise<{ id: string; page: number }, NeighbourRequest>(
        async ({ input: { query, open, to }, signal, system }) => {
          const filter = filterOf(query, await zoneFor(query.robots, system, signal));
          const { page } = query;
          const limit = PAGE_SIZE.first;
          // What has happened since the page was loaded has moved the rows of the next one, but not what follows.
          if (to === 'next') {
            const { rows } = await api.listNew({ ...filter, after: open, limit: 1 }, { signal });
            return { id: rows[0]?.id ?? '', page };
          }
          return await previousEvent(open, page, async (at) => {
            const { rows } = await api.listNew({ ...filter, page: at, limit }, { signal });
            return rows;
          });
        },
      ),
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
      addNote: fromPromise<{ text: string }, { caseId: string; text: string }>(async ({ input: { caseId, text } }) => {
        await present().api.alarmCases.addNote({ caseId, text });
        return { text };
      }),
      savePicture: fromPromise<void, { fileId: string }>(async ({ input, signal }) => {
        // Asked for again: the address in the list may have expired, or the right to see it.
        const { url } = await fileCalls.address({ ...input, opened: true }, { signal });
        downloadFrom(url, document);
      }),
      exportEvents: fromPromise<void, EventRecordsQuery>(async ({ input, signal, system }) => {
        const timeZone = await zoneFor(input.robots, system, signal);
        const file = await api.export({ ...filterOf(input, timeZone), timeZone }, { signal });
        world.save(file, file.name);
      }),
    },
  });
}
