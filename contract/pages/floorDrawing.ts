/** Drawing a floor; opened from the maps page. */
import { definePage } from './definePage.ts';

export const floorDrawing = definePage({
  path: '/setting/floor-drawing',
  title: 'routes.floorDrawing',
  roles: ['admin'],
  withoutRobot: true,
});
