/**
 * Daily work: what a robot does without users' orders. Each kind has its own task; charging and rests are common to
 * all. One call is one task, so that the fleet is never idle for long.
 */
import type { DemoRobot } from '../../../demo/roster.ts';
import type { Behaviour } from '../body.ts';
import type { PlacedPoint } from '../environment.ts';
import { goCharging } from './charging.ts';
import { deliver } from './delivery.ts';
import { disinfect } from './disinfection.ts';
import { selfAssignedTrip, rest } from './selfAssignedTrip.ts';
import { patrol } from './patrol.ts';
import { receive } from './reception.ts';
import { taskOf } from './task.ts';
import type { Worked, TaskApi } from './taskApi.ts';

/** Per cent. */
const GO_CHARGING_BELOW = 30;
/** Probability of going home after a task. */
const GOES_HOME = 0.35;

export function* dailyWork(worker: TaskApi): Behaviour<Worked> {
  const { battery, spec, chance, body } = worker;
  if (!spec.light && (battery.charging || battery.charge < GO_CHARGING_BELOW)) {
    const charged = yield* goCharging(worker);
    if (charged !== 'noBay') return charged;
  }
  const points = spec.round.map((id) => worker.environment.point(id)).filter((point) => point !== null);
  const [first] = points;
  if (!first) return yield* rest(worker, 30);
  body.yielding = false;
  if (worker.isServed()) return yield* restAtHome(worker);
  const worked = yield* WORK[spec.kind](worker, points);
  if (worked === 'interrupted') return worked;
  return chance.next() < GOES_HOME ? yield* restAtHome(worker) : yield* rest(worker, chance.between(4, 12), null);
}

/** Rests between tasks at its charging bay or home point. */
function* restAtHome(worker: TaskApi): Behaviour<Worked> {
  const { spec, environment, body, chance } = worker;
  const bay = spec.homeBayId !== undefined && !spec.light ? environment.bays.find(spec.homeBayId) : null;
  const home = bay && environment.bays.take(bay.id, body.id) ? bay : environment.point(spec.homePointId);
  if (!home || (home.mapId !== body.mapId && !spec.capabilities.liftRide)) return yield* rest(worker, 10, null);
  worker.setTask(taskOf('dock', home.id));
  const end = yield* selfAssignedTrip(worker, home);
  if (end === 'interrupted') return end;
  return yield* rest(worker, chance.between(15, 45), taskOf('dock', home.id));
}

const WORK: Record<DemoRobot['kind'], (worker: TaskApi, points: readonly PlacedPoint[]) => Behaviour<Worked>> = {
  delivery: deliver,
  security: patrol,
  reception: receive,
  disinfection: disinfect,
};
