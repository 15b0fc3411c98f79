/**
 * One attempt to start a due run of a scheduled task: a route run or a disinfection. Nothing slow happens here, because the
 * run's transaction is open: estimates are worked out before (`prepare`), and a robot that another start holds is left to
 * the next look.
 */
import type { DisinfectionPlan } from '../../contract/rules/disinfection.ts';
import { displacedBy } from '../../contract/rules/displacing.ts';
import { blockingError } from '../../contract/rules/robotCan.ts';
import { partsOf, taskRunIdOf, withoutParts } from '../../contract/rules/schedule/disinfectionTask.ts';
import { periodsOf } from '../../contract/rules/schedule/exceptions.ts';
import { effectOf, type TaskEstimate } from '../../contract/rules/schedule/expand.ts';
import { blockedBy, wayOf } from '../../contract/rules/schedule/outOfService.ts';
import { chargeToStart } from '../../contract/rules/schedule/forecast.ts';
import { hasTooFewStops } from '../../contract/rules/schedule/scheduledTask.ts';
import { NOT_STARTED_REASONS, type NotStartedReason } from '../../contract/rules/schedule/scheduleLimits.ts';
import { ApiError, errorNameOf } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { leaseOf } from '../db/repositories/leases.ts';
import type { Point } from '../db/repositories/maps.ts';
import {
  changeRun,
  heldTask,
  tryLockScheduleOf,
  type ExceptionRow,
  type TaskRow,
  type TaskRunRow,
} from '../db/repositories/schedules.ts';
import { toLeaseDto } from '../fleet/presenters.ts';
import { lockedRoute } from './cruiseRoutes.ts';
import { createRouteRunStart } from './routeRunStart.ts';
import { pointsOn, routesOnce, type Batch, type KnownRoute, type ReadRoute } from './scheduleBatch.ts';
import type { EstimateOfTask, ScheduleEstimates } from './scheduleEstimates.ts';
import { exceptionTimesOf } from './schedulePlan.ts';
import { addRun } from './startDisinfection.ts';

export type AttemptNeeds = Pick<AppDeps, 'fleet' | 'now'> & { estimates: ScheduleEstimates };
export type AfterCommit = (effect: () => void | Promise<void>) => void;
/** Why a run did not start. `later`: it could not be decided yet, and is looked at again soon. */
export type Obstacle = { reason: NotStartedReason; description?: string } | 'later';

const DAY_MS = 86_400_000;
/** A run starts without an estimate if its ways are not planned this long after its time, ms. */
const ESTIMATE_PATIENCE_MS = 60_000;

const isNotStartedReason = (name: string): name is NotStartedReason =>
  (NOT_STARTED_REASONS as readonly string[]).includes(name);
/** Errors of a plan whose map, points or rooms are gone. */
const PLACES_GONE: ReadonlySet<string> = new Set([
  'mapUnknown',
  'pointUnknown',
  'fieldInvalid',
  'disinfectionEmpty',
  'disinfectionTooLarge',
]);
const toReason = (error: unknown): NotStartedReason => {
  const name = error instanceof ApiError ? errorNameOf(error.code) : undefined;
  if (name === 'robotUnknown') return 'robotGone';
  if (name !== undefined && PLACES_GONE.has(name)) return 'placesDeleted';
  if (name !== undefined && isNotStartedReason(name)) return name;
  throw error;
};

/** What is worked out for a task before its transaction. */
type Prepared =
  | { kind: 'cruise'; route: KnownRoute['route']; asked: EstimateOfTask }
  | { kind: 'disinfection'; plan: DisinfectionPlan; points: ReadonlyMap<string, Point> };

