/** A robot: live state, video, driving, commands. */
import { definePage } from './definePage.ts';

export const robotData = definePage({
  path: '/home/robot-data',
  title: 'routes.robotData',
});
