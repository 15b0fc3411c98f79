/** Records of what happened to robots: of one robot, of several, or of all the caller's robots. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { eventRecords } from '../../contract/endpoints/eventRecords.ts';
import { EVENT_RECORDS_COUNTED } from '../../contract/rules/monitoringLimits.ts';
import type { AppDeps } from '../appDeps.ts';
import { drivePage } from '../db/repositories/cruiseRecords.ts';
import { countEvents, eventPage, type EventFilter } from '../db/repositories/eventRecords.ts';
import type { RequestContext } from '../requestContext.ts';
import { eventCsv } from './eventCsv.ts';
import { toEventRecordDto } from './eventPresenter.ts';
import { assertTimeSpan, listedRobots, offsetOf } from './listRequest.ts';
import { toRouteRunDto } from './routeRunPresenter.ts';

export function createEventRecordHandlers({
  fleet: { fleetCache },
  now,
}: Pick<AppDeps, 'fleet' | 'now'>): Handlers<typeof eventRecords, RequestContext> {
  const robotsOf = (joined: string, { userId }: RequestContext): string[] => listedRobots(fleetCache, joined, userId);
  const listed = async (
    filter: EventFilter,
    { page, limit }: { page: number; limit: number },
    { db, language }: RequestContext,
  ) => {
    assertTimeSpan(filter);
    const offset = offsetOf({ page, limit }, EVENT_RECORDS_COUNTED);
    const rows = await eventPage(db, filter, { offset, limit });
    return {
      total: await countEvents(db, filter, EVENT_RECORDS_COUNTED),
      rows: rows.map((row) => toEventRecordDto(row, fleetCache, language)),
    };
  };

  return {
    list: ({ serialNumber, page, limit, bizType, startTime, endTime }, context) =>
      listed({ serialNumbers: robotsOf(serialNumber, context), bizType, startTime, endTime }, { page, limit }, context),
    listNew: ({ serialNumberStr, page, limit, bizType, startTime, endTime }, context) =>
      listed(
        { serialNumbers: robotsOf(serialNumberStr, context), bizType, startTime, endTime },
        { page, limit },
        context,
      ),
    async export({ serialNumberStr, bizType, startTime, endTime, timeZone }, context) {
      const { db, language } = context;
      const filter = { serialNumbers: robotsOf(serialNumberStr, context), bizType, startTime, endTime };
      const rows = await eventPage(db, filter, { offset: 0, limit: EVENT_RECORDS_COUNTED });
      return {
        contentType: 'text/csv; charset=utf-8',
        fileName: `events-${new Date(now()).toISOString().slice(0, 10)}.csv`,
        bytes: Buffer.from(
          eventCsv(
            rows.map((row) => toEventRecordDto(row, fleetCache, language)),
            { language, timeZone },
          ),
        ),
      };
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
