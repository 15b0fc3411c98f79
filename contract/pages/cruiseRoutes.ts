/** Cruise routes and their editor. */
import { definePage } from './definePage.ts';

export const cruiseRoutes = definePage({
  path: '/setting/cruise-line',
  title: 'routes.cruiseRoutes',
  menu: { place: 33, icon: 'route', group: 'settings' },
  robotPanel: 'navigation',
  withoutRobot: 'accountAdmins',
});
