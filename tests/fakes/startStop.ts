/**
 * The Stop machine on a simulated clock, beside the real pendingStops machine with an API that answers, is unreachable
 * or refuses.
 */
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
    /** Sends a change of the robot's live state. */
    seen(change: Partial<typeof robot> = {}) {
      Object.assign(robot, change);
      actor.send({ type: 'robot.seen', ...robot, at: clock.now() });
    },
    /** The three appearances of the Stop button, or 'refused'. */
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
