/** The members of a robot. */
import { definePage } from './definePage.ts';

export const friends = definePage({
  path: '/setting/friend-manage',
  title: 'routes.friends',
  menu: { place: 20, icon: 'users', group: 'settings' },
  robotPanel: 'owned',
});
