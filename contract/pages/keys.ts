/** API keys and apps. */
import { definePage } from './definePage.ts';

export const keys = definePage({
  path: '/accounts/keys',
  title: 'routes.keys',
  menu: { place: 82, icon: 'key-round', group: 'administration' },
  roles: ['admin'],
  withoutRobot: true,
});
