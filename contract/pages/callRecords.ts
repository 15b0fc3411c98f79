/** Records of calls with robots. */
import { definePage } from './definePage.ts';

export const callRecords = definePage({
  path: '/activities/call-records',
  title: 'routes.callRecords',
  menu: { place: 40, group: 'activities' },
});
