/** Reception: waits for guests at its place, and sometimes guides one to a destination. */
import { sameInAll } from '../../../demo/localName.ts';
import type { Behaviour } from '../body.ts';
import { face } from '../driving.ts';
import type { PlacedPoint } from '../environment.ts';
import { selfAssignedTrip, rest, waitIdle } from './selfAssignedTrip.ts';
import { meetGuest } from './guests.ts';
import type { Worked, TaskApi } from './taskApi.ts';
import { reachStop, taskAlong } from './stops.ts';
import { taskOf } from './task.ts';

/** A walking guest is slower than the robot, m/s. */
const GUIDING_SPEED = 0.55;

export function* receive(worker: TaskApi, round: readonly PlacedPoint[]): Behaviour<Worked> {
  const { spec, environment, chance } = worker;
  const home = environment.point(spec.homePointId);
  if (home) {
    const end = yield* selfAssignedTrip(worker, home);
    if (end === 'interrupted') return end;
    const { theta } = worker.body.motion;
    for (let guests = 0; guests < 3; guests++) {
      if ((yield* rest(worker, chance.between(10, 25), taskOf('reception', home.id))) === 'interrupted')
        return 'interrupted';
      // Turns towards the guest.
      if ((yield* face(worker.body, theta + chance.between(-0.8, 0.8))) === 'interrupted') return 'interrupted';
      const welcome = worker.setText('welcomeWord');
      if (welcome) worker.say(sameInAll(welcome));
      else if (home.arrivedWord.zhCN && chance.next() < 0.5) worker.say(home.arrivedWord);
      meetGuest(worker);
    }
  }
  const goals = round.filter(({ id }) => id !== spec.homePointId);
  if (goals.length === 0) return 'done';
  const goal = chance.pick(goals);
  const task = taskAlong('guide', goal, [goal], worker);
  const end = yield* selfAssignedTrip(worker, goal, GUIDING_SPEED);
  if (end === 'interrupted') return end;
  if (end === 'arrived') {
    reachStop(task, 0, worker);
    worker.say(goal.arrivedWord);
    worker.broadcast();
    if ((yield* waitIdle(worker.body, environment, chance.between(8, 20))) === 'interrupted') return 'interrupted';
  }
  worker.setTask(null);
  return 'done';
}
