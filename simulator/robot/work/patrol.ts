/** Patrols: rounds over its points, looking around at each. */
import type { Behaviour } from '../body.ts';
import { face } from '../driving.ts';
import type { PlacedPoint } from '../environment.ts';
import { selfAssignedTrip, waitIdle } from './selfAssignedTrip.ts';
import type { Worked, TaskApi } from './taskApi.ts';
import { reachStop, taskAlong } from './stops.ts';

export function* patrol(worker: TaskApi, round: readonly PlacedPoint[]): Behaviour<Worked> {
  const last = round.at(-1);
  if (!last) return 'done';
  const task = taskAlong('patrol', last, round, worker);
  for (const [i, point] of round.entries()) {
    const end = yield* selfAssignedTrip(worker, point);
    if (end === 'interrupted') return end;
    if (end === 'missed') continue;
    reachStop(task, i, worker);
    worker.broadcast();
    const { theta } = worker.body.motion;
    for (const look of [theta + 1, theta - 1, theta]) {
      if ((yield* face(worker.body, look)) === 'interrupted') return 'interrupted';
      if ((yield* waitIdle(worker.body, worker.environment, worker.chance.between(1.5, 4))) === 'interrupted')
        return 'interrupted';
    }
  }
  worker.setTask(null);
  return 'done';
}
