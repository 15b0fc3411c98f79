/** Accounts and invitations. */
import { definePage } from './definePage.ts';

export const accounts = definePage({
  path: '/accounts',
  title: 'routes.accounts',
  menu: { place: 81, icon: 'user-cog', group: 'administration' },
  roles: ['admin'],
  withoutRobot: true,
});
