/** Connects the connection machines to MQTT and the API. Contains no logic. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { session } from '../../../contract/endpoints/session.ts';
import { ASK_EVERY_MS, connectionMachine } from '../../machines/connection/connection.machine.ts';
import { linkMachine, type LinkInput, type LinkReport } from '../../machines/connection/link.machine.ts';
import { topicMachine, type TopicInput } from '../../machines/connection/topic.machine.ts';
import type { MqttLinks } from '../../services/mqttLinks.ts';
import type { Services } from '../services.ts';

export function wireConnection({ transport, present, world: { log } }: Services) {
  const link = wireLink(present().links, log);
  return connectionMachine.provide({
    actors: {
      link,
      askCloud: fromPromise<void>(
        async ({ signal }) =>
          void (await transport(session.welcome.path, {}, { once: true, timeout: ASK_EVERY_MS, signal })),
      ),
    },
  });
}

export function wireLink(links: Pick<MqttLinks, 'open' | 'subscribe' | 'publish'>, log: (error: unknown) => void) {
  const logError = (_: unknown, { error }: { error: unknown }): void => log(error);
  const topic = topicMachine.provide({
    actors: { subscribe: fromPromise<void, TopicInput>(({ input }) => links.subscribe(input.key, input.topic)) },
    actions: { logError },
  });
  return linkMachine.provide({
    actors: {
      topic,
      link: fromCallback<EventObject, LinkInput>(({ input, sendBack }) => {
        const report = (event: LinkReport): void => sendBack(event);
        return links.open(input.key, {
          opened: (terms) => report({ type: 'mqttLink.opened', terms }),
          closed: () => report({ type: 'mqttLink.closed' }),
          failed: (error) => report({ type: 'mqttLink.failed', error }),
        });
      }),
    },
    actions: { logError, publish: (_, { key, topic: to, payload }) => void links.publish(key, to, payload) },
  });
}
