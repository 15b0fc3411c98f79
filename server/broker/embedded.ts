/**
 * The embedded broker: aedes on the web server's port under /mqtt, and on optional ports for plain MQTT and MQTT over
 * TLS.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes, type AedesPublishPacket, type Client } from 'aedes';
import { WebSocketServer } from 'ws';
import { longestOn, mayBeRetained, MESSAGE_MAX_BYTES } from '../../contract/rules/messageLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { isToRobot, parseTopic } from '../../contract/wire/topics.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { throttleLog } from '../throttleLog.ts';
import type { Tls } from '../tls.ts';
import { isAllowed, type TopicAction } from './acl.ts';
import { createAddressOf } from './addressOf.ts';
import type { Broker, BrokerFaults } from './broker.ts';
import type { CachedAuthFacts } from './authFacts.ts';
import { hasSignedPassword } from './credentials.ts';
import { isStillAllowed } from './isStillAllowed.ts';
import { authenticateClient, ownClientId, robotPasswords, type ClientIdentity } from './authenticateClient.ts';
import { createLinks, ownerOf, type Link } from './links.ts';
import { guardPackets } from './packetGuard.ts';
import { keepRetained, type RetainedStore } from './retained.ts';
import { createRobotBudgets } from './robotBudget.ts';
import { createBrokerListeners } from './brokerListeners.ts';
import { createRefusedConnections } from './refusedConnections.ts';
import { readRobotMessage } from './robotMessage.ts';
import { endSlowReader } from './slowReader.ts';
import { socketStream } from './socketStream.ts';
import { openTcpListeners } from './tcpListeners.ts';
import { slowWatchersOf, watchersOf } from './watchers.ts';
import { addSubscription, removeSubscriptions } from './subscriptionLimits.ts';

/** Interval of session and relation checks of open connections: revoked ones end within 5 s (design 4). */
const RECHECK_MS = 2_000;
/** A WebSocket frame can hold several packets. */
const MAX_FRAME_BYTES = 1 << 20;
/** The longest message plus its topic. */
const MAX_PACKET_BYTES = MESSAGE_MAX_BYTES + 1_024;
/** Clients that do not authenticate within this time are disconnected, ms. */
const CONNECT_MS = 15_000;
/** Unfinished QoS 2 messages per client; they are held in memory until they are released. */
const MAX_UNFINISHED_QOS2 = 20;
/** Maximum length of a user name or client id, in characters. */
const LONGEST_NAME = 200;
/** Interval at which old retained messages are removed. */
const FORGET_MS = 600_000;
/** Topic of messages that are dropped: nobody can subscribe to it. */
const DROPPED_TOPIC = '$dropped';

/** The part of the broker's persistence that holds the ids of unfinished QoS 2 messages, by client id. */
interface QosStore {
  cleanIncoming(client: Client): Promise<void>;
}

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now' | 'monotonicNow' | 'settings'> & {
  authFacts: CachedAuthFacts;
  secret: string;
  tls: Tls | undefined;
};

