/** All alarm cases of the user's robots. */
import { definePage } from './definePage.ts';

export const alarmCases = definePage({
  path: '/alarms/cases',
  title: 'routes.alarmCases',
  menu: { place: 10, group: 'alarms', icon: 'siren' },
  withoutRobot: 'accountAdmins',
});
