/** Records of what happened to robots: of one robot, of several, or of all the caller's robots. */
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { eventRecords } from '../../contract/endpoints/eventRecords.ts';
import { LIST_COUNTED } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { drivePage } from '../db/repositories/cruiseRecords.ts';
import {
  countEvents,
  eventById,
  eventPage,
  eventPosition,
  partsOfEventId,
  searchable,
} from '../db/repositories/eventRecords.ts';
import type { EventFilter, EventPosition } from '../db/repositories/eventSources.ts';
import { yieldToEventLoop } from '../eventLoop.ts';
import type { RequestContext } from '../requestContext.ts';
import { caseNotes } from '../db/repositories/caseNotes.ts';
import { eventCsvPieces } from './eventCsv.ts';
import { toEventRecordDto } from './eventPresenter.ts';
import { assertTimeSpan, listedRobots, offsetOf } from './listRequest.ts';
import { toRouteRunDto } from './routeRunPresenter.ts';

type ListRequest = Received<typeof eventRecords.listNew>;

export function createEventRecordHandlers({
  fleet: { fleetCache },
  now,
}: Pick<AppDeps, 'fleet' | 'now'>): Handlers<typeof eventRecords, RequestContext> {
  const robotsOf = (joined: string, { userId }: RequestContext): string[] => listedRobots(fleetCache, joined, userId);
  const filterOf = (
    joined: string,
    { bizType, mapId, place, person, openOnly, startTime, endTime }: Omit<EventFilter, 'serialNumbers'>,
    context: RequestContext,
  ): EventFilter => ({
    serialNumbers: robotsOf(joined, context),
    ...{ bizType, openOnly: openOnly ?? false, startTime, endTime },
    ...{ mapId: mapId ?? '', place: place ?? '', person: person ?? '', now: now() },
  });
  /** The event of an id, which must be of one of the caller's robots, though not of those that are listed. */
  const positionOf = async (id: string, { db, userId }: RequestContext): Promise<EventPosition | undefined> => {
    if (id === '') return undefined;
    const parts = partsOfEventId(id);
    const found = parts && (await eventPosition(db, parts, [...fleetCache.robotsOf(userId)]));
    if (!found) throw new ApiError('fieldInvalid', { field: 'after' });
    return found;
  };
  const listed = async ({ serialNumberStr, page, limit, after, ...asked }: ListRequest, context: RequestContext) => {
    const { db, language } = context;
    assertTimeSpan(asked);
    const offset = offsetOf({ page, limit }, LIST_COUNTED);
    const position = await positionOf(after, context);
    const filter = await searchable(db, filterOf(serialNumberStr, asked, context));
    const total = await countEvents(db, filter, LIST_COUNTED);
    const rows =
      position || offset < total ? await eventPage(db, { ...filter, after: position }, { offset, limit }) : [];
    return { total, rows: rows.map((row) => toEventRecordDto(row, fleetCache, language)) };
  };

  return {
    list: ({ serialNumber, ...request }, context) => listed({ ...request, serialNumberStr: serialNumber }, context),
    listNew: listed,
    async export({ serialNumberStr, timeZone, ...asked }, context) {
      const { db, language } = context;
      const filter = await searchable(db, filterOf(serialNumberStr, asked, context));
      const rows = await eventPage(db, filter, { offset: 0, limit: LIST_COUNTED });
      const pieces: string[] = [];
      const events = rows.map((row) => toEventRecordDto(row, fleetCache, language));
      const alarms = events.flatMap(({ bizType, sourceId }) => (bizType === 'alarm' ? [sourceId] : []));
      const { notes, isCut } = await caseNotes(db, alarms, language);
      for (const piece of eventCsvPieces(events, { language, timeZone, notes, areNotesCut: isCut })) {
        pieces.push(piece);
        await yieldToEventLoop();
      }
      return {
        contentType: 'text/csv; charset=utf-8',
        fileName: `events-${new Date(now()).toISOString().slice(0, 10)}.csv`,
        bytes: Buffer.from(pieces.join('')),
      };
    },
    async details({ eventId }, { db, language }) {
      const row = await eventById(db, eventId);
      if (!row) throw new ApiError('notFound', { field: 'eventId' });
      return toEventRecordDto(row, fleetCache, language);
    },
    async newestCruises({ serialNumber, size }, context) {
      const { rows } = await drivePage(
        context.db,
        { serialNumbers: robotsOf(serialNumber, context), startTime: 0, endTime: 0, state: '', pathId: '' },
        { offset: 0, limit: size, most: size },
      );
      return rows.map((row) => toRouteRunDto(row, context.language));
    },
  };
}
