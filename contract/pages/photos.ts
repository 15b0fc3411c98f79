/** Photos and recordings of robots. */
import { definePage } from './definePage.ts';

export const photos = definePage({
  path: '/video/photos',
  title: 'routes.photos',
  menu: { place: 20, group: 'video' },
});
