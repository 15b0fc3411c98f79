/** Robot fleet: registration and credentials of all robots. */
import { definePage } from './definePage.ts';

export const robotFleet = definePage({
  path: '/robots',
  title: 'routes.robotFleet',
  menu: { place: 79, icon: 'bot', group: 'administration' },
  roles: ['admin'],
  withoutRobot: true,
});
