/**
 * Starts a route run, for a person or for a scheduled task: checks the route against its map and the robot, and writes the
 * run with its command. The caller has checked that the robot can start one.
 */
import { missingStops } from '../../contract/rules/cruise.ts';
import { COMMAND_TTL_MS } from '../../contract/rules/limits.ts';
import type { CycleType } from '../../contract/rules/routeRun.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { isOrder } from '../../contract/rules/commandLife.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { addCommand } from '../db/repositories/commands.ts';
import { isDisinfecting } from '../db/repositories/disinfections.ts';
import { addRouteRun, addVisits } from '../db/repositories/cruiseRecords.ts';
import type { RouteRow } from '../db/repositories/cruiseRoutes.ts';
import { pointsAmong, type Point } from '../db/repositories/maps.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { RouteRunRow } from '../fleet/routeRuns/routeRun.ts';
import { planRouteRun, type RunSettings, type TaskOfRun } from './planRouteRun.ts';

export interface PreparedRun {
  robot: RobotRow;
  route: RouteRow;
  points: ReadonlyMap<string, Point>;
  /** The robot's name of the map. */
  mapName: string;
}
interface Start {
  cycleType: CycleType;
  rounds: number | null;
  settings?: RunSettings | undefined;
  task?: TaskOfRun;
  by: { userId: string; nickname: LocalName; language: Language };
}

export function createRouteRunStart({ fleet, now }: Pick<AppDeps, 'fleet' | 'now'>) {
  const { fleetCache, ledger, routeRuns: runs } = fleet;
  return {
    /**
     * @param route locked
     * @throws robotUnknown, robotBusy, routeBroken, wrongFloor, crossFloorUnsupported
     */
    async prepare(db: Db, serialNumber: string, route: RouteRow): Promise<PreparedRun> {
      const robot = fleetCache.robot(serialNumber);
      if (!robot) throw new ApiError('robotUnknown', { field: 'serialNumber' });
      // The robot's state does not show commands issued a moment ago.
      if (ledger.openOf(serialNumber).some(({ kind }) => isOrder(kind))) throw new ApiError('robotBusy');
      // Not all points of the map, which can be thousands.
      const stops = route.stops.map(({ areaId }) => areaId);
      const points = new Map((await pointsAmong(db, route.mapId, stops)).map((point) => [point.areaId, point]));
      const missing = missingStops(
        { mapId: route.mapId, mapAreaVOList: route.stops },
        (areaId) => points.get(areaId)?.mapId,
      );
      if (missing.length > 0)
        throw new ApiError('routeBroken', {
          field: 'pathId',
          words: { stops: missing.map((i) => i + 1).join(', ') },
        });
      const mapName = fleetCache.robotMapNameOf(serialNumber, route.mapId);
      if (mapName === null) throw new ApiError('wrongFloor', { field: 'pathId' });
      const floor = fleet.live(serialNumber, 'enUS').pose?.mapId;
      if (floor !== undefined && floor !== route.mapId && !fleetCache.abilitiesOf(serialNumber).liftRide)
        throw new ApiError('crossFloorUnsupported', { field: 'pathId' });
      return { robot, route, points, mapName };
    },
    /** The caller holds the robot's row. @throws robotBusy when the robot has another run */
    async start(
      db: Db,
      prepared: PreparedRun,
      { cycleType, rounds, settings, task, by }: Start,
      afterCommit: (effect: () => Promise<void>) => void,
    ): Promise<RouteRunRow> {
      // The live state shows a disinfection only after its start is committed.
      if (await isDisinfecting(db, prepared.robot.serialNumber)) throw new ApiError('robotBusy');
      const planned = planRouteRun({
        ...prepared,
        cycleType,
        rounds,
        ...(settings && { settings }),
        ...(task && { task }),
        by,
        now: now(),
      });
      const row = await addRouteRun(db, planned);
      if (!row) throw new ApiError('robotBusy');
      await addVisits(
        db,
        row.stops.flatMap((stop, i) =>
          stop.state === 'skipped'
            ? [
                {
                  driveId: row.id,
                  loop: row.loop,
                  stop: i,
                  areaId: stop.areaId,
                  name: stop.name,
                  state: 'skipped' as const,
                },
              ]
            : [],
        ),
      );
      const command = await addCommand(db, {
        id: row.id,
        serialNumber: row.serialNumber,
        kind: 'cruise',
        target: prepared.route.name,
        targetId: null,
        askedBy: by.userId,
        askedByName: by.nickname,
        state: 'asked',
        askedAt: row.startedAt,
        expiresAt: new Date(row.startedAt.getTime() + COMMAND_TTL_MS),
      });
      if (!command) throw new ApiError('serverError');
      afterCommit(async () => {
        // Only the route run's steps advance this command.
        await ledger.adopt(command, async () => false);
        await runs.changed(row);
      });
      return row;
    },
  };
}
