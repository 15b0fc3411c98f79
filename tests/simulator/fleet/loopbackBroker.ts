/**
 * A real broker on the loopback interface, without any part of the server: the simulator does not depend on the server.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import type { MqttClient } from 'mqtt';
import { createWebSocketStream, WebSocketServer } from 'ws';

export interface Heard {
  topic: string;
  message: unknown;
  retained: boolean;
  at: number;
}

export interface LoopbackBroker {
  url: string;
  /** All published messages, oldest first. */
  heard: Heard[];
  publish(topic: string, message: unknown): Promise<void>;
  /** The first matching message, past or future. Rejects after `patience` ms. */
  waitFor(topic: string, fits?: (message: never) => boolean, patience?: number): Promise<Heard>;
  /** What a new subscriber gets from a topic. */
  retained(topic: string): Promise<unknown>;
  /** Closes every connection; the broker keeps running. */
  cutAll(): void;
  close(): Promise<void>;
}

export async function startBroker(): Promise<LoopbackBroker> {
  const aedes = await Aedes.createBroker({ concurrency: 1000 });
  aedes.authenticate = (_client, username, password, done) =>
    done(null, password?.toString() === `secret of ${username}` || username === 'watcher');
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: '/mqtt', perMessageDeflate: false });
  sockets.on('connection', (socket, request) => void aedes.handle(createWebSocketStream(socket), request));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`;
  const connect = (): Promise<MqttClient> =>
    mqtt.connectAsync(url, { username: 'watcher', password: 'x', reconnectPeriod: 0 });
  const watcher = await connect();
  const heard: Heard[] = [];
  const waiting = new Set<(one: Heard) => void>();
  watcher.on('message', (topic, payload, { retain }) => {
    const one = { topic, message: JSON.parse(payload.toString()) as unknown, retained: retain, at: Date.now() };
    heard.push(one);
    for (const hear of waiting) hear(one);
  });
  await watcher.subscribeAsync('#', { qos: 1 });
  return {
    url,
    heard,
    publish: async (topic, message) => void (await watcher.publishAsync(topic, JSON.stringify(message), { qos: 1 })),
    waitFor(topic, fits = () => true, patience = 5_000) {
      const matches = (one: Heard): boolean => one.topic === topic && fits(one.message as never);
      const known = heard.find(matches);
      if (known) return Promise.resolve(known);
      return new Promise((resolve, reject) => {
        const hear = (one: Heard): void => {
          if (!matches(one)) return;
          waiting.delete(hear);
          clearTimeout(late);
          resolve(one);
        };
        const late = setTimeout(() => {
          waiting.delete(hear);
          reject(new Error(`nothing on ${topic} within ${patience} ms`));
        }, patience);
        waiting.add(hear);
      });
    },
    async retained(topic) {
      const newcomer = await connect();
      const found = new Promise<unknown>((resolve) => {
        newcomer.on('message', (_topic, payload) => resolve(JSON.parse(payload.toString())));
        setTimeout(() => resolve(null), 1_000);
      });
      await newcomer.subscribeAsync(topic, { qos: 1 });
      const message = await found;
      await newcomer.endAsync();
      return message;
    },
    cutAll: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    async close() {
      watcher.end(true);
      sockets.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
