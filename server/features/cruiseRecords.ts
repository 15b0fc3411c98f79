/** Records of route runs: of one robot, of several, or of all the caller's robots. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { cruiseRecords } from '../../contract/endpoints/cruiseRecords.ts';
import { ROBOTS_AT_ONCE } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import {
  routeRunById,
  driveCounts,
  drivePage,
  visitPage,
  type RouteRunFilter,
} from '../db/repositories/cruiseRecords.ts';
import type { RequestContext } from '../requestContext.ts';
import { toRouteRunDto, toVisitDto } from './routeRunPresenter.ts';

type Asked = Omit<RouteRunFilter, 'serialNumbers'>;

export function createCruiseRecordHandlers({
  fleet,
}: Pick<AppDeps, 'fleet'>): Handlers<typeof cruiseRecords, RequestContext> {
  /** The API handler has checked access to every named robot; without names, the caller's own robots. */
  const filterOf = (
    joined: string,
    { startTime, endTime, state, pathId }: Asked,
    { userId }: RequestContext,
  ): RouteRunFilter => {
    const named = [
      ...new Set(
        joined
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    ];
    if (named.length > ROBOTS_AT_ONCE) throw new ApiError('fieldInvalid', { field: 'serialNumberStr' });
    if (endTime > 0 && endTime < startTime) throw new ApiError('fieldInvalid', { field: 'endTime' });
    return {
      serialNumbers: named.length > 0 ? named : [...fleet.fleetCache.robotsOf(userId)],
      startTime,
      endTime,
      state,
      pathId,
    };
  };
  const listed = async (
    filter: RouteRunFilter,
    page: { page: number; limit: number },
    { db, language }: RequestContext,
  ) => {
    const { total, rows } = await drivePage(db, filter, page);
    return { total, rows: rows.map((row) => toRouteRunDto(row, language)) };
  };
  const counted = async (filter: RouteRunFilter, { db }: RequestContext) => {
    const counts = await driveCounts(db, filter);
    const of = (state: Parameters<typeof counts.get>[0]): number => counts.get(state) ?? 0;
    return {
      total: [...counts.values()].reduce((sum, each) => sum + each, 0),
      inProgress: of('inProgress'),
      finished: of('finished'),
      failed: of('failed'),
      partiallyCompleted: of('partiallyCompleted'),
    };
  };

  return {
    list: async ({ serialNumber, page, limit, ...asked }, context) =>
      listed(filterOf(serialNumber, asked, context), { page, limit }, context),
    listNew: async ({ serialNumberStr, page, limit, ...asked }, context) =>
      listed(filterOf(serialNumberStr, asked, context), { page, limit }, context),
    count: async ({ serialNumber, ...asked }, context) => counted(filterOf(serialNumber, asked, context), context),
    countNew: async ({ serialNumberStr, ...asked }, context) =>
      counted(filterOf(serialNumberStr, asked, context), context),
    async details({ performId, page, limit }, { db, language }) {
      const drive = await routeRunById(db, performId);
      if (!drive) throw new ApiError('notFound', { field: 'performId' });
      const { total, rows } = await visitPage(db, performId, { page, limit });
      return { drive: toRouteRunDto(drive, language), total, rows: rows.map((row) => toVisitDto(row, language)) };
    },
  };
}
