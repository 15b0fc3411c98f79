/** A call with one robot. */
import { definePage } from './definePage.ts';

export const robotCall = definePage({
  path: '/robot/call',
  title: 'routes.robotCall',
});
