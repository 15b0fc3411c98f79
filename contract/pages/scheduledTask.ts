/** One scheduled task, `?id=`, or a new one. */
import { definePage } from './definePage.ts';

export const scheduledTask = definePage({ path: '/schedules/task', title: 'routes.scheduledTask' });
