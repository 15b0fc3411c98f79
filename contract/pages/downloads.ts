/** The download centre. */
import { definePage } from './definePage.ts';

export const downloads = definePage({
  path: '/downloads',
  title: 'routes.downloads',
  menu: { place: 75, icon: 'download' },
  withoutRobot: true,
});
