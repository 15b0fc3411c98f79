/** Deliveries: loads at the start of the round, drives to the next points and announces the arrival there. */
import type { Behaviour } from '../body.ts';
import type { PlacedPoint } from '../environment.ts';
import { selfAssignedTrip, waitIdle } from './selfAssignedTrip.ts';
import { type Parcels, parcelsFor } from './parcels.ts';
import type { Worked, TaskApi } from './taskApi.ts';
import { reachStop, taskAlong } from './stops.ts';

const LOADING_SECONDS = { least: 12, most: 30 } as const;

/** One round through its points; a new delivery begins at each loading point. */
export function* deliver(worker: TaskApi, round: readonly PlacedPoint[]): Behaviour<Worked> {
  for (const points of deliveriesOf(round)) {
    const parcels = parcelsFor(points, worker);
    const end = yield* carry(worker, points, parcels);
    // An interrupted round cancels its remaining parcels.
    parcels.all(end === 'interrupted' ? 'cancelled' : 'deliveryFailed', 'last');
    if (end === 'interrupted') return end;
    worker.setTask(null);
  }
  return 'done';
}

function* carry(worker: TaskApi, points: readonly PlacedPoint[], parcels: Parcels): Behaviour<Worked> {
  const last = points.at(-1);
  if (!last) return 'done';
  const task = taskAlong('delivery', last, points, worker);
  for (const [i, point] of points.entries()) {
    const loads = i === 0 && points.length > 1;
    if (loads) parcels.all('goingToLoadingPoint');
    else parcels.at(point, 'delivering');
    const end = yield* selfAssignedTrip(worker, point);
    if (end === 'interrupted') return end;
    if (end === 'missed') {
      if (loads) parcels.all('goingToLoadingFailed', 'last');
      return 'done';
    }
    reachStop(task, i, worker);
    if (loads) parcels.all('arrivedAtLoadingPoint');
    else parcels.at(point, 'arrivedAtRoom');
    worker.say(point.arrivedWord);
    if (loads) parcels.all('loading');
    const isLoading = point.attributes.includes('loading');
    const seconds = isLoading
      ? worker.chance.between(LOADING_SECONDS.least, LOADING_SECONDS.most)
      : Math.max(8, point.stayTime);
    if ((yield* waitIdle(worker.body, worker.ground, seconds)) === 'interrupted') return 'interrupted';
    if (!loads) parcels.handOver(point);
    else if (parcels.load()) worker.say(point.departWord);
    else return 'done';
  }
  return 'done';
}

function deliveriesOf(round: readonly PlacedPoint[]): PlacedPoint[][] {
  const deliveries: PlacedPoint[][] = [];
  for (const point of round) {
    const present = deliveries.at(-1);
    if (!present || point.attributes.includes('loading')) deliveries.push([point]);
    else present.push(point);
  }
  return deliveries;
}
