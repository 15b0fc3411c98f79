/**
 * A delivery robot without deliveries: it waits for the server to give it some. One that no server gives deliveries to
 * drives its round, so that a simulation without a server is alive.
 */
import type { Behaviour } from '../body.ts';
import type { PlacedPoint } from '../environment.ts';
import { selfAssignedTrip, waitIdle } from './selfAssignedTrip.ts';
import { reachStop, taskAlong } from './stops.ts';
import type { Worked, TaskApi } from './taskApi.ts';

/** One round through its points. */
export function* deliver(worker: TaskApi, round: readonly PlacedPoint[]): Behaviour<Worked> {
  for (const points of tripsOf(round)) {
    const last = points.at(-1);
    if (!last) continue;
    const task = taskAlong('delivery', last, points, worker);
    for (const [i, point] of points.entries()) {
      const end = yield* selfAssignedTrip(worker, point);
      if (end === 'interrupted') return end;
      if (end === 'missed') break;
      reachStop(task, i, worker);
      worker.say(point.arrivedWord);
      if ((yield* waitIdle(worker.body, worker.environment, Math.max(8, point.stayTime))) === 'interrupted')
        return 'interrupted';
      worker.say(point.departWord);
    }
    worker.setTask(null);
  }
  return 'done';
}

/** A new trip begins at each loading point. */
function tripsOf(round: readonly PlacedPoint[]): PlacedPoint[][] {
  const trips: PlacedPoint[][] = [];
  for (const point of round) {
    const present = trips.at(-1);
    if (!present || point.attributes.includes('loading')) trips.push([point]);
    else present.push(point);
  }
  return trips;
}
