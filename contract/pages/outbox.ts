/** Outbox: messages that were sent. */
import { definePage } from './definePage.ts';

export const outbox = definePage({
  path: '/outbox',
  title: 'routes.outbox',
  menu: { place: 87, icon: 'mail', group: 'administration' },
  roles: ['admin'],
  withoutRobot: true,
});
