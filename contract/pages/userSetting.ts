/** The user's own settings. */
import { definePage } from './definePage.ts';

export const userSetting = definePage({
  path: '/home/user-setting',
  title: 'routes.userSetting',
  withoutRobot: true,
});
