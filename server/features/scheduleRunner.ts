/**
 * Starts the runs of scheduled tasks when they are due (design 20): a run starts, or waits for its robot up to the task's
 * patience, or ends with a record that says why it did not start. Each due run is locked and decided in one transaction, so
 * that one of several servers does it, and a server that is killed leaves it to the next. Estimates are worked out before
 * that transaction.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { taskRunIdOf } from '../../contract/rules/schedule/disinfectionTask.ts';
import { isHopeless } from '../../contract/rules/schedule/forecast.ts';
import { NOT_STARTED_REASONS, type NotStartedReason } from '../../contract/rules/schedule/scheduleLimits.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import {
  changeRun,
  changeTask,
  anyDueRun,
  lockRun,
  nextStarts,
  removeRun,
  takeDueRuns,
  taskById,
  tasksOfDueRuns,
  waitingRunsOf,
  waitsBefore,
  type TaskRow,
  type TaskRunRow,
} from '../db/repositories/schedules.ts';
import type { DueSource } from '../jobs/due.ts';
import { createScheduleAttempt, ESTIMATE_PATIENCE_MS, type AfterCommit, type AttemptNeeds } from './scheduleAttempt.ts';
import { APPROACH_PATIENCE_MS } from './scheduleApproach.ts';
import { readBatch, type Batch } from './scheduleBatch.ts';
import { isOnce, isPlannedFor, planNext } from './schedulePlan.ts';
import { recordNotStarted } from './scheduleRecords.ts';

type Needs = AttemptNeeds & Pick<AppDeps, 'log'>;

/** How often a waiting run looks whether its robot can start, ms. */
const LOOK_EVERY_MS = 5_000;
/** How late the last look at a waiting run can be. */
const GRACE_MS = 2 * LOOK_EVERY_MS;
/** The next look at a run that could not be decided, ms. */
const SOON_MS = 500;
/** After an error that is not the robot's, ms. */
const RETRY_MS = 30_000;
/** A run that is not checked yet ends this long after its time at the earliest, ms: until then it starts without. */
const CHECK_MS = ESTIMATE_PATIENCE_MS + APPROACH_PATIENCE_MS;
/** Longest wait for estimates before the due runs are taken, ms: the others must not wait for one large map. */
const PREPARE_MS = 3_000;

const hasOpenRuns = async (db: Db, taskId: string): Promise<boolean> =>
  (await nextStarts(db, [taskId])).size > 0 || (await waitingRunsOf(db, taskId)).length > 0;

