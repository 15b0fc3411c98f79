/** Wires the timetable of scheduled tasks to the API. */
import { fromPromise } from 'xstate';
import { schedules } from '../../../contract/endpoints/schedules.ts';
import type { BatteryHistory, Timetable } from '../../../contract/entities/schedule.ts';
import { plusDays, zonedDate } from '../../../contract/rules/zonedTime.ts';
import { schedulesMachine } from '../../machines/schedules/schedules.machine.ts';
import { type ScheduleAct, type ScheduleSite } from '../../machines/schedules/schedules.setup.ts';
import { DAYS_BEFORE, WEEK_DAYS } from '../../machines/schedules/timetableView.ts';
import { createClient } from '../../services/api.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';

export function wireSchedules({ transport, world: { clock } }: Services, page: Document = document) {
  const api = createClient(schedules, transport);
  return schedulesMachine.provide({
    actors: {
      loadSites: fromPromise<{ sites: ScheduleSite[] }>(async ({ signal }) => {
        await whenVisible(page, signal);
        return { sites: await api.sites({}, { signal }) };
      }),
      loadTimetable: fromPromise<{ timetable: Timetable }, { siteId: string; timeZone: string; from: string }>(
        async ({ input: { siteId, timeZone, from }, signal }) => {
          await whenVisible(page, signal);
          const first = from || plusDays(zonedDate(timeZone, clock.now()), -DAYS_BEFORE);
          return { timetable: await api.timetable({ siteId, from: first, days: WEEK_DAYS }, { signal }) };
        },
      ),
      loadBatteryHistory: fromPromise<{ robots: BatteryHistory }, { siteId: string; from: string; days: number }>(
        async ({ input, signal }) => {
          await whenVisible(page, signal);
          return { robots: await api.batteryHistory(input, { signal }) };
        },
      ),
      carryOut: fromPromise<unknown, ScheduleAct>(({ input, signal }) => {
        const { serialNumber, taskId } = input;
        switch (input.what) {
          case 'setState':
            return api.setState({ serialNumber, id: taskId, state: input.state }, { signal });
          case 'delete':
            return api.remove({ serialNumber, id: taskId }, { signal });
          case 'restore':
            return api.restore({ serialNumber, id: taskId }, { signal });
          case 'changeRun': {
            const { plannedAt, startsAt, isForced, reason } = input;
            return api.changeRun({ serialNumber, taskId, plannedAt, startsAt, isForced, reason }, { signal });
          }
        }
      }),
    },
  });
}
