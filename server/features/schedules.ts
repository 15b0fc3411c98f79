/**
 * Scheduled tasks (spec 3 "Cruise task", design 20). A change locks the task; its planned runs follow in the same
 * transaction, and a run under way goes on as it began.
 */
import { randomUUID } from 'node:crypto';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { schedules as catalogue } from '../../contract/endpoints/schedules.ts';
import type { ScheduledTask } from '../../contract/entities/schedule.ts';
import {
  changesStop,
  daysOf,
  daysText,
  readCruiseSetting,
  readPointSettings,
} from '../../contract/rules/schedule/scheduledTask.ts';
import { FORECAST_DAYS } from '../../contract/rules/schedule/scheduleLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { withText, nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { placesOf, routeById } from '../db/repositories/cruiseRoutes.ts';
import {
  addRun,
  addTask,
  changeRun,
  changeTask,
  lockRun,
  lockScheduleOf,
  lockTask,
  nextStarts,
  sitesOfRobots,
  taskById,
  taskPage,
  waitingRunsOf,
  type TaskRow,
} from '../db/repositories/schedules.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { DueSource } from '../jobs/due.ts';
import type { RequestContext } from '../requestContext.ts';
import { createBatteryHistory } from './batteryHistory.ts';
import { createExceptionExport } from './exceptionExport.ts';
import { planDisinfection } from './planDisinfection.ts';
import { createScheduleCopy, createTaskChecks, taskAuditValues } from './scheduleCopy.ts';
import { createScheduleEstimates } from './scheduleEstimates.ts';
import { createScheduleExceptionHandlers } from './scheduleExceptions.ts';
import { assertFieldsOf, assertNoFault, isSamePlaces, placesName } from './scheduleFields.ts';
import { isPlannedFor, newRun, planNext, replan } from './schedulePlan.ts';
import { toTaskDto } from './schedulePresenter.ts';
import { recordNotStarted } from './scheduleRecords.ts';
import { createScheduleRunner } from './scheduleRunner.ts';
import { createTimetable } from './scheduleTimetable.ts';

type Calls = typeof catalogue;
type Sent = Received<Calls['save']>;
export type ScheduleNeeds = Pick<AppDeps, 'fleet' | 'now' | 'log'> & { store: FileStore };

const DAY_MS = 86_400_000;
/** For how long a deleted task can be brought back. */
const RESTORE_MS = DAY_MS;

/** What takes due runs, for the jobs of the server. */
export const scheduleSource = (needs: ScheduleNeeds): DueSource =>
  createScheduleRunner({ ...needs, estimates: createScheduleEstimates(needs) });

