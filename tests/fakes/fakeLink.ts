/** A fake broker: the test decides when it accepts, drops and refuses connections. */
import { fromCallback, fromPromise, type EventObject } from 'xstate';
import type { LinkTerms } from '../../src/machines/app/events.ts';
import type { LinkInput, LinkReport } from '../../src/machines/connection/link.machine.ts';
import type { TopicInput } from '../../src/machines/connection/topic.machine.ts';

export const TERMS: LinkTerms = { clientId: 'c1', topics: ['robot/pub'], mqttSubTopic: 'robot' };

export function fakeBroker() {
  const live = new Map<string, (report: LinkReport) => void>();
  const tell = (key: string, report: LinkReport): void => live.get(key)?.(report);
  const broker = {
    opens: 0,
    refusals: 0,
    subscribes: [] as string[],
    live: () => [...live.keys()],
    accept: (key: string, terms: LinkTerms = TERMS) => tell(key, { type: 'mqttLink.opened', terms }),
    drop: (key: string) => tell(key, { type: 'mqttLink.closed' }),
    fail: (key: string) => tell(key, { type: 'mqttLink.failed', error: new Error('tls') }),
  };

  const link = fromCallback<EventObject, LinkInput>(({ input, sendBack }) => {
    broker.opens += 1;
    live.set(input.key, sendBack);
    return () => void live.delete(input.key);
  });

  const subscribe = fromPromise<void, TopicInput>(async ({ input }) => {
    broker.subscribes.push(input.topic);
    if (broker.refusals > 0) {
      broker.refusals -= 1;
      throw new Error(`refused ${input.topic}`);
    }
  });

  return Object.assign(broker, { link, subscribe });
}
