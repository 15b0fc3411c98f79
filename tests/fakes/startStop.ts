/** The chart of Stop on a clock that only tests move, beside the root that asks the cloud: there, away, or saying no. */
import { stopMachine } from '../../src/machines/robotData/stop.machine.ts';
import { startBesideStops } from './besideStops.ts';

export function startStop() {
  const { actor, clock, cloud, stops } = startBesideStops(stopMachine, { input: { serialNumber: 'SN' } });
  const robot = { held: false, paused: false };
  return {
    actor,
    clock,
    cloud,
    stops,
    press: () => actor.send({ type: 'stop.press', at: clock.now() }),
    /** What the robot's picture says now. */
    seen(change: Partial<typeof robot> = {}) {
      Object.assign(robot, change);
      actor.send({ type: 'robot.seen', ...robot, at: clock.now() });
    },
    /** The three looks of the slab, and the no. */
    look: () => {
      const snapshot = actor.getSnapshot();
      return snapshot.hasTag('proved')
        ? 'stopped'
        : snapshot.hasTag('wanted')
          ? 'sent'
          : snapshot.matches('refused')
            ? 'refused'
            : 'ready';
    },
  };
}
