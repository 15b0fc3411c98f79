/**
 * An outside broker (RabbitMQ, EMQX) through MQTT_URL. It asks our HTTP end points who may do what
 * (authEndpoints.ts); the server itself is one more client, allowed everything by its own password. The server starts
 * without it and goes on without it: it asks those end points about this server's own sign-in, too.
 */
import { FROM_ROBOT, PROTOCOL_MAJOR, STOPS_TOPIC } from '../../contract/wire/topics.ts';
import type { Parts } from '../parts.ts';
import type { Broker } from './broker.ts';
import { openBrokerLink } from './brokerLink.ts';
import { newSecret } from './credentials.ts';
import type { KeptGrounds } from './grounds.ts';
import { SERVER_ID } from './identify.ts';
import { keepOutsideClients } from './outsideClients.ts';
import { readRobotMessage } from './robotMessage.ts';

/** The echo of driving, twenty times a second, is the browser's business. */
const HEARD = FROM_ROBOT.filter((name) => name !== 'teleopEcho');

type Needs = Pick<Parts, 'db' | 'log' | 'now' | 'settings'> & { grounds: KeptGrounds; secret: string };

export function createOutsideBroker({ db, log, now, settings: { mqtt }, grounds, secret }: Needs): Broker {
  if (!mqtt) throw new Error('MQTT_URL is not set');
  const { url, username, password } = mqtt;
  const signIn = { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) };
  const listeners: ((topic: string, message: unknown) => void)[] = [];
  const upListeners: (() => void)[] = [];

  const clients = keepOutsideClients({ db, log, now, url, signIn });
  const link = openBrokerLink({
    url, log,
    options: () => ({ ...signIn, clientId: `${SERVER_ID}${newSecret(6)}` }),
    topics: [STOPS_TOPIC, ...[...HEARD, 'private/events'].map((name) => `+/${PROTOCOL_MAJOR}/+/+/${name}`)],
    onMessage: (topic, payload) => readRobotMessage(topic, payload, listeners, log),
    onUp: () => upListeners.forEach((listener) => listener()),
  });

  return {
    isUp: link.isUp,
    publish: (topic, message, { qos = 0, retain = false } = {}) => link.publish(topic, typeof message === 'string' ? message : JSON.stringify(message), { qos, retain }),
    onRobotMessage: (listener) => void listeners.push(listener),
    onUp: (listener) => void upListeners.push(listener),
    watchers: clients.watchers,
    noteClient: clients.note,
    noteWatcher: clients.see,
    dropUser: () => {
      grounds.forgetPeople();
      clients.hurry();
    },
    dropRobot: (serialNumber) => {
      grounds.forgetPeople();
      clients.showOutRobot(serialNumber);
    },
    grounds,
    secret,
    async close() {
      await clients.close();
      await link.close();
    },
  };
}
