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
import { effectOf, firstDriven, type Skip, type TaskEstimate } from '../../contract/rules/schedule/expand.ts';
import { approachLegs, blockedBy, wayOf, type OutOfService } from '../../contract/rules/schedule/outOfService.ts';
import { chargeObstacle } from '../../contract/rules/schedule/forecast.ts';
import { hasTooFewStops } from '../../contract/rules/schedule/scheduledTask.ts';
import { NOT_STARTED_REASONS, type NotStartedReason } from '../../contract/rules/schedule/scheduleLimits.ts';
import { ApiError, errorNameOf } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
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
import { keptRoute } from './cruiseRoutes.ts';
import { createRouteRunStart } from './routeRunStart.ts';
import { pointsOn, routesOnce, type Batch, type KnownRoute, type ReadRoute } from './scheduleBatch.ts';
import type { Approaches, ApproachAsked } from './scheduleApproach.ts';
import {
  placesOfStops,
  type EstimateOfDisinfection,
  type EstimateOfTask,
  type ScheduleEstimates,
} from './scheduleEstimates.ts';
import { exceptionTimesOf } from './schedulePlan.ts';
import { addRun } from './startDisinfection.ts';

export type AttemptNeeds = Pick<AppDeps, 'fleet' | 'now'> & { estimates: ScheduleEstimates };
export type AfterCommit = (effect: () => void | Promise<void>) => void;
/**
 * Why a run did not start. `notChecked`: what decides it is not worked out yet; it waits, and is looked at again soon.
 * `later`: another transaction holds its robot or changes its task, so nothing was decided.
 */
export type Obstacle = { reason: NotStartedReason; description?: string } | 'later';
const NOT_CHECKED: Obstacle = { reason: 'notChecked' };

const DAY_MS = 86_400_000;
/** A run starts without an estimate if its ways are not planned this long after its time, ms. */
export const ESTIMATE_PATIENCE_MS = 60_000;

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

/** The map of a run, and its places there as in its estimate. */
const drivenOf = (found: Prepared, cells: EstimateOfDisinfection | null) =>
  found.kind === 'cruise'
    ? { mapId: found.route.mapId, places: placesOfStops(found.asked) }
    : { mapId: found.plan.mapId, places: cells?.places ?? [] };

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
    const charge = chargeObstacle(live, need, reserve);
    return charge && { reason: charge };
  };

  /** The ways to the first place that a run drives to; null if no door can block them, or one of the two is not known. */
  const approachOf = (
    { serialNumber, taskId, plannedAt }: TaskRunRow,
    equipment: OutOfService<LocalName>,
    { mapId, places, rounds, skips }: ReturnType<typeof drivenOf> & { rounds: number; skips: readonly Skip[] },
  ): ApproachAsked | null => {
    const { pose } = fleet.live(serialNumber, 'enUS');
    if (equipment.doors.length === 0 || !pose) return null;
    // It does not ride elevators, and does not start at all.
    if (pose.mapId !== mapId && !fleetCache.abilitiesOf(serialNumber).liftRide) return null;
    const first = firstDriven(places, rounds, skips);
    if (!first) return null;
    const robot: [number, number] = [pose.x, pose.y];
    const ways = approachLegs(equipment, { mapId: pose.mapId, at: robot }, { mapId, at: first });
    const runId = taskRunIdOf(taskId, plannedAt.getTime());
    return ways.length === 0 ? null : { serialNumber, runId, robot, ways };
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
    /**
     * Works out the estimates of tasks, and the approaches that their last attempts lacked, so that `attempt` finds them.
     * Outside of its transaction.
     */
    async prepare(db: Db, tasks: readonly TaskRow[], failed: (task: TaskRow, error: unknown) => void): Promise<void> {
      const readRoute = routesOnce();
      const prepareOne = async (task: TaskRow): Promise<void> => {
        const found = await read(db, task, readRoute);
        if (typeof found === 'string') return;
        await (found.kind === 'cruise' ? estimates.of(db, found.asked) : estimates.ofDisinfection(db, found));
      };
      estimates.approach.deleteUnused();
      await Promise.all(
        tasks.flatMap((task) =>
          [prepareOne(task), estimates.approach.plan(db, task.serialNumber)].map((one) =>
            one.catch((error: unknown) => failed(task, error)),
          ),
        ),
      );
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
        const cells = found.kind === 'disinfection' ? await estimates.knownDisinfection(db, found) : null;
        if (found.kind === 'disinfection' && !cells) return { reason: 'placesDeleted' };
        const known = found.kind === 'cruise' ? await estimates.known(db, found.asked) : cells?.estimate;
        const estimate = known ?? null;
        const isPlanned = cells ? cells.areWaysKnown : known !== undefined;
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
        // Which stops exceptions leave out, whether the battery will do, and which doors are on the way, is not known yet.
        if (!isPlanned && now() < run.startsAt.getTime() + ESTIMATE_PATIENCE_MS) return NOT_CHECKED;
        const equipment = await batch.equipment(db, site.siteId);
        const driven = { ...drivenOf(found, cells), rounds: task.rounds, skips: effect.skips };
        // While the planner does not answer, the run does not wait for it a second time.
        const asked = isPlanned ? approachOf(run, equipment, driven) : null;
        const approaches: Approaches | undefined = asked ? await estimates.approach.known(db, asked) : [];
        if (!approaches) return NOT_CHECKED;
        const way = blockedBy(
          equipment,
          wayOf(driven.mapId, task.rounds, estimate, effect.skips, approaches),
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
        const route = await keptRoute(db, task.pathId, found.route);
        // The skips are those of the stops that were read.
        if (route.revision !== found.route.revision) return NOT_CHECKED;
        const prepared = await prepareRoute(db, run.serialNumber, route);
        const row = await start(
          db,
          prepared,
          {
            cycleType: task.rounds > 1 ? 'loop' : 'single',
            rounds: task.rounds > 1 ? task.rounds : null,
            settings: { settings: task.pointSettings, speech: task.speech },
            task: { id: task.id, plannedAt: run.plannedAt, skips: effect.skips },
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
