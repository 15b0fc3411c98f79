/** The exceptions from the scheduled tasks of a site as CSV. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { schedules } from '../../contract/endpoints/schedules.ts';
import { CSV_MARK, csvLine } from '../../contract/rules/csv.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import enTexts from '../../locales/enUS/scheduleExceptions.json' with { type: 'json' };
import enShared from '../../locales/enUS/shared.json' with { type: 'json' };
import enCommon from '../../locales/enUS/common.json' with { type: 'json' };
import zhTexts from '../../locales/zhCN/scheduleExceptions.json' with { type: 'json' };
import zhShared from '../../locales/zhCN/shared.json' with { type: 'json' };
import zhCommon from '../../locales/zhCN/common.json' with { type: 'json' };
import { allSites } from '../db/repositories/maps.ts';
import { robotsOf } from '../db/repositories/robots.ts';
import { exceptionsOf } from '../db/repositories/schedules.ts';
import type { RequestContext } from '../requestContext.ts';
import { toExceptionDto } from './schedulePresenter.ts';
import type { createTimetable } from './scheduleTimetable.ts';

const TEXTS = {
  enUS: { ...enCommon, ...enShared, ...enTexts },
  zhCN: { ...zhCommon, ...zhShared, ...zhTexts },
} as const;

interface Needs {
  now: () => number;
  timetable: ReturnType<typeof createTimetable>;
}

export const createExceptionExport = ({
  now,
  timetable,
}: Needs): Pick<Handlers<typeof schedules, RequestContext>, 'exportExceptions'> => ({
  async exportExceptions({ siteId }, { db, userId, language }) {
    const site = (await allSites(db)).find(({ id }) => id === siteId);
    if (!site) throw new ApiError('siteUnknown', { field: 'siteId' });
    const robots = (await robotsOf(db, userId)).filter(({ robot }) => robot.siteId === siteId);
    const exceptions = await exceptionsOf(
      db,
      robots.map(({ robot }) => robot.serialNumber),
    );
    const names = await timetable.namesFor(
      db,
      exceptions.map(({ savedBy }) => savedBy),
      language,
    );
    const { timeZone } = site;
    const texts = TEXTS[language];
    const stamp = zonedStamp(timeZone);
    const inZone = (head: string): string => `${head} (${timeZone})`;
    const heads = [
      texts.robot,
      texts.serialNumber,
      inZone(texts.from),
      inZone(texts.to),
      texts.weekly,
      texts.column.points,
      texts.note,
      texts.column.by,
      inZone(texts.created),
    ];
    const rows = exceptions
      .map((row) => toExceptionDto(row, names, { timeZone, now: now(), runsTouched: 0 }))
      .map((one) => [
        one.robotName,
        one.serialNumber,
        one.startTime,
        one.endTime,
        one.weekly ? '✓' : '',
        one.pointNames.length === 0
          ? texts.wholeRun
          : one.pointNames.map((name) => name || texts.deletedPoint).join(texts.listSeparator),
        one.remark,
        one.userName,
        stamp(new Date(one.createTime)),
      ]);
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `exceptions-${new Date(now()).toISOString().slice(0, 10)}.csv`,
      bytes: Buffer.from(CSV_MARK + [heads, ...rows].map(csvLine).join('')),
    };
  },
});
