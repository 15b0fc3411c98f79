/** Inspector of recordings. */
import { definePage } from './definePage.ts';

export const inspector = definePage({
  path: '/inspector',
  title: 'routes.inspector',
  menu: { place: 90, icon: 'bug', group: 'administration' },
  roles: ['admin'],
});
