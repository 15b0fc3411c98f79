/**
 * Robots that were disconnected for exceeding the message limits: their page shows a problem with figures for TOLD_MS.
 */
import type { RobotLive, RobotProblem } from '../../contract/entities/robot.ts';
import type { Broker } from '../broker/broker.ts';
import type { LiveStateStore } from './liveStateStore.ts';

/** How long the problem is shown, ms. */
const TOLD_MS = 300_000;
export const MESSAGE_FLOOD = 'messageFlood';

export interface Floods {
  /** Adds the robot's flood problem, if any, to its live state. */
  mark(live: RobotLive): RobotLive;
  /** Removes expired problems. Call every second. */
  sweep(): void;
}

const without = (live: RobotLive): RobotLive => ({
  ...live,
  problems: live.problems.filter(({ type }) => type !== MESSAGE_FLOOD),
});

/** @param known robots whose stored live state can hold a flood problem from before a restart, which is removed */
export function createFloods({
  broker,
  liveStates,
  now,
  known,
}: {
  broker: Pick<Broker, 'onFlood'>;
  liveStates: LiveStateStore;
  now: () => number;
  known: Iterable<{ serialNumber: string }>;
}): Floods {
  const floods = new Map<string, RobotProblem>();
  const toldUntil = new Map<string, number>();

  const mark = (live: RobotLive): RobotLive => {
    const problem = floods.get(live.serialNumber);
    return problem ? { ...live, problems: [...without(live).problems, problem] } : live;
  };
  const isShown = (live: RobotLive): boolean => live.problems.some(({ type }) => type === MESSAGE_FLOOD);
  for (const { serialNumber } of known) {
    const { live } = liveStates.get(serialNumber);
    if (isShown(live)) liveStates.set(without(live));
  }

  broker.onFlood((serialNumber, { messages, bytes, since }) => {
    const before = floods.get(serialNumber);
    // Figures only: they need no translation.
    floods.set(serialNumber, {
      type: MESSAGE_FLOOD,
      level: 'WARNING',
      description: '',
      hint: `${messages}/s, ${Math.ceil(bytes / 1024)} KiB/s`,
      since: before?.since ?? since,
    });
    toldUntil.set(serialNumber, now() + TOLD_MS);
    liveStates.set(mark(liveStates.get(serialNumber).live));
  });

  return {
    mark,
    sweep() {
      for (const [serialNumber, until] of toldUntil) {
        if (now() < until) continue;
        toldUntil.delete(serialNumber);
        floods.delete(serialNumber);
        liveStates.set(without(liveStates.get(serialNumber).live));
      }
    },
  };
}
