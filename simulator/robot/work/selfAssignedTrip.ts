/** Building blocks of daily work: driving to a point, and standing idle. */
import type { Body, Behaviour } from '../body.ts';
import { driveTo, face, stand, stepAside } from '../driving.ts';
import type { Environment } from '../environment.ts';
import { travel } from '../travel.ts';
import { taskOf } from './task.ts';
import type { Task } from './task.ts';
import type { Worked, TaskApi } from './taskApi.ts';

/** Seconds of blockage after which a self-assigned trip is given up, because there is other work. */
const PATIENCE = 45;
/** Seconds of waiting for a lift after which it is taken to be out of order. */
export const LIFT_PATIENCE = 300;
/** Seconds of blockage after which a robot that made room gives up its way back. */
const BACK_PATIENCE = 12;

/** Stands idle; other robots can ask it to make room. */
export function* rest(worker: TaskApi, seconds: number, task: Task | null = taskOf('dock')): Behaviour<Worked> {
  const { body, environment } = worker;
  worker.setTask(task && { ...task, until: environment.now() + seconds * 1000 });
  const end = yield* waitIdle(body, environment, seconds);
  worker.setTask(null);
  return end;
}

/**
 * Stands idle for some seconds and makes room on request.
 * @param returns whether it returns to its place afterwards, because a user sent it there. During daily work it would
 * only
 * be in the way again
 * @param until polled on every tick; true ends the wait
 */
export function* waitIdle(
  body: Body,
  environment: Environment,
  seconds: number,
  { returns = false, until = () => false }: { returns?: boolean; until?: () => boolean } = {},
): Behaviour<Worked> {
  const {
    mapId,
    motion: { x, y, theta },
  } = body;
  body.yielding = true;
  body.asked = null;
  try {
    for (let left = seconds; left > 0 && !until(); left -= 1) {
      if (body.asked) {
        const { by, places } = body.asked;
        const end = yield* stepAside(body, environment, places, by, 15);
        body.asked = null;
        if (end === 'interrupted') return end;
        if (!returns) continue;
        const back = yield* driveTo(body, environment, { mapId, to: [x, y], patience: BACK_PATIENCE });
        if (back === 'interrupted' || (back === 'arrived' && (yield* face(body, theta)) === 'interrupted'))
          return 'interrupted';
      }
      const end = yield* stand(Math.min(1, left), until);
      if (end === 'interrupted') return end;
    }
    return 'done';
  } finally {
    body.yielding = false;
    body.asked = null;
  }
}

/** @param onNoLift it waits for a lift only so long; then this is called, and the trip is missed */
export function* selfAssignedTrip(
  worker: TaskApi,
  point: { id: string; mapId: string; x: number; y: number; theta?: number },
  speed?: number,
  onNoLift?: () => void,
): Behaviour<'arrived' | 'missed' | 'interrupted'> {
  const { body, environment, journey } = worker;
  worker.setErrand({ nodeId: point.id, mapId: point.mapId, x: point.x, y: point.y });
  const end = yield* travel(body, environment, {
    to: { mapId: point.mapId, x: point.x, y: point.y },
    patience: PATIENCE,
    journey,
    ...(point.theta !== undefined && { theta: point.theta }),
    ...(speed !== undefined && { speed }),
    ...(onNoLift && { liftPatience: LIFT_PATIENCE }),
  });
  worker.setErrand(null);
  if (end === 'interrupted') return end;
  if (end === 'noLift') onNoLift?.();
  if (end === 'arrived') worker.reached(point.id);
  return end === 'arrived' ? 'arrived' : 'missed';
}
