/** The maps of a site. */
import { definePage } from './definePage.ts';

export const maps = definePage({
  path: '/setting/maps',
  title: 'routes.maps',
  menu: { place: 30, icon: 'map', group: 'settings' },
  roles: ['operator'],
  robotAdminsOnly: true,
  robotPanel: 'all',
  withoutRobot: true,
});
