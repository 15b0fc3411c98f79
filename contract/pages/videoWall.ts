/** The video wall: the cameras of up to nine robots. */
import { definePage } from './definePage.ts';

export const videoWall = definePage({
  // `/video` leads here: the first page of the group.
  path: '/video/wall',
  title: 'routes.videoWall',
  menu: { place: 5, group: 'video' },
  robotPanel: 'all',
});
