/** Video control: the camera of one robot, large, with its head and lights. */
import { definePage } from './definePage.ts';

export const videoControl = definePage({
  path: '/video/video-control',
  title: 'routes.videoControl',
  menu: { place: 10, group: 'video' },
  robotPanel: 'all',
});
