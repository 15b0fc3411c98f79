/** First set-up of an installation. Reached from the top bar and after sign-in, until all steps are done. */
import { definePage } from './definePage.ts';

export const checklist = definePage({
  path: '/setup',
  title: 'routes.checklist',
  roles: ['admin'],
  withoutRobot: true,
});
