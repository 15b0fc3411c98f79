/** Background jobs. */
import { definePage } from './definePage.ts';

export const jobs = definePage({
  path: '/jobs',
  title: 'routes.jobs',
  menu: { place: 86, icon: 'clock', group: 'administration' },
  roles: ['admin'],
  withoutRobot: true,
});
