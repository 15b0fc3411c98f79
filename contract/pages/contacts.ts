/** Contacts and contact roles of the chosen robot's site. */
import { definePage } from './definePage.ts';

export const contacts = definePage({
  path: '/alarms/contacts',
  title: 'routes.contacts',
  menu: { place: 30, group: 'alarms', icon: 'contact' },
  robotPanel: 'all',
  robotAdminsOnly: true,
});
