/** Deliveries: the board of those that are under way, and the records of all (spec 2 "Robot activities"). */
import { definePage } from './definePage.ts';

export const deliveries = definePage({
  path: '/activities/delivery-record',
  title: 'routes.deliveries',
  menu: { place: 5, group: 'activities', icon: 'package' },
  views: ['w'],
});
