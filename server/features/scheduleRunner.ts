/**
 * Starts the runs of scheduled tasks when they are due (design 20): a run starts, or waits for its robot up to the task's
 * patience, or ends with a record that says why it did not start. Each due run is locked and decided in one transaction, so
 * that one of several servers does it, and a server that is killed leaves it to the next.
 */
import { STOPS_LEAST } from '../../contract/rules/cruise.ts';
import { keptStops } from '../../contract/rules/schedule/scheduledTask.ts';
import { displacedBy } from '../../contract/rules/displacing.ts';
import { effectOf } from '../../contract/rules/schedule/expand.ts';
import { periodsOf } from '../../contract/rules/schedule/exceptions.ts';
import { isHopeless } from '../../contract/rules/schedule/forecast.ts';
import {
  NOT_STARTED_REASONS,
  RESERVE_PERCENT,
  type NotStartedReason,
} from '../../contract/rules/schedule/scheduleLimits.ts';
import { blockingError } from '../../contract/rules/robotCan.ts';
import { ApiError, errorNameOf } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { routeById } from '../db/repositories/cruiseRoutes.ts';
import { leaseOf } from '../db/repositories/leases.ts';
import { pointsOfMaps } from '../db/repositories/maps.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import {
  changeRun,
  changeTask,
  exceptionsOf,
  lockRun,
  removeRun,
  sitesOfRobots,
  takeDueRuns,
  taskById,
  waitsBefore,
  type TaskRow,
  type TaskRunRow,
} from '../db/repositories/schedules.ts';
import { toLeaseDto } from '../fleet/presenters.ts';
import type { DueSource } from '../jobs/due.ts';
import { lockedRoute } from './cruiseRoutes.ts';
import { createRouteRunStart } from './routeRunStart.ts';
import type { ScheduleEstimates } from './scheduleEstimates.ts';
import { exceptionTimesOf, isOnce, isPlannedFor, planNext } from './schedulePlan.ts';
import { recordNotStarted } from './scheduleRecords.ts';

type Needs = Pick<AppDeps, 'fleet' | 'now' | 'log'> & { estimates: ScheduleEstimates };
type AfterCommit = (effect: () => void | Promise<void>) => void;

/** How often a waiting run looks whether its robot can start, ms. */
const LOOK_EVERY_MS = 5_000;
/** How late the last look at a waiting run can be. */
const GRACE_MS = 2 * LOOK_EVERY_MS;
/** After an error that is not the robot's, ms. */
const RETRY_MS = 30_000;
const DAY_MS = 86_400_000;
/** A run must not wait for a charge that its robot cannot have, percent. */
const NEED_MAX = 90;

const isNotStartedReason = (name: string): name is NotStartedReason =>
  (NOT_STARTED_REASONS as readonly string[]).includes(name);
const toReason = (error: unknown): NotStartedReason => {
  const name = error instanceof ApiError ? errorNameOf(error.code) : undefined;
  if (name === 'robotUnknown') return 'robotGone';
  if (name !== undefined && isNotStartedReason(name)) return name;
  throw error;
};

