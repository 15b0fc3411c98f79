/** Messages of the contact form. */
import { definePage } from './definePage.ts';

export const inquiries = definePage({
  path: '/accounts/inquiries',
  title: 'routes.inquiries',
  menu: { place: 84, icon: 'message-circle-question', group: 'administration' },
  roles: ['admin'],
  withoutRobot: true,
});
