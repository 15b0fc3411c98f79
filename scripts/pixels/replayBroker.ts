/**
 * An MQTT broker for one page: a subscription gets the recorded messages and nothing else. It uses the browser's
 * debugging protocol, which keeps packets in order with all other operations on the page; over a socket their arrival
 * would depend on the network.
 */
import { generate, parser, type Packet } from 'mqtt-packet';
import type { BrowserContext, WebSocketRoute } from 'playwright-core';
import type { RecordedMessage } from './recording.ts';

/** Call signalling is not replayed, because there is no robot to send video. */
const CALLS = 'rtc/';

/** Whether a topic matches `filter`: `+` stands for one level, `#` for the rest. */
export function matches(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const given = topic.split('/');
  const rest = wanted.indexOf('#');
  if (rest === -1 ? wanted.length !== given.length : given.length < rest) return false;
  return wanted
    .slice(0, rest === -1 ? undefined : rest)
    .every((level, index) => level === '+' || level === given[index]);
}

const answersTo = (packet: Packet, messages: readonly RecordedMessage[]): Packet[] => {
  if (packet.cmd === 'connect') return [{ cmd: 'connack', returnCode: 0, sessionPresent: false }];
  if (packet.cmd === 'pingreq') return [{ cmd: 'pingresp' }];
  if (packet.cmd === 'unsubscribe') return [{ cmd: 'unsuback', messageId: packet.messageId ?? 0 } as Packet];
  if (packet.cmd !== 'subscribe') return [];
  const wanted = messages.filter(
    ({ topic }) => !topic.startsWith(CALLS) && packet.subscriptions.some((one) => matches(one.topic, topic)),
  );
  return [
    { cmd: 'suback', messageId: packet.messageId ?? 0, granted: packet.subscriptions.map(() => 0) },
    ...wanted.map(({ topic, payload, retain }): Packet => ({
      cmd: 'publish',
      topic,
      payload: Buffer.from(payload, 'base64'),
      qos: 0,
      retain,
      dup: false,
    })),
  ];
};

export interface ReplayBroker {
  /** Number of sockets opened and messages received, to compare with what the page has sent. */
  heard(): number;
  /** Sends the waiting responses. @returns false if there are none */
  release(): boolean;
}

export async function replayBroker(
  context: BrowserContext,
  messages: readonly RecordedMessage[],
): Promise<ReplayBroker> {
  let heard = 0;
  let waiting: (() => void)[] = [];
  const serve = (socket: WebSocketRoute): void => {
    heard += 1;
    const read = parser();
    read.on('packet', (packet: Packet) => {
      for (const answer of answersTo(packet, messages)) waiting.push(() => socket.send(generate(answer)));
    });
    socket.onMessage((bytes) => {
      heard += 1;
      read.parse(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    });
  };
  await context.routeWebSocket((url) => url.pathname === '/mqtt', serve);
  return {
    heard: () => heard,
    release() {
      const all = waiting;
      waiting = [];
      for (const say of all) say();
      return all.length > 0;
    },
  };
}
