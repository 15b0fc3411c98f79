/** Records of runs. */
import { definePage } from './definePage.ts';

export const cruiseRecord = definePage({
  path: '/activities/cruise-record',
  title: 'routes.cruiseRecord',
  menu: { place: 10, group: 'activities' },
  withoutRobot: 'accountAdmins',
});
