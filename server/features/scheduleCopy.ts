/** Copies of a scheduled task on other robots of its site: which can take it, and the copies themselves (design 20). */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { schedules as catalogue } from '../../contract/endpoints/schedules.ts';
import { ROBOTS_AT_ONCE } from '../../contract/rules/limits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { DISINFECT } from '../../contract/rules/robotCan.ts';
import { TASKS_PER_ROBOT } from '../../contract/rules/schedule/scheduleLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { record } from '../db/repositories/audit.ts';
import { routeById } from '../db/repositories/cruiseRoutes.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import { robotsOf } from '../db/repositories/robots.ts';
import { addTask, countTasks, lockScheduleOf, taskById, type TaskRow } from '../db/repositories/schedules.ts';
import type { RequestContext } from '../requestContext.ts';
import { siteOf } from './maps.ts';
import { replan } from './schedulePlan.ts';

type Needs = Pick<AppDeps, 'fleet' | 'now'>;

/** What has to hold before a robot gets a task. */
export function createTaskChecks({ fleet: { fleetCache } }: Needs) {
  return {
    /** @throws robotCannot, wrongFloor: the robot could never start it */
    async assertCan(
      db: Db,
      serialNumber: string,
      { pathId, disinfection }: Pick<TaskRow, 'pathId' | 'disinfection'>,
    ): Promise<void> {
      const abilities = fleetCache.abilitiesOf(serialNumber);
      if (disinfection ? !abilities.actions.includes(DISINFECT) : !abilities.navigate)
        throw new ApiError('robotCannot', { field: 'serialNumber' });
      const mapId = disinfection?.mapId ?? (await routeById(db, pathId))?.mapId;
      if (mapId === undefined || fleetCache.robotMapNameOf(serialNumber, mapId) === null)
        throw new ApiError('wrongFloor', { field: disinfection ? 'mapId' : 'pathId' });
    },
    /** The caller holds the robot's schedule. @throws tooManyTasks: one more would exceed the limit */
    async assertRoom(db: Db, serialNumber: string): Promise<void> {
      if ((await countTasks(db, serialNumber)) >= TASKS_PER_ROBOT)
        throw new ApiError('tooManyTasks', { words: { limit: TASKS_PER_ROBOT } });
    },
  };
}

/** A task in the audit log. */
export const taskAuditValues = (
  task: Pick<TaskRow, 'executeTime' | 'days' | 'pathName' | 'rounds' | 'isOn'>,
  language: RequestContext['language'],
) => ({
  time: task.executeTime,
  days: task.days,
  path: nameIn(task.pathName, language),
  rounds: task.rounds,
  on: task.isOn,
});

/** The error of a robot that refuses; '' and 0 without one. @throws any other error */
async function answerOf(serialNumber: string, doing: Promise<string>) {
  try {
    return { serialNumber, id: await doing, code: 0, message: '' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { serialNumber, id: '', code: error.code, message: error.message };
  }
}

async function taskToCopy(db: Db, id: string): Promise<TaskRow> {
  const task = await taskById(db, id);
  if (!task || task.deletedAt) throw new ApiError('notFound', { field: 'id' });
  return task;
}

export function createScheduleCopy(
  needs: Needs,
): Pick<Handlers<typeof catalogue, RequestContext>, 'copy' | 'checkCopy'> {
  const { now } = needs;
  const { assertCan, assertRoom } = createTaskChecks(needs);
  return {
    async checkCopy({ id }, { db, userId, roles }) {
      const task = await taskToCopy(db, id);
      if (task.kind === 'cruise' && !(await routeById(db, task.pathId))) throw new ApiError('routeDeleted');
      const siteId = await siteOf(db, task.serialNumber);
      const others = (await robotsOf(db, userId)).filter(
        ({ robot }) => robot.siteId === siteId && robot.serialNumber !== task.serialNumber,
      );
      const answers: { serialNumber: string; code: number; message: string }[] = [];
      for (const { robot, relation } of others) {
        const check = async (): Promise<string> => {
          if (!hasRight(roles, relationOf(relation), 'administer')) throw new ApiError('notAllowed');
          await assertCan(db, robot.serialNumber, task);
          await assertRoom(db, robot.serialNumber);
          return '';
        };
        const { code, message } = await answerOf(robot.serialNumber, check());
        answers.push({ serialNumber: robot.serialNumber, code, message });
      }
      return answers;
    },

    async copy({ id, serialNumberStr, revision }, { db, userId, language }) {
      const task = await taskToCopy(db, id);
      if (revision !== undefined && revision !== task.revision) {
        const person = nameIn((await namesOf(db, [task.savedBy])).get(task.savedBy) ?? '', language);
        throw new ApiError('taskChanged', { field: 'revision', words: { person } });
      }
      const siteId = await siteOf(db, task.serialNumber);
      const copyTo = async (serialNumber: string): Promise<string> =>
        db.transaction(async (savepoint) => {
          await lockScheduleOf(savepoint, serialNumber);
          if ((await siteOf(savepoint, serialNumber)) !== siteId) throw new ApiError('wrongFloor', { field: 'pathId' });
          await assertCan(savepoint, serialNumber, task);
          await assertRoom(savepoint, serialNumber);
          const at = new Date(now());
          const copied = await addTask(savepoint, {
            ...task,
            id: randomUUID(),
            serialNumber,
            savedBy: userId,
            createdAt: at,
            anchorAt: at,
            offReason: null,
            revision: 0,
          });
          if (!copied) throw new ApiError('serverError');
          await replan(savepoint, copied, now(), false);
          await record(savepoint, {
            userId,
            act: 'schedule.addTask',
            subject: serialNumber,
            after: taskAuditValues(copied, language),
          });
          return copied.id;
        });
      const wanted = new Set(serialNumberStr.split(',').filter(Boolean));
      if (wanted.size > ROBOTS_AT_ONCE) throw new ApiError('fieldInvalid', { field: 'serialNumberStr' });
      const answers: { serialNumber: string; id: string; code: number; message: string }[] = [];
      for (const serialNumber of wanted) {
        if (serialNumber === task.serialNumber) continue;
        answers.push(await answerOf(serialNumber, copyTo(serialNumber)));
      }
      return answers;
    },
  };
}