export async function createEmbeddedBroker({
  db,
  log,
  now,
  monotonicNow,
  settings,
  authFacts,
  secret,
  tls,
}: Needs): Promise<Broker> {
  const listeners = createBrokerListeners();
  const refused = createRefusedConnections(now);
  const passwords = robotPasswords({ db, monotonicNow });
  const links = createLinks({ longest: MAX_PACKET_BYTES, now: monotonicNow });
  const linkOf = new WeakMap<Client, Link>();
  const addressOf = createAddressOf(settings.trustProxy);
  const budgets = createRobotBudgets({
    log,
    now,
    monotonicNow,
    onCutOff: (serialNumber, flood) => {
      dropWhere((identity) => identity.kind === 'robot' && identity.serialNumber === serialNumber);
      listeners.notifyFlood(serialNumber, flood);
    },
  });
  const identities = new Map<Client, ClientIdentity>();
  const byId = new Map<string, ClientIdentity>();
  /** Outlives the connection, because a last will is published after its client is gone. */
  const everKnown = new WeakMap<Client, ClientIdentity>();
  let faults: BrokerFaults = { down: false, delay: 0 };
  let closed = false;

  const logRefused = throttleLog(monotonicNow, (times, refused: object) =>
    log.warn({ ...refused, times }, 'broker denied access to a topic'),
  );
  const refuse = (client: Client, act: TopicAction, topic: string): void => {
    const identity = everKnown.get(client);
    if (identity?.kind === 'robot')
      refused.add({
        reason: 'wrongTopic',
        userName: identity.serialNumber,
        network: linkOf.get(client)?.network ?? '',
        detail: topic,
      });
    logRefused({ client: client.id, act, topic });
  };
  const logAccountLimit = throttleLog(monotonicNow, (times, client: string) =>
    log.warn({ client, times }, 'broker accepts no more connections of this account'),
  );
  const logAddressLimit = throttleLog(monotonicNow, (times, network: string) =>
    log.warn({ network, times }, 'broker accepts no more connections from this address'),
  );
  const logConnectionEnd = throttleLog(monotonicNow, (times, ended: { client: string; reason: string }) =>
    log.warn({ ...ended, times }, 'broker ended a connection'),
  );
  const isClientAllowed = async (client: Client, act: TopicAction, topic: string): Promise<boolean> => {
    const identity = everKnown.get(client);
    return identity !== undefined && (await isAllowed(identity, act, topic, authFacts));
  };

  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_MS,
    // Unlimited: no message waits for a slow reader (slowReader.ts), so none delays the next one.
    concurrency: 0,
    maxInflightInbound: MAX_UNFINISHED_QOS2,
    maxClientsIdLength: 200,
    preConnect: (_client, packet, done) => {
      // No persistent sessions: queued messages would be stale (design 6) and pile up for clients that never return.
      packet.clean = true;
      const userName = packet.username ?? '';
      // Both are held in memory and written to logs.
      const isShort = userName.length <= LONGEST_NAME && packet.clientId.length <= LONGEST_NAME;
      packet.clientId = ownClientId(userName, packet.clientId);
      done(null, isShort && !faults.down);
    },
    authenticate: (client, userName, password, done) => {
      const deny = (returnCode = 5) => done(Object.assign(new Error('not authorised'), { returnCode }), false);
      const link = linkOf.get(client);
      if (!link) return deny();
      const signIn = {
        userName: userName ?? '',
        password: password?.toString() ?? '',
        // A robot's client id carries no identity (ownClientId); a person's password is bound to one client id.
        clientId: hasSignedPassword(userName ?? '') ? client.id : null,
        network: link.network,
      };
      authenticateClient(signIn, { db, secret, now: now(), authFacts, settings, passwords })
        .then((identity) => {
          if (!identity && signIn.clientId === null)
            refused.add({ reason: 'signIn', userName: signIn.userName, network: link.network, detail: client.id });
          // A second connection under the same client id evicts the first: only the same owner is allowed to do that.
          const known = byId.get(client.id);
          if (!identity || (known && ownerOf(known) !== ownerOf(identity))) return deny();
          if (client.conn.destroyed) return;
          const isCutOff = identity.kind === 'robot' && budgets.isCutOff(identity.serialNumber);
          if (isCutOff || !links.admit(link, identity)) {
            logAccountLimit(client.id);
            return deny(3);
          }
          everKnown.set(client, identity);
          done(null, true);
        })
        .catch((error: unknown) => {
          log.error({ err: error }, 'broker could not authenticate a client');
          deny();
        });
    },
    authorizePublish: (client, packet, done) => {
      if (!client) return done();
      packet.retain &&= mayBeRetained(packet.topic);
      const identity = everKnown.get(client);
      const robot = identity?.kind === 'robot' ? identity.serialNumber : null;
      const isLong = packet.payload.length > longestOn(packet.topic) && parseTopic(packet.topic) !== null;
      // A closed client is exempt from the budget: its last will reports that a disconnected robot is offline.
      if (robot !== null && ((!client.closed && !budgets.take(robot, packet.payload.length)) || isLong)) {
        if (isLong)
          log.debug(
            { client: client.id, topic: packet.topic, bytes: packet.payload.length },
            'a robot sent a message that is too long',
          );
        if (isLong) listeners.notifyUnreadable(packet.topic, Buffer.alloc(0));
        Object.assign(packet, { topic: DROPPED_TOPIC, payload: '', retain: false });
        return done();
      }
      isClientAllowed(client, 'publish', packet.topic)
        .then((allowed) => {
          if (allowed && !isLong) return done();
          refuse(client, 'publish', packet.topic);
          done(new Error('not authorised'));
        })
        .catch((error: unknown) => done(error as Error));
    },
    authorizeSubscribe: (client, subscription, done) => {
      const { topic } = subscription;
      void addSubscription(linkOf.get(client), topic, () => isClientAllowed(client, 'subscribe', topic)).then(
        (allowed) => {
          if (!allowed) refuse(client, 'subscribe', topic);
          done(null, allowed ? subscription : null);
        },
      );
    },
  });
  aedes.on('unsubscribe', (topics: string[], client: Client) => removeSubscriptions(linkOf.get(client), topics));

  // The broker's types omit its persistence.
  const { persistence } = aedes as unknown as { persistence: RetainedStore & QosStore };
  const retained = keepRetained(persistence, now);
  // A refused connection can name another client's id: closing it must not clear that client's state.
  const cleanIncoming = persistence.cleanIncoming.bind(persistence);
  persistence.cleanIncoming = async (client) => (everKnown.has(client) ? cleanIncoming(client) : undefined);
  aedes.on('publish', (packet: AedesPublishPacket, client: Client | null) => {
    const identity = client ? everKnown.get(client) : undefined;
    if (!client && isToRobot(packet.topic)) listeners.notifySent(packet.topic, Buffer.from(packet.payload));
    if (identity?.kind !== 'robot' || packet.topic === DROPPED_TOPIC) return;
    readRobotMessage(
      packet.topic,
      Buffer.from(packet.payload),
      listeners.messages,
      log,
      (ms) => budgets.spend(identity.serialNumber, ms),
      listeners.notifyUnreadable,
    );
  });
  // Not on authentication: a connection that is lost while it is being authenticated is never reported as lost.
  aedes.on('clientReady', (client: Client) => {
    const identity = everKnown.get(client);
    // The disconnect of a client that is already closed has been reported and is not repeated.
    if (!identity || client.closed) return;
    if (faults.down) return void client.conn.destroy();
    identities.set(client, identity);
    byId.set(client.id, identity);
  });
  aedes.on('clientDisconnect', (client: Client) => {
    const identity = identities.get(client);
    identities.delete(client);
    if (identity && byId.get(client.id) === identity) byId.delete(client.id);
  });
  aedes.on('clientError', (client, error) =>
    log.debug({ client: client.id, error: error.message }, 'broker client error'),
  );
  aedes.on('connectionError', (_client, error) => log.debug({ error: error.message }, 'broker connection error'));

  const dropWhere = (matches: (identity: ClientIdentity) => boolean): string[] =>
    [...identities]
      .filter(([, identity]) => matches(identity))
      .map(([client]) => {
        client.close();
        return client.id;
      });

  const recheck = setInterval(() => {
    for (const [client, identity] of identities) {
      isStillAllowed(identity, authFacts, now()).then(
        (stays) => !stays && client.close(),
        (error: unknown) => log.warn({ err: error }, 'broker could not re-authenticate a client'),
      );
    }
  }, RECHECK_MS);
  const forget = setInterval(() => {
    const here = new Set(
      [...identities.values()].flatMap((identity) => (identity.kind === 'robot' ? identity.serialNumber : [])),
    );
    retained.forgetOld((serialNumber) => here.has(serialNumber));
  }, FORGET_MS);

  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : offered.has('mqttv3.1') ? 'mqttv3.1' : false),
  });
  const handle = (stream: Duplex, address: string, request?: IncomingMessage): Client | undefined => {
    const network = networkOf(address);
    const link = links.open(network, passwords.isDoubtful(network));
    if (!link) {
      logAddressLimit(network);
      stream.destroy();
      return undefined;
    }
    stream.once('close', () => links.close(link));
    guardPackets(stream, {
      allowance: () => link.allowance,
      onRefused: (reason, isFlood) => {
        logConnectionEnd({ client: client.id, reason });
        if (isFlood && link.identity?.kind === 'robot')
          budgets.cutOff(link.identity.serialNumber, link.allowance.rate());
      },
    });
    endSlowReader(stream, (reason) => logConnectionEnd({ client: client.id, reason }));
    const client = aedes.handle(stream, request);
    link.client = client;
    linkOf.set(client, link);
    return client;
  };
  const ports = await openTcpListeners(
    settings,
    tls,
    (socket) => void (faults.down ? socket.destroy() : handle(socket, socket.remoteAddress ?? '')),
    (address) => refused.add({ reason: 'certificate', userName: '', network: networkOf(address), detail: '' }),
  );

  return {
    isUp: () => !faults.down && !closed,
    publish: (topic, message, { qos = 0, retain = false } = {}) =>
      new Promise((resolve, reject) => {
        if (faults.down || closed) return reject(new ApiError('brokerAway'));
        aedes.publish(
          {
            cmd: 'publish',
            topic,
            payload: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
            qos,
            retain,
            dup: false,
          },
          (error) => (error ? reject(error) : resolve()),
        );
      }),
    ...listeners.subscriptions,
    refused,
    watchers: () => watchersOf(identities.values()),
    slowWatchers: () => slowWatchersOf(identities),
    noteWatcher: () => {},
    dropUser: (userId) => {
      authFacts.forgetPeople();
      listeners.notifyEnded(
        userId,
        dropWhere((identity) => identity.kind === 'person' && identity.userId === userId),
      );
    },
    dropSessions: async (userId, sessionIds) => {
      authFacts.forgetPeople();
      listeners.notifyEnded(
        userId,
        dropWhere(
          (identity) =>
            identity.kind === 'person' && identity.userId === userId && sessionIds.includes(identity.sessionId),
        ),
      );
    },
    dropKey: (keyId) => {
      authFacts.forgetPeople();
      dropWhere((identity) => identity.kind === 'screen' && identity.keyId === keyId);
    },
    dropRobot: (serialNumber) => {
      passwords.forget(serialNumber);
      dropWhere((identity) => identity.kind === 'robot' && identity.serialNumber === serialNumber);
    },
    passwords,
    isCutOff: budgets.isCutOff,
    renewTls: ports.renew,
    authFacts,
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
      if (cameBack) listeners.notifyUp();
    },
    handleUpgrade(request, socket, head) {
      if (faults.down) return void socket.destroy();
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        // The identity is known after the first packet; until then nothing is delayed.
        const connected: { client?: Client } = {};
        const delay = () =>
          connected.client && identities.get(connected.client)?.kind === 'person' ? faults.delay : 0;
        const client = handle(socketStream(webSocket, { delay }), addressOf(request), request);
        if (client) connected.client = client;
      });
    },
    close: async () => {
      closed = true;
      clearInterval(recheck);
      clearInterval(forget);
      ports.close();
      sockets.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}
