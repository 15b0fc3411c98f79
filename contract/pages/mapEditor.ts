/** Map editor. */
import { definePage } from './definePage.ts';

export const mapEditor = definePage({
  path: '/setting/map-edit',
  title: 'routes.mapEdit',
  menu: { place: 31, icon: 'map-pinned', group: 'settings' },
  robotAdminsOnly: true,
  robotPanel: 'navigation',
  withoutRobot: true,
});
