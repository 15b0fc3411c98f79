/** Historical monitoring: robots at a moment of the past. */
import { definePage } from './definePage.ts';

export const monitoring = definePage({
  path: '/monitoring',
  title: 'routes.monitoring',
  menu: { place: 30, group: 'activities', icon: 'history' },
});
