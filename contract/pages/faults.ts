/** Fault switchboard of the demo. */
import { definePage } from './definePage.ts';

export const faults = definePage({
  path: '/demo/faults',
  title: 'routes.faults',
  menu: { place: 88, icon: 'toggle-right' },
  roles: ['admin'],
  demoOnly: true,
});
