/** Face recognition records. */
import { definePage } from './definePage.ts';

export const faceRecords = definePage({
  path: '/setting/face-record',
  title: 'routes.faceRecords',
  menu: { place: 40, icon: 'scan-face', group: 'settings' },
  views: ['all', 'xp'],
});
