/** The chart of Stop on a clock that only tests move, before a cloud that is there, away, or says no. */
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { CodedError, type ErrorName } from '../../contract/wire/errors.ts';
import { type StopInput, stopMachine } from '../../src/machines/robotData/stop.machine.ts';

export function startStop() {
  const clock = new SimulatedClock();
  const cloud = { answers: true as boolean, hangs: false, no: null as ErrorName | null, asked: 0 };
  const actor = createActor(
    stopMachine.provide({
      actors: {
        askStop: fromPromise<unknown, StopInput>(async () => {
          cloud.asked += 1;
          if (cloud.hangs) await new Promise(() => {});
          if (cloud.no) throw new CodedError(cloud.no);
          if (!cloud.answers) throw new CodedError('networkFailed');
        }),
      },
    }),
    { input: { serialNumber: 'SN' }, clock },
  ).start();
  const robot = { held: false, paused: false };
  return {
    actor, clock, cloud,
    press: () => actor.send({ type: 'stop.press', at: clock.now() }),
    /** What the robot's picture says now. */
    seen(change: Partial<typeof robot> = {}) {
      Object.assign(robot, change);
      actor.send({ type: 'robot.seen', ...robot, at: clock.now() });
    },
    /** The three looks of the slab, and the no. */
    look: () => {
      const snapshot = actor.getSnapshot();
      return snapshot.hasTag('proved') ? 'stopped' : snapshot.hasTag('wanted') ? 'sent' : snapshot.matches('refused') ? 'refused' : 'ready';
    },
  };
}
