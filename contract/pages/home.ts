/** Home: the fleet on map and list. */
import { definePage } from './definePage.ts';

export const home = definePage({
  path: '/home',
  title: 'routes.home',
  menu: { place: 0, icon: 'house', divider: true },
  affix: true,
});
