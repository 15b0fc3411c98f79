/** Records of route runs: of one robot, of several, or of all the caller's robots. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { cruiseRecords } from '../../contract/endpoints/cruiseRecords.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import {
  routeRunById,
  driveCounts,
  drivePage,
  usualDurations,
  visitPage,
  type RouteRunFilter,
} from '../db/repositories/cruiseRecords.ts';
import type { RequestContext } from '../requestContext.ts';
import { drivenWay } from './drivenWay.ts';
import { assertTimeSpan, listedRobots, offsetOf } from './listRequest.ts';
import { toRouteRunDto, toVisitDto } from './routeRunPresenter.ts';

type Asked = Omit<RouteRunFilter, 'serialNumbers'>;

export function createCruiseRecordHandlers({
  fleet,
  now,
}: Pick<AppDeps, 'fleet' | 'now'>): Handlers<typeof cruiseRecords, RequestContext> {
  const filterOf = (
    joined: string,
    { startTime, endTime, state, pathId }: Asked,
    { userId }: RequestContext,
  ): RouteRunFilter => {
    assertTimeSpan({ startTime, endTime });
    return { serialNumbers: listedRobots(fleet.fleetCache, joined, userId), startTime, endTime, state, pathId };
  };
  const listed = async (
    filter: RouteRunFilter,
    { page, limit, after }: { page: number; limit: number; after: string },
    { db, language }: RequestContext,
  ) => {
    const { total, rows } = await drivePage(db, filter, { offset: offsetOf({ page, limit }), limit, after });
    const usual = await usualDurations(db, rows);
    return { total, rows: rows.map((row) => toRouteRunDto(row, language, usual(row))) };
  };
  const counted = async (filter: RouteRunFilter, { db }: RequestContext) => {
    const counts = await driveCounts(db, filter);
    return { ...counts, total: Object.values(counts).reduce((sum, each) => sum + each, 0) };
  };

  return {
    list: async ({ serialNumber, page, limit, after, ...asked }, context) =>
      listed(filterOf(serialNumber, asked, context), { page, limit, after }, context),
    listNew: async ({ serialNumberStr, page, limit, after, ...asked }, context) =>
      listed(filterOf(serialNumberStr, asked, context), { page, limit, after }, context),
    count: async ({ serialNumber, ...asked }, context) => counted(filterOf(serialNumber, asked, context), context),
    countNew: async ({ serialNumberStr, ...asked }, context) =>
      counted(filterOf(serialNumberStr, asked, context), context),
    async details({ performId, page, limit }, { db, language }) {
      const drive = await routeRunById(db, performId);
      if (!drive) throw new ApiError('notFound', { field: 'performId' });
      const { total, rows } = await visitPage(db, performId, { page, limit });
      const usual = await usualDurations(db, [drive]);
      return {
        drive: toRouteRunDto(drive, language, usual(drive)),
        total,
        rows: rows.map((row) => toVisitDto(row, language)),
        track:
          page > 1
            ? []
            : await drivenWay(db, {
                serialNumber: drive.serialNumber,
                from: drive.startedAt.getTime(),
                until: drive.endedAt?.getTime() ?? now(),
                demo: drive.demo,
              }),
      };
    },
  };
}
