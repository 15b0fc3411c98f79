/** The listeners of a broker, embedded or external. */
import type { Broker } from './broker.ts';
import type { Flood } from './robotBudget.ts';
import type { RobotMessageListener } from './robotMessage.ts';

type Payload = (topic: string, payload: Buffer) => void;

export function createBrokerListeners() {
  const messages: RobotMessageListener[] = [];
  const unreadable: Payload[] = [];
  const sent: Payload[] = [];
  const up: (() => void)[] = [];
  const floods: ((serialNumber: string, flood: Flood) => void)[] = [];
  const ended: ((userId: string, clientIds: readonly string[]) => void)[] = [];
  const subscriptions = {
    onRobotMessage: (listener) => void messages.push(listener),
    onUnreadable: (listener) => void unreadable.push(listener),
    onSentToRobot: (listener) => void sent.push(listener),
    onUp: (listener) => void up.push(listener),
    onFlood: (listener) => void floods.push(listener),
    onLinksEnded: (listener) => void ended.push(listener),
  } satisfies Partial<Broker>;
  return {
    messages: messages as readonly RobotMessageListener[],
    notifyUnreadable: ((topic, payload) => unreadable.forEach((listener) => listener(topic, payload))) as Payload,
    notifySent: ((topic, payload) => sent.forEach((listener) => listener(topic, payload))) as Payload,
    notifyUp: () => up.forEach((listener) => listener()),
    notifyFlood: (serialNumber: string, flood: Flood) => floods.forEach((listener) => listener(serialNumber, flood)),
    notifyEnded(userId: string, clientIds: readonly string[]) {
      if (clientIds.length > 0) for (const listener of ended) listener(userId, clientIds);
    },
    subscriptions,
  };
}
