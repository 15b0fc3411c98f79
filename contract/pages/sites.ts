/** Sites and floors, with their lifts, access doors and charging bays. */
import { definePage } from './definePage.ts';

export const sites = definePage({
  path: '/sites',
  title: 'routes.sites',
  menu: { place: 78, icon: 'building-2', group: 'administration' },
  roles: ['admin'],
  withoutRobot: true,
});
