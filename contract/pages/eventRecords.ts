/** Records of what happened to robots. */
import { definePage } from './definePage.ts';

export const eventRecords = definePage({
  path: '/activities/event-record',
  title: 'routes.eventRecords',
  menu: { place: 25, group: 'activities' },
  withoutRobot: 'accountAdmins',
});
