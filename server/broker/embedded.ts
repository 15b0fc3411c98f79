/** The embedded broker: aedes on the web server's own port under /mqtt, and on a plain port when one is set. */
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { Aedes, type AedesPublishPacket, type Client } from 'aedes';
import { WebSocketServer } from 'ws';
import { CodedError } from '../../contract/wire/errors.ts';
import type { Parts } from '../parts.ts';
import { may, type TopicAct } from './access.ts';
import type { Broker, BrokerFaults, Watcher } from './broker.ts';
import type { KeptGrounds } from './grounds.ts';
import { identify, type Identified } from './identify.ts';
import { guardPackets } from './packetGuard.ts';
import { findByTopic, type RetainedStore } from './retained.ts';
import { MAX_MESSAGE_BYTES, readRobotMessage } from './robotMessage.ts';
import { socketStream } from './socketStream.ts';

/** How often open connections are checked against their session and relation: lost ones end within 5 s (design 4). */
const RECHECK_MS = 2_000;
/** A WebSocket's frame may hold several packets. */
const MAX_FRAME_BYTES = 1 << 20;
/** The longest message, and its topic. */
const MAX_PACKET_BYTES = MAX_MESSAGE_BYTES + 1_024;

type Needs = Pick<Parts, 'db' | 'log' | 'now' | 'settings'> & { grounds: KeptGrounds; secret: string };

