/** Self-assigned charging: goes to a charger and stays until the battery is full. */
import { sameInAll } from '../../../demo/localName.ts';
import type { Behaviour } from '../body.ts';
import { FULL } from '../battery.ts';
import type { TaskApi } from './taskApi.ts';
import { selfAssignedTrip } from './selfAssignedTrip.ts';
import { taskOf } from './task.ts';

/** @param begun called once charging has started */
export function* goCharging(
  worker: TaskApi,
  begun: () => void = () => {},
): Behaviour<'done' | 'interrupted' | 'noBay'> {
  const { battery, body, environment, spec } = worker;
  if (!battery.charging) {
    const bay = chooseBay(worker);
    if (!bay) return 'noBay';
    worker.setTask(taskOf('charge', bay.id));
    const end = yield* selfAssignedTrip(worker, bay);
    if (end === 'interrupted') return end;
    if (end === 'missed' || !worker.charge(true)) {
      environment.bays.release(body.id);
      worker.setTask(null);
      return 'noBay';
    }
  }
  begun();
  const sleepWord = worker.setText('sleepWord');
  if (sleepWord) worker.say(sameInAll(sleepWord));
  while (worker.battery.charging && worker.battery.charge < FULL) {
    const minutes = (FULL - worker.battery.charge) / 2.5;
    worker.setTask({
      ...taskOf('charge', environment.bays.at(body.mapId, body.motion.x, body.motion.y)?.id ?? spec.homePointId),
      progress: worker.battery.charge / 100,
      until: environment.now() + Math.round(minutes) * 60_000,
    });
    for (let waited = 0; waited < 20 && worker.battery.charging;) {
      const { dt, interrupted } = yield;
      if (interrupted) return 'interrupted';
      waited += dt;
    }
  }
  worker.setTask(null);
  worker.charge(false);
  return 'done';
}

/** Its own bay if free, else any free one on its floor, else any it can reach by lift. */
export function chooseBay({ environment, body, spec }: Pick<TaskApi, 'environment' | 'body' | 'spec'>) {
  const bays = [...environment.bays.all].sort((a, b) => rank(a) - rank(b));
  function rank(bay: { id: string; mapId: string }): number {
    return (bay.id === spec.homeBayId ? -10 : 0) + (bay.mapId === body.mapId ? 0 : 1);
  }
  const bay = bays.find(
    (one) => (one.mapId === body.mapId || spec.capabilities.liftRide) && environment.bays.isFree(one.id, body.id),
  );
  return bay && environment.bays.take(bay.id, body.id) ? bay : null;
}
