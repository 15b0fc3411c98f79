/** Audit log. */
import { definePage } from './definePage.ts';

export const audit = definePage({
  path: '/accounts/audit',
  title: 'routes.audit',
  menu: { place: 83, icon: 'scroll-text' },
  roles: ['admin'],
});
