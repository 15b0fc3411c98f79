/** Records of disinfections, and their start. */
import { definePage } from './definePage.ts';

export const disinfectionRecords = definePage({
  path: '/activities/disinfect-record',
  title: 'routes.disinfectionRecords',
  menu: { place: 20, group: 'activities' },
  views: ['all', 'd'],
});
