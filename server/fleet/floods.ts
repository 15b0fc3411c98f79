/** Robots that were cut off because they said more than is taken of one: their page says so for a while, with figures. */
import type { RobotLive, RobotProblem } from '../../contract/entities/robot.ts';
import type { Broker } from '../broker/broker.ts';
import type { LiveStateStore } from './liveStateStore.ts';

/** How long it is told. */
const TOLD_MS = 300_000;
export const MESSAGE_FLOOD = 'messageFlood';

export interface Floods {
  /** The picture with what is to be said of it. */
  mark(live: RobotLive): RobotLive;
  /** Says it no more where it is long ago. Call every second. */
  sweep(): void;
}

const without = (live: RobotLive): RobotLive => ({
  ...live,
  problems: live.problems.filter(({ type }) => type !== MESSAGE_FLOOD),
});

/** @param known robots whose picture may be from before a restart: what it says of a flood is over */
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
    // Figures alone: they are the same in every language.
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
