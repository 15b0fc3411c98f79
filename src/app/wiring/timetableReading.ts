/** Effects of the pages that read a site's timetable (machines/schedules/timetableReading.ts). */
import { fromPromise } from 'xstate';
import { schedules } from '../../../contract/endpoints/schedules.ts';
import type { Timetable } from '../../../contract/entities/schedule.ts';
import { plusDays, zonedDate } from '../../../contract/rules/zonedTime.ts';
import type { ScheduleSite, TimetableRequest } from '../../machines/schedules/timetableReading.ts';
import { DAYS_BEFORE, WEEK_DAYS } from '../../machines/schedules/timetableView.ts';
import { createClient } from '../../services/api.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';

export function timetableEffects({ transport, world: { clock } }: Services, page: Document) {
  const api = createClient(schedules, transport);
  return {
    loadSites: fromPromise<{ sites: ScheduleSite[] }>(async ({ signal }) => {
      await whenVisible(page, signal);
      return { sites: await api.sites({}, { signal }) };
    }),
    loadTimetable: fromPromise<{ timetable: Timetable }, TimetableRequest>(
      async ({ input: { siteId, timeZone, from }, signal }) => {
        await whenVisible(page, signal);
        const first = from || plusDays(zonedDate(timeZone, clock.now()), -DAYS_BEFORE);
        return { timetable: await api.timetable({ siteId, from: first, days: WEEK_DAYS }, { signal }) };
      },
    ),
  };
}
