/** Alarm rules of the chosen robot. */
import { definePage } from './definePage.ts';

export const alarmRules = definePage({
  path: '/alarms/rules',
  title: 'routes.alarmRules',
  menu: { place: 20, group: 'alarms', icon: 'bell' },
  robotPanel: 'all',
  robotAdminsOnly: true,
});
