/** Wires the timetable of scheduled tasks to the API. */
import { fromCallback, fromPromise } from 'xstate';
import { schedules } from '../../../contract/endpoints/schedules.ts';
import type { BatteryHistory } from '../../../contract/entities/schedule.ts';
import { schedulesMachine } from '../../machines/schedules/schedules.machine.ts';
import type { ScheduleAct } from '../../machines/schedules/schedules.setup.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';
import { wireTaskCopy } from './taskCopy.ts';
import { timetableEffects } from './timetableReading.ts';

export function wireSchedules(services: Services, page: Document = document) {
  const api = createClient(schedules, services.transport);
  return schedulesMachine.provide({
    actors: {
      ...timetableEffects(services, page),
      copy: wireTaskCopy(services),
      guardTab: fromCallback(() => (services.robotBrowser ? undefined : guardTab(window))),
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
          case 'moveTask': {
            // The id of who saved it last is not the caller's.
            const { userId: _userId, ...task } = input.task;
            const { executeTime, checkboxRespeatDays } = input;
            return api.save({ ...task, executeTime, checkboxRespeatDays }, { signal });
          }
        }
      }),
    },
  });
}
