/** Exceptions from the scheduled tasks. */
import { definePage } from './definePage.ts';

export const scheduleExceptions = definePage({
  path: '/schedules/exceptions',
  title: 'routes.scheduleExceptions',
  menu: { place: 20, group: 'schedules', icon: 'calendar-off' },
});
