/** The settings of a robot, and what it learned. */
import { definePage } from './definePage.ts';

export const robotSettings = definePage({
  path: '/setting/basic-info',
  title: 'routes.robotSettings',
  menu: { place: 5, icon: 'toggle-right', group: 'settings' },
  robotPanel: 'all',
});