export function createScheduleRunner({ fleet, now, log, estimates }: Needs): DueSource {
  const { fleetCache, ledger } = fleet;
  const { prepare, start } = createRouteRunStart({ fleet, now });

  /** What keeps the robot from starting now; null: nothing. */
  const obstacleOf = async (
    db: Db,
    run: TaskRunRow,
    need: number,
  ): Promise<{ reason: NotStartedReason; description?: string } | null> => {
    const { serialNumber } = run;
    if (!fleetCache.robot(serialNumber)) return { reason: 'robotGone' };
    const { holder } = toLeaseDto(await leaseOf(db, serialNumber), serialNumber, 'enUS', now());
    const live = fleet.live(serialNumber, 'enUS');
    const found = blockingError('cruise', {
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
    if (displacedBy('cruise', live)?.awaited === true) return { reason: 'robotBusy' };
    if (ledger.openOf(serialNumber).length > 0 || (await waitsBefore(db, run))) return { reason: 'robotBusy' };
    if (live.charging && live.battery !== null && live.battery < Math.min(NEED_MAX, need + RESERVE_PERCENT))
      return { reason: 'robotCharging' };
    return null;
  };

  /** @returns why it did not start; null if it did */
  const attempt = async (
    db: Db,
    task: TaskRow,
    run: TaskRunRow,
    timeZone: string,
    afterCommit: AfterCommit,
  ): Promise<{ reason: NotStartedReason; description?: string } | null> => {
    try {
      const known = await routeById(db, task.pathId);
      if (!known) return { reason: 'routeDeleted' };
      // The route was edited so that only stops are left which the task skips.
      if (keptStops(known.stops, task.pointSettings).length < STOPS_LEAST) return { reason: 'routeBroken' };
      const points = new Map((await pointsOfMaps(db, [known.mapId])).map((point) => [point.areaId, point]));
      const { language } = task;
      const estimate = await estimates.of(db, {
        route: known,
        points,
        settings: task.pointSettings,
        language,
        speed: fleetCache.abilitiesOf(run.serialNumber).maxSpeed,
      });
      const at = now();
      const periods = (await exceptionsOf(db, [run.serialNumber])).flatMap((one) =>
        periodsOf(exceptionTimesOf(one), timeZone, at - DAY_MS, at + 8 * DAY_MS),
      );
      const effect = run.isForced ? { skips: [], fallsOut: false } : effectOf(periods, at, task.rounds, estimate);
      if (effect.fallsOut) return { reason: 'exception' };
      const obstacle = await obstacleOf(db, run, (estimate?.battery ?? 0) * task.rounds);
      if (obstacle) return obstacle;
      const route = await lockedRoute(db, task.pathId);
      const prepared = await prepare(db, run.serialNumber, route);
      const name = (await namesOf(db, [task.savedBy])).get(task.savedBy) ?? '';
      const started = await start(
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
          by: { userId: task.savedBy, nickname: name, language },
        },
        afterCommit,
      );
      await changeRun(db, run, { state: 'started', dueAt: null, reason: null, recordId: started.id });
      return null;
    } catch (error) {
      return { reason: toReason(error) };
    }
  };

  const step = async (db: Db, run: TaskRunRow, afterCommit: AfterCommit): Promise<void> => {
    const task = await taskById(db, run.taskId);
    if (!task || task.deletedAt || !task.isOn) {
      if (run.state === 'waiting' && task)
        return void (await recordNotStarted(db, task, run, { reason: 'taskOff' }, now()));
      return removeRun(db, run);
    }
    const [site] = await sitesOfRobots(db, [run.serialNumber]);
    const isFirstLook = run.state === 'planned';
    if (isFirstLook && site) {
      if (run.movedTo === null && !isPlannedFor(task, site.timeZone, run.plannedAt.getTime())) {
        await removeRun(db, run);
        return planNext(db, task, site.timeZone, now());
      }
      await planNext(db, task, site.timeZone, run.plannedAt.getTime());
    }
    const endsWaiting = run.startsAt.getTime() + task.patience * 60_000;
    // The last look comes when the patience ends; later the server was down, or could not decide.
    const isTooLate = now() > endsWaiting + GRACE_MS;
    if (isTooLate) {
      const reason = NOT_STARTED_REASONS.find((one) => one === run.reason) ?? 'serverDown';
      await recordNotStarted(db, task, run, { reason: isFirstLook ? 'serverDown' : reason }, now());
    } else {
      const obstacle = await attempt(db, task, run, site?.timeZone ?? 'UTC', afterCommit);
      if (obstacle && (isHopeless(obstacle.reason) || obstacle.reason === 'exception' || now() >= endsWaiting))
        await recordNotStarted(db, task, run, obstacle, now());
      else if (obstacle) {
        const dueAt = new Date(Math.min(now() + LOOK_EVERY_MS, Math.max(endsWaiting, now() + 1_000)));
        await changeRun(db, run, { state: 'waiting', reason: obstacle.reason, dueAt });
        return;
      }
    }
    if (isOnce(task)) await changeTask(db, task.id, { isOn: false });
  };

  return {
    name: 'scheduledRuns',
    async take(db, at, limit, afterCommit) {
      const due = await takeDueRuns(db, at, limit);
      for (const { taskId, plannedAt } of due) {
        const effects: (() => void | Promise<void>)[] = [];
        try {
          await db.transaction(async (savepoint) => {
            // Earlier runs of this batch can have changed it.
            const run = await lockRun(savepoint, taskId, plannedAt);
            if (run?.dueAt) await step(savepoint, run, (effect) => void effects.push(effect));
          });
        } catch (error) {
          log.warn({ err: error, taskId }, 'a scheduled run could not be decided; trying again');
          await changeRun(db, { taskId, plannedAt }, { dueAt: new Date(at.getTime() + RETRY_MS) });
          continue;
        }
        for (const effect of effects)
          afterCommit(() => {
            void Promise.resolve(effect()).catch((error: unknown) =>
              log.warn({ err: error, taskId }, 'a scheduled run could not be sent to its robot yet'),
            );
          });
      }
      return due.length;
    },
  };
}