export function createScheduleRunner(needs: Needs): DueSource {
  const { now, log } = needs;
  const { prepare, attempt } = createScheduleAttempt(needs);
  const { approach } = needs.estimates;

  const step = async (
    db: Db,
    { task, run, batch }: { task: TaskRow | undefined; run: TaskRunRow; batch: Batch },
    afterCommit: AfterCommit,
  ): Promise<void> => {
    const forgetApproach = (): void =>
      approach.forget(run.serialNumber, taskRunIdOf(run.taskId, run.plannedAt.getTime()));
    const notStarted = async (task: TaskRow, obstacle: { reason: NotStartedReason; description?: string }) => {
      forgetApproach();
      await recordNotStarted(db, task, run, obstacle, now());
    };
    if (!task || task.deletedAt || !task.isOn) {
      if (run.state === 'waiting' && task) return notStarted(task, { reason: 'taskOff' });
      forgetApproach();
      // The timetable still shows the runs of a deleted task's last day.
      return void (task?.deletedAt && run.changedBy
        ? await changeRun(db, run, { dueAt: null })
        : await removeRun(db, run));
    }
    const site = batch.site(run.serialNumber);
    const isFirstLook = run.state === 'planned';
    if (isFirstLook && site) {
      if (run.movedTo === null && !isPlannedFor(task, site.timeZone, run.plannedAt.getTime())) {
        await removeRun(db, run);
        return planNext(db, task, site.timeZone, now());
      }
      await planNext(db, task, site.timeZone, run.plannedAt.getTime());
    }
    const reasonBefore = NOT_STARTED_REASONS.find((one) => one === run.reason);
    const isUnchecked = reasonBefore === 'notChecked' && now() <= (run.dueAt?.getTime() ?? 0) + GRACE_MS;
    const endsWaiting = run.startsAt.getTime() + task.patience * 60_000;
    // The last look comes when the patience ends; later the server was down, or could not decide.
    const lastLook = isUnchecked ? Math.max(endsWaiting, run.startsAt.getTime() + CHECK_MS) : endsWaiting;
    if (now() > lastLook + GRACE_MS) {
      const hasWaited = !isFirstLook && reasonBefore !== 'notChecked';
      await notStarted(task, { reason: ((hasWaited || isUnchecked) && reasonBefore) || 'serverDown' });
    } else {
      const hasWaitsBefore = await waitsBefore(db, run, new Date(now()));
      const obstacle = await attempt(db, { task, run, batch, hasWaitsBefore }, afterCommit);
      if (obstacle === 'later' || obstacle?.reason === 'notChecked') {
        // The robot's other runs wait behind one that is not checked yet.
        const state = obstacle === 'later' ? run.state : 'waiting';
        const dueAt = new Date(now() + SOON_MS);
        // A run that could start when its patience ends, but is not checked, no longer waits for its robot.
        const isLastReason = obstacle !== 'later' && now() >= endsWaiting;
        const reason = (isLastReason ? undefined : reasonBefore) ?? 'notChecked';
        return void (await changeRun(db, run, { state, reason, dueAt }));
      }
      if (!obstacle) forgetApproach();
      else if (isHopeless(obstacle.reason) || obstacle.reason === 'exception' || now() >= endsWaiting)
        await notStarted(task, obstacle);
      else {
        const dueAt = new Date(Math.min(now() + LOOK_EVERY_MS, Math.max(endsWaiting, now() + 1_000)));
        await changeRun(db, run, { state: 'waiting', reason: obstacle.reason, dueAt });
        return;
      }
    }
    // Its time can have been changed while this run waited: the run at the new time is still to come.
    if (isOnce(task) && !(await hasOpenRuns(db, task.id)))
      await changeTask(db, task.id, { isOn: false, offReason: 'ranOnce' });
  };

  return {
    name: 'scheduledRuns',
    isDue: anyDueRun,
    async prepare(db, at, limit) {
      const tasks = await tasksOfDueRuns(db, at, limit);
      const prepared = prepare(db, tasks, (task, error) =>
        log.warn({ err: error, taskId: task.id }, 'the estimate of a scheduled run could not be worked out'),
      );
      const timeout = new AbortController();
      await Promise.race([prepared, pause(PREPARE_MS, undefined, { signal: timeout.signal, ref: false })]);
      timeout.abort();
    },
    async take(db, at, limit, afterCommit) {
      const due = await takeDueRuns(db, at, limit);
      if (due.length === 0) return 0;
      const batch = await readBatch(db, due);
      const seen = new Set<string>();
      for (const locked of due) {
        const { taskId, plannedAt, reason } = locked;
        const effects: (() => void | Promise<void>)[] = [];
        try {
          await db.transaction(async (savepoint) => {
            // An earlier run of the task in this batch can have changed it, and switched the task off.
            const isFirst = !seen.has(taskId);
            seen.add(taskId);
            const run = isFirst ? locked : await lockRun(savepoint, taskId, plannedAt);
            if (!run?.dueAt) return;
            const task = isFirst ? batch.tasks.get(taskId) : await taskById(savepoint, taskId);
            await step(savepoint, { task, run, batch }, (effect) => void effects.push(effect));
          });
        } catch (error) {
          log.warn({ err: error, taskId }, 'a scheduled run could not be decided; trying again');
          const dueAt = new Date(at.getTime() + RETRY_MS);
          await changeRun(db, { taskId, plannedAt }, { dueAt, reason: reason ?? 'notChecked' });
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
