/** The timetable of scheduled tasks. */
import { definePage } from './definePage.ts';

export const schedules = definePage({
  path: '/schedules/calendar',
  title: 'routes.scheduleCalendar',
  menu: { place: 10, group: 'schedules', icon: 'calendar-days' },
});
