/** The stops of a task: which ones are reached, and the expected times of the others. */
import type { TaskKind } from '../../../contract/wire/actions.ts';
import { legsLength } from '../../building/building.ts';
import type { PlacedPoint } from '../environment.ts';
import type { TaskApi } from './taskApi.ts';
import type { Task } from './task.ts';

/** Average speed as a share of the top speed. */
const PACE = 0.7;

export function taskAlong(kind: TaskKind, target: PlacedPoint, points: readonly PlacedPoint[], worker: TaskApi): Task {
  const { environment, body } = worker;
  let at = environment.now();
  let from = { mapId: body.mapId, x: body.motion.x, y: body.motion.y };
  const stops = points.map((point) => {
    const legs = environment.building.route(from, point, { radius: body.radius });
    at += ((legs ? legsLength(legs) : 20) / (body.limits.speed * PACE)) * 1000;
    const stop = { pointId: point.id, reachedAt: null, expectedAt: Math.round(at) };
    at += point.stayTime * 1000;
    from = { mapId: point.mapId, x: point.x, y: point.y };
    return stop;
  });
  const task: Task = { kind, target: target.id, progress: 0, until: Math.round(at), stops };
  worker.setTask(task);
  return task;
}

/** Marks a stop as reached and shifts the expected times of the rest. */
export function reachStop(task: Task, index: number, worker: TaskApi): void {
  const now = worker.environment.now();
  const late = now - (task.stops[index]?.expectedAt ?? now);
  worker.setTask({
    ...task,
    progress: (index + 1) / task.stops.length,
    stops: (task.stops = task.stops.map((stop, i) =>
      i === index
        ? { ...stop, reachedAt: now }
        : i > index && stop.expectedAt !== null
          ? { ...stop, expectedAt: Math.round(stop.expectedAt + late) }
          : stop,
    )),
    until: task.until === null ? null : Math.round(task.until + late),
  });
}
