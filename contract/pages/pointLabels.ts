/** Printable labels of points. */
import { definePage } from './definePage.ts';

export const pointLabels = definePage({
  path: '/setting/map-area-qrcode',
  title: 'routes.pointLabels',
  menu: { place: 32, icon: 'qr-code', group: 'settings' },
  robotAdminsOnly: true,
  robotPanel: 'all',
  withoutRobot: true,
});
