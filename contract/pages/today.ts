/** What needs the user now, on the go: alarms, deliveries, the next runs. */
import { definePage } from './definePage.ts';

export const today = definePage({
  path: '/today',
  title: 'routes.today',
  menu: { place: 5, icon: 'list-checks' },
});
