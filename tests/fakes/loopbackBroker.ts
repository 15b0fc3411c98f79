/** A real aedes behind a real WebSocket on loopback. It can be disconnected and restored. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';

export interface LoopbackBroker {
  origin: string;
  aedes: Aedes;
  /** Topics whose subscription is refused. */
  refused: Set<string>;
  sockets: Set<WebSocket>;
  publish(topic: string, payload: string): Promise<void>;
  /** Publishes a retained message. */
  keep(topic: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

export async function loopbackBroker(): Promise<LoopbackBroker> {
  const refused = new Set<string>();
  const aedes = await Aedes.createBroker({
    // null: SUBACK 128.
    authorizeSubscribe: (_, subscription, done) => done(null, refused.has(subscription.topic) ? null : subscription),
  });
  const server: Server = createServer();
  const sockets = new Set<WebSocket>();
  const web = new WebSocketServer({ server, handleProtocols: () => 'mqtt' });
  web.on('connection', (socket, request) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const stream = createWebSocketStream(socket);
    stream.on('error', () => {});
    aedes.handle(stream as never, request);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const say = (topic: string, payload: string, retain: boolean): Promise<void> =>
    new Promise((published, failed) =>
      aedes.publish({ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, retain, dup: false }, (error) =>
        error ? failed(error) : published(),
      ),
    );
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    aedes,
    refused,
    sockets,
    publish: (topic, payload) => say(topic, payload, false),
    keep: (topic, payload) => say(topic, payload, true),
    async close() {
      for (const socket of sockets) socket.terminate();
      await new Promise<void>((closed) => aedes.close(closed));
      web.close();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** Like the browser's own WebSocket. */
export const loopbackSocket = (url: string, protocols: string[]): WebSocket => new WebSocket(url, protocols);