export async function createEmbeddedBroker({ db, log, now, settings, grounds, secret }: Needs): Promise<Broker> {
  const listeners: ((topic: string, message: unknown) => void)[] = [];
  const upListeners: (() => void)[] = [];
  const identities = new Map<Client, Identified>();
  const byId = new Map<string, Identified>();
  /** Outlives the connection: a last will is published after its client is gone. */
  const everKnown = new WeakMap<Client, Identified>();
  let faults: BrokerFaults = { down: false, delay: 0 };
  let closed = false;

  const refuse = (client: Client, act: TopicAct, topic: string): void =>
    log.warn({ client: client.id, act, topic }, 'broker refused');
  const isAllowed = async (client: Client, act: TopicAct, topic: string): Promise<boolean> => {
    const identity = everKnown.get(client);
    return identity !== undefined && (await may(identity, act, topic, grounds));
  };

  const aedes = await Aedes.createBroker({
    drainTimeout: 30_000,
    concurrency: 1_000,
    maxClientsIdLength: 200,
    preConnect: (_client, packet, done) => {
      // Nothing is kept for who is away: it would be stale (design 6), and it would pile up for who never comes back.
      packet.clean = true;
      done(null, !faults.down);
    },
    authenticate: (client, userName, password, done) => {
      const deny = () => done(Object.assign(new Error('not authorised'), { returnCode: 5 }), false);
      identify({ userName: userName ?? '', password: password?.toString() ?? '', clientId: client.id }, { db, secret, now: now(), grounds, settings })
        .then((identity) => {
          // A second connection under the same client id evicts the first: only its owner may do that.
          const known = byId.get(client.id);
          if (!identity || (known && ownerOf(known) !== ownerOf(identity))) return deny();
          everKnown.set(client, identity);
          done(null, true);
        })
        .catch((error: unknown) => {
          log.error({ err: error }, 'broker could not identify a client');
          deny();
        });
    },
    authorizePublish: (client, packet, done) => {
      if (!client) return done();
      isAllowed(client, 'publish', packet.topic)
        .then((allowed) => {
          if (allowed) return done();
          refuse(client, 'publish', packet.topic);
          done(new Error('not authorised'));
        })
        .catch((error: unknown) => done(error as Error));
    },
    authorizeSubscribe: (client, subscription, done) => {
      isAllowed(client, 'subscribe', subscription.topic)
        .then((allowed) => {
          if (!allowed) refuse(client, 'subscribe', subscription.topic);
          done(null, allowed ? subscription : null);
        })
        .catch(() => done(null, null));
    },
  });

  // The broker's types leave out its memory.
  findByTopic((aedes as unknown as { persistence: RetainedStore }).persistence);
  aedes.on('publish', (packet: AedesPublishPacket, client: Client | null) => {
    if (!client || everKnown.get(client)?.kind !== 'robot') return;
    readRobotMessage(packet.topic, Buffer.from(packet.payload), listeners, log);
  });
  // Not before: a connection that is lost while it is being looked up is never reported as lost.
  aedes.on('clientReady', (client: Client) => {
    const identity = everKnown.get(client);
    if (!identity) return;
    if (faults.down) return void client.conn.destroy();
    identities.set(client, identity);
    byId.set(client.id, identity);
  });
  aedes.on('clientDisconnect', (client: Client) => {
    const identity = identities.get(client);
    identities.delete(client);
    if (identity && byId.get(client.id) === identity) byId.delete(client.id);
  });
  aedes.on('clientError', (client, error) => log.debug({ client: client.id, error: error.message }, 'broker client error'));
  aedes.on('connectionError', (_client, error) => log.debug({ error: error.message }, 'broker connection error'));

  const dropWhere = (matches: (identity: Identified) => boolean): void => {
    for (const [client, identity] of identities) if (matches(identity)) client.close();
  };

  const recheck = setInterval(() => {
    for (const [client, identity] of identities) {
      if (identity.kind !== 'person') continue;
      const { serialNumber, userId, sessionId } = identity;
      const stillMay = serialNumber === null
        ? grounds.sessionLives(sessionId, userId)
        : Promise.all([grounds.sessionLives(sessionId, userId), grounds.standing(userId, serialNumber)]).then(([lives, { relation }]) => lives && relation !== null);
      stillMay.then((stays) => !stays && client.close(), (error: unknown) => log.warn({ err: error }, 'broker could not recheck a client'));
    }
  }, RECHECK_MS);

  const sockets = new WebSocketServer({
    noServer: true, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : offered.has('mqttv3.1') ? 'mqttv3.1' : false),
  });
  const handle = (stream: Duplex, request?: IncomingMessage): Client => {
    guardPackets(stream, { longest: MAX_PACKET_BYTES, now, onRefused: (reason) => log.warn({ client: client.id, reason }, 'broker ended a connection') });
    const client = aedes.handle(stream, request);
    return client;
  };
  const plain: Server | undefined = settings.mqttTcpPort === undefined ? undefined : createServer((socket) => void (faults.down ? socket.destroy() : handle(socket)));
  if (plain) await new Promise<void>((resolve, reject) => plain.once('error', reject).listen(settings.mqttTcpPort, settings.host, resolve));

  return {
    isUp: () => !faults.down && !closed,
    publish: (topic, message, { qos = 0, retain = false } = {}) =>
      new Promise((resolve, reject) => {
        if (faults.down || closed) return reject(new CodedError('brokerAway'));
        aedes.publish({ cmd: 'publish', topic, payload: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), qos, retain, dup: false }, (error) =>
          error ? reject(error) : resolve());
      }),
    onRobotMessage: (listener) => void listeners.push(listener),
    onUp: (listener) => void upListeners.push(listener),
    watchers: () => {
      const found = new Map<string, Watcher>();
      for (const identity of identities.values())
        if (identity.kind === 'person' && identity.serialNumber === null)
          found.set(`${identity.userId} ${identity.language ?? ''}`, { userId: identity.userId, language: identity.language ?? 'zhCN' });
      return [...found.values()];
    },
    noteWatcher: () => {},
    dropUser: (userId) => {
      grounds.forgetPeople();
      dropWhere((identity) => identity.kind === 'person' && identity.userId === userId);
    },
    dropRobot: (serialNumber) => dropWhere((identity) => identity.kind === 'robot' && identity.serialNumber === serialNumber),
    grounds,
    secret,
    faults: () => faults,
    setFaults(next) {
      const cameBack = faults.down && !next.down;
      faults = next;
      if (next.down) {
        for (const client of identities.keys()) client.conn.destroy();
        identities.clear();
        byId.clear();
      }
      if (cameBack) for (const listener of upListeners) listener();
    },
    handleUpgrade(request, socket, head) {
      if (faults.down) return void socket.destroy();
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        // Who it is comes with the first packet; until then nothing is held back.
        const connected: { client?: Client } = {};
        const delay = () => (connected.client && identities.get(connected.client)?.kind === 'person' ? faults.delay : 0);
        connected.client = handle(socketStream(webSocket, { delay }), request);
      });
    },
    close: async () => {
      closed = true;
      clearInterval(recheck);
      plain?.close();
      sockets.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}

/** Whose connection it is: a robot's, or one tab of one person. */
const ownerOf = (identity: Identified): string =>
  identity.kind === 'person' ? `person ${identity.userId}` : identity.kind === 'robot' ? `robot ${identity.serialNumber}` : 'server';

