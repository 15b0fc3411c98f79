/** Fault switchboard of the demo. */
import { definePage } from './definePage.ts';

export const faults = definePage({
  path: '/demo/faults',
  title: 'routes.faults',
  menu: { place: 89, icon: 'unplug', group: 'administration' },
  roles: ['admin'],
  demoOnly: true,
  withoutRobot: true,
});