export function createScheduleAttempt({ fleet, now, estimates }: AttemptNeeds) {
  const { fleetCache, ledger } = fleet;
  const { prepare: prepareRoute, start } = createRouteRunStart({ fleet, now });

  /** @returns why no run of the task can start */
  const read = async (db: Db, task: TaskRow, readRoute: ReadRoute): Promise<Prepared | NotStartedReason> => {
    const { disinfection: plan } = task;
    if (plan) return { kind: 'disinfection', plan, points: await pointsOn(db, plan.mapId, partsOf(plan)) };
    const known = await readRoute(db, task.pathId);
    if (!known) return 'routeDeleted';
    const { route, points, version } = known;
    if (hasTooFewStops(route.stops, task.pointSettings)) return 'routeBroken';
    const asked = {
      route,
      points,
      version,
      settings: task.pointSettings,
      language: task.language,
      speed: fleetCache.abilitiesOf(task.serialNumber).maxSpeed,
    };
    return { kind: 'cruise', route, asked };
  };

  /**
   * Holds the robot's schedule until the transaction ends, so that tasks and exceptions are saved before or after.
   * @returns the robot's exceptions; null if it is held already, or the task was changed since it was read
   */
  const hold = async (db: Db, task: TaskRow): Promise<readonly ExceptionRow[] | null> => {
    if (!(await tryLockScheduleOf(db, task.serialNumber))) return null;
    const held = await heldTask(db, task.id);
    const isAsRead = held?.revision === task.revision && held.isOn && held.deletedAt === null;
    return isAsRead ? held.exceptions : null;
  };

  /** What keeps the robot, whose schedule is held, from starting now; null: nothing. */
  const obstacleOf = async (
    db: Db,
    run: TaskRunRow,
    {
      kind,
      need,
      reserve,
      hasWaitsBefore,
    }: { kind: Prepared['kind']; need: number; reserve: number; hasWaitsBefore: boolean },
  ): Promise<Obstacle | null> => {
    const { serialNumber } = run;
    const { holder } = toLeaseDto(await leaseOf(db, serialNumber), serialNumber, 'enUS', now());
    const live = fleet.live(serialNumber, 'enUS');
    const act = kind === 'cruise' ? 'cruise' : 'disinfect';
    const found = blockingError(act, {
      live,
      abilities: fleetCache.abilitiesOf(serialNumber),
      // The rights were checked when the task was saved.
      rights: ['operate'],
      leasedByOther: holder !== null,
      leasedByMe: false,
      now: now(),
    });
    if (found === 'leaseHeld') return { reason: 'leaseHeld', description: holder?.name ?? '' };
    if (found !== null) return { reason: isNotStartedReason(found) ? found : 'robotBusy' };
    if (displacedBy(act, live)?.awaited === true) return { reason: 'robotBusy' };
    if (ledger.openOf(serialNumber).length > 0 || hasWaitsBefore) return { reason: 'robotBusy' };
    if (live.charging && live.battery !== null && live.battery < chargeToStart(need, reserve))
      return { reason: 'robotCharging' };
    return null;
  };

  const effectNow = (
    task: TaskRow,
    run: TaskRunRow,
    exceptions: readonly ExceptionRow[],
    timeZone: string,
    estimate: TaskEstimate | null,
  ) => {
    if (run.isForced) return { skips: [], fallsOut: false };
    const at = now();
    const periods = exceptions.flatMap((one) =>
      periodsOf(exceptionTimesOf(one), timeZone, at - DAY_MS, at + 8 * DAY_MS),
    );
    return effectOf(periods, at, task.rounds, estimate);
  };
  const started = (db: Db, run: TaskRunRow, recordId: string): Promise<unknown> =>
    changeRun(db, run, { state: 'started', dueAt: null, reason: null, recordId });

  return {
    /** Works out the estimates of tasks, so that `attempt` finds them. Outside of its transaction. */
    prepare(db: Db, tasks: readonly TaskRow[], failed: (task: TaskRow, error: unknown) => void): Promise<unknown> {
      const readRoute = routesOnce();
      const prepareOne = async (task: TaskRow): Promise<void> => {
        const found = await read(db, task, readRoute);
        if (typeof found === 'string') return;
        if (found.kind === 'cruise') await estimates.of(db, found.asked);
        else await estimates.ofDisinfection(db, found.plan, found.points);
      };
      return Promise.all(tasks.map((task) => prepareOne(task).catch((error: unknown) => failed(task, error))));
    },

    /** @returns why it did not start; null if it did */
    async attempt(
      db: Db,
      {
        task,
        run,
        batch,
        hasWaitsBefore,
      }: {
        task: TaskRow;
        run: TaskRunRow;
        batch: Batch;
        /** Another run of the robot waits that was due before. */
        hasWaitsBefore: boolean;
      },
      afterCommit: AfterCommit,
    ): Promise<Obstacle | null> {
      try {
        const site = batch.site(run.serialNumber);
        if (!site || !fleetCache.robot(run.serialNumber)) return { reason: 'robotGone' };
        const exceptions = await hold(db, task);
        if (!exceptions) return 'later';
        const found = await read(db, task, batch.route);
        if (typeof found === 'string') return { reason: found };
        const cells =
          found.kind === 'disinfection' ? await estimates.ofDisinfection(db, found.plan, found.points) : null;
        if (found.kind === 'disinfection' && !cells) return { reason: 'placesDeleted' };
        const known = found.kind === 'cruise' ? await estimates.known(db, found.asked) : cells?.estimate;
        const estimate = known ?? null;
        const effect = effectNow(task, run, exceptions, site.timeZone, estimate);
        if (effect.fallsOut) return { reason: 'exception' };
        const need = (estimate?.battery ?? 0) * task.rounds;
        const obstacle = await obstacleOf(db, run, {
          kind: found.kind,
          need,
          reserve: site.batteryReserve,
          hasWaitsBefore,
        });
        if (obstacle) return obstacle;
        // Which stops exceptions leave out, and whether the battery will do, is not known yet.
        if (known === undefined && now() < run.startsAt.getTime() + ESTIMATE_PATIENCE_MS) return 'later';
        const mapId = found.kind === 'cruise' ? found.route.mapId : found.plan.mapId;
        const way = blockedBy(
          await batch.equipment(db, site.siteId),
          wayOf(mapId, task.rounds, estimate),
          fleet.live(run.serialNumber, 'enUS').pose?.mapId,
        );
        if (way) return { reason: way.type, description: nameIn(way.name, task.language) };
        const by = { userId: task.savedBy, nickname: batch.nickname(task.savedBy), language: task.language };
        if (found.kind === 'disinfection') {
          const plan = withoutParts(found.plan, new Set(effect.skips.map(({ stop }) => stop)));
          if (!plan) return { reason: 'exception' };
          const row = await addRun(
            { db, fleet, now, afterCommit },
            {
              serialNumber: run.serialNumber,
              plan,
              startedBy: by,
              taskRun: { id: taskRunIdOf(task.id, run.plannedAt.getTime()) },
              ...(plan === found.plan && cells && { planned: cells.planned }),
            },
          );
          await started(db, run, row.id);
          return null;
        }
        const route = await lockedRoute(db, task.pathId);
        // The skips are those of the stops that were read.
        if (route.revision !== found.route.revision) return 'later';
        const prepared = await prepareRoute(db, run.serialNumber, route);
        const row = await start(
          db,
          prepared,
          {
            cycleType: task.rounds > 1 ? 'loop' : 'single',
            rounds: task.rounds > 1 ? task.rounds : null,
            task: {
              id: task.id,
              plannedAt: run.plannedAt,
              settings: task.pointSettings,
              speech: task.speech,
              skips: effect.skips,
            },
            by,
          },
          afterCommit,
        );
        await started(db, run, row.id);
        return null;
      } catch (error) {
        return { reason: toReason(error) };
      }
    },
  };
}
