/** The video wall: the cameras of up to nine robots. */
import { definePage } from './definePage.ts';

export const videoWall = definePage({
  path: '/video',
  title: 'routes.videoWall',
  menu: { place: 8, icon: 'video' },
  robotPanel: 'all',
});
