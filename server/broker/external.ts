/**
 * An external broker (RabbitMQ, EMQX) through MQTT_URL. It calls our HTTP endpoints for access decisions
 * (authEndpoints.ts); the server itself is one more client, allowed everything by its own password. The server starts
 * and runs without the broker: the broker calls those endpoints for this server's own sign-in, too.
 */
import {
  FROM_ROBOT,
  isToRobot,
  parseTopic,
  PROTOCOL_MAJOR,
  STOPS_TOPIC,
  TO_ROBOT,
} from '../../contract/wire/topics.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { clientsOfSessions } from '../db/repositories/brokerClients.ts';
import type { Broker } from './broker.ts';
import { openBrokerLink } from './brokerLink.ts';
import { newSecret } from './credentials.ts';
import type { CachedAuthFacts } from './authFacts.ts';
import { robotPasswords, SERVER_ID } from './authenticateClient.ts';
import { trackExternalClients } from './externalClients.ts';
import { createRobotBudgets } from './robotBudget.ts';
import { createBrokerListeners } from './brokerListeners.ts';
import { createRefusedConnections } from './refusedConnections.ts';
import { readRobotMessage } from './robotMessage.ts';

/** The teleop echo (20 Hz) is read by the browser only. */
const HEARD = FROM_ROBOT.filter((name) => name !== 'teleopEcho');

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now' | 'monotonicNow' | 'settings'> & {
  authFacts: CachedAuthFacts;
  secret: string;
};

export function createExternalBroker({
  db,
  log,
  now,
  monotonicNow,
  settings: { mqtt },
  authFacts,
  secret,
}: Needs): Broker {
  if (!mqtt) throw new Error('MQTT_URL is not set');
  const { url, username, password } = mqtt;
  const signIn = { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) };
  const listeners = createBrokerListeners();
  const refused = createRefusedConnections(now);

  const clients = trackExternalClients({ db, log, now, url, signIn });
  const passwords = robotPasswords({ db, monotonicNow });
  const budgets = createRobotBudgets({
    log,
    now,
    monotonicNow,
    onCutOff: (serialNumber, flood) => {
      clients.evictRobot(serialNumber);
      listeners.notifyFlood(serialNumber, flood);
    },
  });
  const hear = (topic: string, payload: Buffer): void => {
    if (topic === STOPS_TOPIC) return readRobotMessage(topic, payload, listeners.messages, log);
    // Sent by this or another server: robots are not allowed to publish there.
    if (isToRobot(topic)) return listeners.notifySent(topic, payload);
    const parsed = parseTopic(topic);
    if (parsed === null || parsed.about === 'user' || !budgets.take(parsed.serialNumber, payload.length)) return;
    readRobotMessage(
      topic,
      payload,
      listeners.messages,
      log,
      (ms) => budgets.spend(parsed.serialNumber, ms),
      listeners.notifyUnreadable,
    );
  };
  const link = openBrokerLink({
    url,
    log,
    options: () => ({ ...signIn, clientId: `${SERVER_ID}${newSecret(6)}` }),
    topics: [
      STOPS_TOPIC,
      ...[...HEARD, ...TO_ROBOT, 'private/events'].map((name) => `+/${PROTOCOL_MAJOR}/+/+/${name}`),
    ],
    onMessage: hear,
    onUp: listeners.notifyUp,
  });

  return {
    isUp: link.isUp,
    publish: (topic, message, { qos = 0, retain = false } = {}) =>
      link.publish(topic, typeof message === 'string' ? message : JSON.stringify(message), { qos, retain }),
    ...listeners.subscriptions,
    refused,
    watchers: clients.watchers,
    slowWatchers: () => new Set(),
    noteClient: clients.note,
    noteWatcher: clients.see,
    dropUser: () => {
      authFacts.forgetPeople();
      clients.checkNow();
    },
    dropSessions: async (userId, sessionIds) => {
      authFacts.forgetPeople();
      const clientIds = await clientsOfSessions(db, userId, sessionIds);
      clients.checkNow();
      listeners.notifyEnded(userId, clientIds);
    },
    dropKey: () => {
      authFacts.forgetPeople();
      clients.checkNow();
    },
    isCutOff: budgets.isCutOff,
    passwords,
    dropRobot: (serialNumber) => {
      authFacts.forgetPeople();
      passwords.forget(serialNumber);
      clients.evictRobot(serialNumber);
    },
    authFacts,
    secret,
    async close() {
      await clients.close();
      await link.close();
    },
  };
}
