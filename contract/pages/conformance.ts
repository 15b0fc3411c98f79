/** A robot's messages against VDA 5050. */
import { definePage } from './definePage.ts';

export const conformance = definePage({
  path: '/robots/conformance',
  title: 'routes.conformance',
  roles: ['admin'],
  withoutRobot: true,
});
