/** The name of the order that a robot executes, with its progress. */
import type { RobotLive } from '../../../contract/entities/robot.ts';
import type { Translate } from '../hooks/translate.ts';
import { taskTitle } from './taskText.ts';

/** "Delivering to 312, stop 2 of 4"; null when there is none. */
export function orderName(t: Translate, live: RobotLive): string | null {
  if (!live.task) return null;
  const { stops } = live.task;
  const title = taskTitle({ ...live, mode: 'AUTOMATIC' }, { t });
  if (stops.length < 2) return title;
  const reached = stops.filter(({ reachedAt }) => reachedAt !== null).length;
  return t('tasks.orderStop', { order: title, n: Math.min(stops.length, reached + 1), total: stops.length });
}
