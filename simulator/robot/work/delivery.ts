/** Deliveries: loads where its round begins, takes it to the next points, and says so there. */
import type { Course } from '../body.ts';
import type { PlacedPoint } from '../ground.ts';
import { errand, standAbout } from './errand.ts';
import type { Worked, Worker } from './worker.ts';
import { reachStop, taskAlong } from './stops.ts';

const LOADING_SECONDS = { least: 12, most: 30 } as const;

/** One round through its points; where it loads anew a new delivery begins. */
export function* deliver(worker: Worker, round: readonly PlacedPoint[]): Course<Worked> {
  for (const points of deliveriesOf(round)) {
    const last = points.at(-1);
    if (!last) continue;
    const task = taskAlong('delivery', last, points, worker);
    for (const [i, point] of points.entries()) {
      const end = yield* errand(worker, point);
      if (end === 'interrupted') return end;
      if (end === 'missed') break;
      reachStop(task, i, worker);
      if (point.arrivedWord.zhCN) worker.say(point.arrivedWord.zhCN);
      const isLoading = point.attributes.includes('loading');
      const seconds = isLoading ? worker.chance.between(LOADING_SECONDS.least, LOADING_SECONDS.most) : Math.max(8, point.stayTime);
      if ((yield* standAbout(worker.body, worker.ground, seconds)) === 'interrupted') return 'interrupted';
    }
    worker.setTask(null);
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
