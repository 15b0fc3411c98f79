import { createActor, SimulatedClock } from 'xstate';
import { linkMachine } from '../../src/machines/connection/link.machine.ts';
import { topicMachine } from '../../src/machines/connection/topic.machine.ts';
import { fakeBroker } from './fakeLink.ts';

export const KEY = 'SN-0001';

/** The machines of a link with this fake broker; errors are collected. */
export function wiredLink(broker: ReturnType<typeof fakeBroker>, errors: unknown[] = [], sent: string[] = []) {
  const logError = (_: unknown, { error }: { error: unknown }): void => void errors.push(error);
  return linkMachine.provide({
    actors: {
      link: broker.link,
      topic: topicMachine.provide({ actors: { subscribe: broker.subscribe }, actions: { logError } }),
    },
    actions: { logError, publish: (_, { topic, payload }) => void sent.push(`${topic} ${payload}`) },
  });
}

/** A wired link on a simulated clock. */
export function startLink() {
  const broker = fakeBroker();
  const clock = new SimulatedClock();
  const errors: unknown[] = [];
  const sent: string[] = [];
  const actor = createActor(wiredLink(broker, errors, sent), { input: { key: KEY }, clock }).start();
  return { actor, broker, clock, errors, sent };
}
