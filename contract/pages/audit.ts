/** Audit log. */
import { definePage } from './definePage.ts';

export const audit = definePage({
  path: '/accounts/audit',
  title: 'routes.audit',
  menu: { place: 88, icon: 'scroll-text', group: 'administration' },
  roles: ['admin'],
  withoutRobot: true,
});
