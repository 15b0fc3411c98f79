/**
 * Starts, skips and ends route runs. Each change locks the run's row, and a start locks the route's map, so that no
 * point is deleted while a run that visits it begins. Of two concurrent skips, the second sees the result of the first.
 */
import type { Handlers } from '../../contract/endpoint.ts';
import type { routeRuns } from '../../contract/endpoints/routeRuns.ts';
import type { CycleType, RouteRunReason } from '../../contract/rules/routeRun.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { currentRouteRunOf, lockRouteRun, lockRouteRunOf, saveRouteRun } from '../db/repositories/cruiseRecords.ts';
import { defaultRouteOf } from '../db/repositories/cruiseRoutes.ts';
import { lockScheduleOf } from '../db/repositories/schedules.ts';
import type { RunChange } from '../fleet/routeRuns/routeRunMutations.ts';
import { isUnderWay, type RouteRun, type RouteRunRow } from '../fleet/routeRuns/routeRun.ts';
import { visitRowsOf } from '../fleet/routeRuns/visitRows.ts';
import { cycled, ended, skipped } from '../fleet/routeRuns/routeRunCommands.ts';
import type { RequestContext } from '../requestContext.ts';
import { createCommandIssuer } from './commandIssuer.ts';
import { keptRoute } from './cruiseRoutes.ts';
import { toRouteRunDto } from './routeRunPresenter.ts';
import { createRouteRunStart } from './routeRunStart.ts';
import { settingsOfRun } from './scheduleFields.ts';

type Needs = Pick<AppDeps, 'fleet' | 'broker' | 'now'>;

export function createRouteRunHandlers(deps: Needs): Handlers<typeof routeRuns, RequestContext> {
  const { now } = deps;
  const { prepare, start } = createRouteRunStart(deps);
  const { demand } = createCommandIssuer(deps);
  const { write } = createRouteRunEffects(deps);

  return {
    async start({ serialNumber, cycleType, cruiseCount, pathId: named, replaces, ...sent }, context) {
      const { db, userId } = context;
      const pathId = named || (await defaultRouteOf(db, serialNumber));
      if (!pathId) throw new ApiError('parameterEmpty', { field: 'pathId' });
      // Before the map: scheduled runs hold maps, and never wait for a robot.
      await lockScheduleOf(db, serialNumber);
      const route = await keptRoute(db, pathId);
      await demand('cruise', serialNumber, context, { replaces });
      const row = await start(
        db,
        await prepare(db, serialNumber, route),
        {
          cycleType,
          rounds: cycleType === 'loop' ? (cruiseCount ?? null) : null,
          settings: settingsOfRun(sent, route),
          by: context,
        },
        context.afterCommit,
      );
      const { id } = row;
      await record(db, {
        userId,
        act: 'drive.start',
        subject: serialNumber,
        after: { driveId: id, pathId, path: nameIn(route.name, context.language), cycleType, rounds: row.rounds },
      });
      return toRouteRunDto(row, context.language);
    },

    async current({ serialNumber }, { db, language }) {
      const row = await currentRouteRunOf(db, serialNumber);
      return { drive: row ? toRouteRunDto(row, language) : null };
    },

    async skip({ serialNumber, driveId, stop, loop }, context) {
      const run = await underWay(context.db, driveId);
      if (run.serialNumber !== serialNumber) throw new ApiError('idsDisagree', { field: 'driveId' });
      if (stop >= run.stops.length) throw new ApiError('fieldInvalid', { field: 'stop' });
      const change = loop === undefined || loop === run.loop ? skipped(run, stop, now()) : null;
      if (!change) return toRouteRunDto(run, context.language);
      const row = await write(context, change);
      await record(context.db, {
        userId: context.userId,
        act: 'drive.skip',
        subject: serialNumber,
        after: { driveId, stop: stop + 1, point: nameIn(run.stops[stop]?.name ?? '', context.language) },
      });
      return toRouteRunDto(row, context.language);
    },

    async end({ serialNumber, driveId }, context) {
      const run = await underWay(context.db, driveId);
      if (run.serialNumber !== serialNumber) throw new ApiError('idsDisagree', { field: 'driveId' });
      const row = await write(
        context,
        ended(run, { type: 'ended', description: nameIn(context.nickname, context.language) }, now()),
      );
      await record(context.db, {
        userId: context.userId,
        act: 'drive.end',
        subject: serialNumber,
        after: { driveId, state: row.state },
      });
      return toRouteRunDto(row, context.language);
    },
  };
}

/** Effects of other commands on a robot's current route run. */
export function createRouteRunEffects({ fleet, now }: Pick<AppDeps, 'fleet' | 'now'>) {
  const write = async (context: RequestContext, change: RunChange): Promise<RouteRunRow> => {
    const row = await saveRouteRun(context.db, change.run, visitRowsOf(change.run.id, change.visits));
    if (!row) throw new ApiError('serverError');
    context.afterCommit(() => fleet.routeRuns.changed(row));
    return row;
  };
  return {
    write,
    /** Ends the run because of another command. @returns whether there was one */
    async endFor(context: RequestContext, serialNumber: string, why: RouteRunReason): Promise<boolean> {
      const run = await lockRouteRunOf(context.db, serialNumber);
      if (!run || !isUnderWay(run)) return false;
      const row = await write(
        context,
        ended(run, { type: why, description: nameIn(context.nickname, context.language) }, now()),
      );
      await record(context.db, {
        userId: context.userId,
        act: 'drive.end',
        subject: serialNumber,
        after: { driveId: run.id, state: row.state, reason: why },
      });
      return true;
    },
    async setCycle(context: RequestContext, serialNumber: string, cycleType: CycleType): Promise<void> {
      const run = await lockRouteRunOf(context.db, serialNumber);
      const change = run && isUnderWay(run) ? cycled(run, cycleType, now()) : null;
      if (change) await write(context, change);
    },
  };
}

/** @throws notFound, driveOver */
async function underWay(db: Db, driveId: string): Promise<RouteRun> {
  const row = await lockRouteRun(db, driveId);
  if (!row) throw new ApiError('notFound', { field: 'driveId' });
  if (!isUnderWay(row)) throw new ApiError('driveOver', { field: 'driveId' });
  return row;
}
