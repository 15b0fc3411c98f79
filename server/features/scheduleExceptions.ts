/** Periods in which scheduled tasks skip stops (spec 3 "Cruise ignore period"). A run under way is never changed by them. */
import { randomUUID } from 'node:crypto';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { schedules as catalogue } from '../../contract/endpoints/schedules.ts';
import { faultOfException, isOver, toMinute } from '../../contract/rules/schedule/exceptions.ts';
import { EXCEPTION_POINTS_MAX, EXCEPTIONS_PER_ROBOT } from '../../contract/rules/schedule/scheduleLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { placesOf } from '../db/repositories/cruiseRoutes.ts';
import { isAnyPoint } from '../db/repositories/mapPoints.ts';
import { siteOfRobot } from '../db/repositories/robots.ts';
import {
  addException,
  changeException,
  deleteException,
  exceptionById,
  exceptionPage,
  lockException,
} from '../db/repositories/scheduleExceptions.ts';
import { lockScheduleOf, type ExceptionRow } from '../db/repositories/schedules.ts';
import type { RequestContext } from '../requestContext.ts';
import { toExceptionDto } from './schedulePresenter.ts';
import type { createTimetable } from './scheduleTimetable.ts';

type Calls = Pick<typeof catalogue, 'exceptions' | 'saveException' | 'deleteException' | 'previewException'>;
type Draft = Omit<Received<Calls['saveException']>, 'id' | 'revision' | 'userId'>;

interface Needs {
  now: () => number;
  timetable: ReturnType<typeof createTimetable>;
}

const pointsIn = (joined: string): string[] => [...new Set(joined.split(',').filter(Boolean))];

export function createScheduleExceptionHandlers({ now, timetable }: Needs): Handlers<Calls, RequestContext> {
  const siteWith = async (db: Db, serialNumber: string) => {
    const site = await siteOfRobot(db, serialNumber);
    if (!site) throw new ApiError('robotUnknown', { field: 'serialNumber' });
    return site;
  };
  /**
   * @param before as it is saved: points that were deleted since stay until they are taken out. A copy, or a deleted
   * exception that is made again, keeps them too (`keepsDeletedPoints`).
   * @throws exceptionTimes, pointUnknown
   */
  const storedFrom = async (db: Db, draft: Draft, before: ExceptionRow | undefined) => {
    const { serialNumber, weekly, remark } = draft;
    const site = await siteWith(db, serialNumber);
    const stored = {
      serialNumber,
      start: toMinute(draft.startTime),
      end: toMinute(draft.endTime),
      weekly,
      points: pointsIn(draft.checkboxPoint),
      remark,
    };
    const fault = faultOfException(stored, site.timeZone, now());
    if (fault === 'over') throw new ApiError('exceptionOver', { field: 'endTime' });
    if (fault) throw new ApiError('exceptionTimes', { field: fault === 'timeInvalid' ? 'startTime' : 'endTime' });
    const places = await placesOf(db, site.id, stored.points);
    const unknown = stored.points.filter((areaId) => !places.has(areaId) && !before?.points.includes(areaId));
    const isRefused = draft.keepsDeletedPoints ? await isAnyPoint(db, unknown) : unknown.length > 0;
    if (stored.points.length > EXCEPTION_POINTS_MAX || isRefused)
      throw new ApiError('pointUnknown', { field: 'checkboxPoint' });
    return { site, stored };
  };
  const dtoOf = async (row: ExceptionRow, context: RequestContext) => {
    const { runs, site } = await timetable.previewException(row, context);
    const names = await timetable.namesFor(context.db, [row.savedBy], context.language);
    return toExceptionDto(row, names, { timeZone: site.timeZone, now: now(), runsTouched: runs.length });
  };
  const auditValues = ({
    start,
    end,
    weekly,
    points,
    remark,
  }: Pick<ExceptionRow, 'start' | 'end' | 'weekly' | 'points' | 'remark'>) => ({
    start,
    end,
    weekly,
    points: points.length,
    remark,
  });

  return {
    async exceptions({ serialNumber, page, limit }, context) {
      const { total, rows } = await exceptionPage(context.db, serialNumber, { page, limit });
      const site = await siteWith(context.db, serialNumber);
      const { planned, names } = await timetable.readSite(context, site, [serialNumber], {
        from: now(),
        to: now() + 7 * 86_400_000,
      });
      const touched = timetable.touchedBy(planned);
      return {
        total,
        rows: rows.map((row) =>
          toExceptionDto(row, names, {
            timeZone: site.timeZone,
            now: now(),
            runsTouched: touched(row.id),
          }),
        ),
      };
    },

    async saveException({ id, revision, ...draft }, context) {
      const { db, userId, language } = context;
      await lockScheduleOf(db, draft.serialNumber);
      const before = id === '' ? undefined : await lockException(db, id);
      if (id !== '' && !before) throw new ApiError('notFound', { field: 'id' });
      if (before && before.serialNumber !== draft.serialNumber) throw new ApiError('idsDisagree', { field: 'id' });
      const { site, stored } = await storedFrom(db, draft, before);
      if (before && isOver(before, site.timeZone, now())) throw new ApiError('exceptionOver', { field: 'id' });
      if (before && revision !== undefined && revision !== before.revision) {
        const { people } = await timetable.namesFor(db, [before.savedBy], language);
        throw new ApiError('taskChanged', {
          field: 'revision',
          words: { person: nameIn(people.get(before.savedBy) ?? '', language) },
        });
      }
      if (!before && (await exceptionPage(db, draft.serialNumber, { page: 1, limit: 1 })).total >= EXCEPTIONS_PER_ROBOT)
        throw new ApiError('tooManyExceptions', { words: { limit: EXCEPTIONS_PER_ROBOT } });
      const row = before
        ? await changeException(db, before.id, { ...stored, savedBy: userId, revision: before.revision + 1 })
        : await addException(db, { id: randomUUID(), ...stored, savedBy: userId, createdAt: new Date(now()) });
      if (!row) throw new ApiError('serverError');
      await record(db, {
        userId,
        act: 'schedule.saveException',
        subject: draft.serialNumber,
        ...(before && { before: auditValues(before) }),
        after: auditValues(row),
      });
      return dtoOf(row, context);
    },

    async deleteException({ id }, { db, userId }) {
      const row = await lockException(db, id);
      if (!row) throw new ApiError('notFound', { field: 'id' });
      const site = await siteWith(db, row.serialNumber);
      if (isOver(row, site.timeZone, now())) throw new ApiError('exceptionOver', { field: 'id' });
      await deleteException(db, id);
      await record(db, {
        userId,
        act: 'schedule.deleteException',
        subject: row.serialNumber,
        before: auditValues(row),
      });
      return null;
    },

    async previewException({ id, ...draft }, context) {
      const before = id === '' ? undefined : await exceptionById(context.db, id);
      const isOwn = before?.serialNumber === draft.serialNumber;
      const { stored } = await storedFrom(context.db, draft, isOwn ? before : undefined);
      const row = { id: id || 'draft', ...stored, savedBy: context.userId, createdAt: new Date(now()), revision: 0 };
      const { runs } = await timetable.previewException(row, context);
      return { runs };
    },
  };
}
