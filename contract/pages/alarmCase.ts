/** One alarm case, `?id=`. */
import { definePage } from './definePage.ts';

export const alarmCase = definePage({ path: '/alarms/case', title: 'routes.alarmCase', withoutRobot: 'accountAdmins' });