export function createScheduleHandlers(needs: ScheduleNeeds): Handlers<Calls, RequestContext> {
  const { fleet, now } = needs;
  const { fleetCache } = fleet;
  const { assertCan, assertRoom } = createTaskChecks(needs);
  const timetable = createTimetable({ ...needs, estimates: createScheduleEstimates(needs) });

  const dtoOf = async (db: Db, row: TaskRow, language: RequestContext['language']): Promise<ScheduledTask> => {
    const nextAt = (await nextStarts(db, [row.id])).get(row.id);
    const names = await timetable.namesFor(db, [row.savedBy], language);
    const route = await routeById(db, row.pathId);
    return toTaskDto(row, names, {
      ...(route && { pathName: route.name }),
      ...(nextAt && { nextAt }),
    });
  };

  /** The stored fields of what was sent. @throws the first fault with its field */
  const storedFrom = async (
    sent: Omit<Sent, 'id' | 'revision' | 'userId'>,
    before: TaskRow | undefined,
    context: RequestContext,
  ) => {
    const { db, language } = context;
    const kind = sent.kind ?? before?.kind ?? 'cruise';
    // Its records are those of its kind.
    if (before && kind !== before.kind) throw new ApiError('fieldInvalid', { field: 'kind' });
    const settings = readPointSettings(sent.pointSettings);
    if (!settings) throw new ApiError('fieldInvalid', { field: 'pointSettings' });
    const setting = readCruiseSetting(sent.cruiseSetting);
    if (!setting) throw new ApiError('fieldInvalid', { field: 'cruiseSetting' });
    assertFieldsOf(kind, sent, settings);
    const route = sent.pathId === '' ? undefined : await routeById(db, sent.pathId);
    if (sent.pathId !== '' && !route) throw new ApiError('routeDeleted', { field: 'pathId' });
    const pointSettings = settings.filter(changesStop);
    assertNoFault({ ...sent, kind, pointSettings }, route?.stops);
    const plan = kind === 'disinfection' ? sent.disinfection : null;
    return {
      serialNumber: sent.serialNumber,
      kind,
      executeTime: sent.executeTime,
      days: daysText(daysOf(sent.checkboxRespeatDays)),
      pathId: sent.pathId,
      pathName: plan ? placesName(await planDisinfection(db, plan)) : (route?.name ?? ''),
      disinfection: plan,
      rounds: sent.cruiseCount,
      speech: withText(sent.speech.trim(), before?.speech, language),
      language,
      pointSettings,
      patience: setting.patience,
      isOn: sent.state === '1',
    };
  };
  const locked = async (db: Db, id: string, serialNumber: string): Promise<TaskRow> => {
    const task = await lockTask(db, id);
    if (!task || task.deletedAt) throw new ApiError('notFound', { field: 'id' });
    if (task.serialNumber !== serialNumber) throw new ApiError('idsDisagree', { field: 'id' });
    return task;
  };
  const stopWaiting = async (db: Db, task: TaskRow): Promise<void> => {
    for (const run of await waitingRunsOf(db, task.id))
      await recordNotStarted(db, task, run, { reason: 'taskOff' }, now());
  };
  return {
    ...createScheduleExceptionHandlers({ now, timetable }),
    ...createExceptionExport({ now, timetable }),
    ...createScheduleCopy(needs),
    timetable: timetable.timetable,
    batteryHistory: createBatteryHistory(needs),
    sites: (_, context) => timetable.sites(context),

    async list({ serialNumber, page, limit }, { db, language }) {
      const { total, rows } = await taskPage(db, serialNumber, { page, limit });
      return { total, rows: await Promise.all(rows.map((row) => dtoOf(db, row, language))) };
    },

    async save({ id, revision, ...sent }, context) {
      const { db, userId, language } = context;
      await lockScheduleOf(db, sent.serialNumber);
      const before = id === '' ? undefined : await locked(db, id, sent.serialNumber);
      if (before && revision !== undefined && revision !== before.revision)
        throw new ApiError('taskChanged', {
          field: 'revision',
          words: {
            person: nameIn(
              (await timetable.namesFor(db, [before.savedBy], language)).people.get(before.savedBy) ?? '',
              language,
            ),
          },
        });
      if (!before) await assertRoom(db, sent.serialNumber);
      const stored = await storedFrom(sent, before, context);
      await assertCan(db, sent.serialNumber, stored);
      const at = new Date(now());
      const isSameTime = before?.executeTime === stored.executeTime && before.days === stored.days;
      const isAsPlanned = isSameTime && before.isOn === stored.isOn;
      const offReason = isAsPlanned && isSamePlaces(before, stored) ? before.offReason : null;
      const change = { ...stored, savedBy: userId, offReason, ...(!isAsPlanned && { anchorAt: at }) };
      const task = before
        ? await changeTask(db, before.id, { ...change, revision: before.revision + 1 })
        : await addTask(db, { id: randomUUID(), createdAt: at, ...change, anchorAt: at });
      if (!task) throw new ApiError('serverError');
      if (!isAsPlanned) await replan(db, task, now(), isSameTime);
      if (!task.isOn) await stopWaiting(db, task);
      await record(db, {
        userId,
        act: before ? 'schedule.changeTask' : 'schedule.addTask',
        subject: sent.serialNumber,
        ...(before && { before: taskAuditValues(before, language) }),
        after: taskAuditValues(task, language),
      });
      return dtoOf(db, task, language);
    },

    async remove({ id, serialNumber }, { db, userId, language }) {
      const task = await locked(db, id, serialNumber);
      const deleted = await changeTask(db, id, { deletedAt: new Date(now()), deletedBy: userId });
      if (deleted) await replan(db, deleted, now(), true);
      await stopWaiting(db, task);
      await record(db, {
        userId,
        act: 'schedule.deleteTask',
        subject: serialNumber,
        before: taskAuditValues(task, language),
      });
      return null;
    },

    async restore({ id, serialNumber }, { db, userId, language }) {
      await lockScheduleOf(db, serialNumber);
      const task = await lockTask(db, id);
      if (task?.serialNumber !== serialNumber || !task.deletedAt || task.deletedAt.getTime() < now() - RESTORE_MS)
        throw new ApiError('notFound', { field: 'id' });
      // Others can have been added since it was deleted.
      await assertRoom(db, serialNumber);
      const restored = await changeTask(db, id, { deletedAt: null, deletedBy: null, revision: task.revision + 1 });
      if (!restored) throw new ApiError('serverError');
      await replan(db, restored, now(), true);
      await record(db, {
        userId,
        act: 'schedule.restoreTask',
        subject: serialNumber,
        after: taskAuditValues(task, language),
      });
      return dtoOf(db, restored, language);
    },

    async setState({ serialNumber, id, state }, { db, userId, language }) {
      const task = await locked(db, id, serialNumber);
      const isOn = state === '1';
      if (task.isOn === isOn) return dtoOf(db, task, language);
      // Its robot may be at another site since the task was saved.
      if (isOn) await assertCan(db, serialNumber, task);
      const changed = await changeTask(db, id, {
        isOn,
        offReason: null,
        revision: task.revision + 1,
        ...(isOn && { anchorAt: new Date(now()) }),
      });
      if (!changed) throw new ApiError('serverError');
      await replan(db, changed, now(), true);
      if (!isOn) await stopWaiting(db, changed);
      await record(db, {
        userId,
        act: 'schedule.switchTask',
        subject: serialNumber,
        before: { on: task.isOn },
        after: { ...taskAuditValues(task, language), on: isOn },
      });
      return dtoOf(db, changed, language);
    },

    async pointSettings({ taskId, pathId }, { db, language }) {
      const route = await routeById(db, pathId);
      if (!route) throw new ApiError('routeDeleted', { field: 'pathId' });
      const task = taskId === '' ? undefined : await taskById(db, taskId);
      const map = fleetCache.map(route.mapId);
      const places = map
        ? await placesOf(
            db,
            map.siteId,
            route.stops.map(({ areaId }) => areaId),
          )
        : new Map();
      return {
        mapId: route.mapId,
        stops: route.stops.map(({ areaId, stayTime, speech }) => {
          const place = places.get(areaId);
          return {
            areaId,
            name: nameIn(place?.name ?? '', language),
            isMissing: place?.mapId !== route.mapId,
            stayTime,
            speech: nameIn(speech, language),
            setting: task?.pointSettings.find((setting) => setting.areaId === areaId) ?? null,
          };
        }),
      };
    },

    async preview({ id, ...draft }, context) {
      const before = id === '' ? undefined : await taskById(context.db, id);
      const stored = await storedFrom(draft, before, context);
      const at = new Date(now());
      return timetable.previewTask(
        {
          id: id || 'draft',
          createdAt: at,
          revision: 0,
          savedBy: context.userId,
          deletedAt: null,
          deletedBy: null,
          ...stored,
          // The preview shows what it does when it is on.
          isOn: true,
          offReason: null,
          anchorAt: at,
        },
        context,
      );
    },

    async changeRun({ serialNumber, taskId, plannedAt, startsAt, isForced, reason }, { db, userId, language }) {
      const task = await locked(db, taskId, serialNumber);
      const [site] = await sitesOfRobots(db, [serialNumber]);
      const planned = new Date(plannedAt);
      const run = await lockRun(db, taskId, planned);
      if (run && run.state !== 'planned') throw new ApiError('runOver');
      if (!run && !(task.isOn && site && isPlannedFor(task, site.timeZone, plannedAt)))
        throw new ApiError('notFound', { field: 'plannedAt' });
      const start = startsAt ?? plannedAt;
      if (start <= now()) throw new ApiError('runOver');
      if (start > now() + (FORECAST_DAYS + 1) * DAY_MS) throw new ApiError('fieldInvalid', { field: 'startsAt' });
      if (isForced && reason === '') throw new ApiError('parameterEmpty', { field: 'reason' });
      if (!run) await addRun(db, newRun(task, planned));
      const isChanged = isForced || start !== plannedAt;
      await changeRun(
        db,
        { taskId, plannedAt: planned },
        {
          startsAt: new Date(start),
          dueAt: new Date(start),
          movedTo: start === plannedAt ? null : new Date(start),
          isForced,
          changeReason: reason,
          changedBy: isChanged ? userId : null,
        },
      );
      // A run that is moved no longer holds the place of the next one, which may start before it.
      if (site) await planNext(db, task, site.timeZone, now());
      await record(db, {
        userId,
        act: 'schedule.changeRun',
        subject: serialNumber,
        before: { plannedAt, path: nameIn(task.pathName, language) },
        after: { startsAt: start, forced: isForced, reason },
      });
      return null;
    },
  };
}
