/**
 * An outside broker (RabbitMQ, EMQX) through MQTT_URL. It asks our HTTP end points who may do what
 * (authEndpoints.ts); the server itself is one more client, allowed everything by its own password.
 */
import mqtt from 'mqtt';
import { MQTT_RECONNECT_MS } from '../../contract/rules/limits.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import { FROM_ROBOT, PROTOCOL_MAJOR } from '../../contract/wire/topics.ts';
import type { Parts } from '../parts.ts';
import type { Broker, Watcher } from './broker.ts';
import { newSecret } from './credentials.ts';
import type { KeptGrounds } from './grounds.ts';

/** How long after fetching credentials an account counts as watching: the console fetches anew at every attempt. */
const WATCHED_MS = 12 * 3_600_000;
const FIRST_CONNECT_MS = 15_000;
/** Servers tell each other who watches; nobody else is granted this topic. */
const WATCHERS_TOPIC = 'roundhouse/watchers';

type Needs = Pick<Parts, 'log' | 'now' | 'settings'> & { grounds: KeptGrounds; secret: string };

export async function createOutsideBroker({ log, now, settings, grounds, secret }: Needs): Promise<Broker> {
  if (!settings.mqtt) throw new Error('MQTT_URL is not set');
  const listeners: ((topic: string, message: unknown) => void)[] = [];
  const upListeners: (() => void)[] = [];
  const watched = new Map<string, Watcher & { until: number }>();

  const client = mqtt.connect(settings.mqtt.url, {
    clientId: `roundhouse-${newSecret(6)}`,
    ...(settings.mqtt.username === undefined ? {} : { username: settings.mqtt.username }),
    ...(settings.mqtt.password === undefined ? {} : { password: settings.mqtt.password }),
    protocolVersion: 4, reconnectPeriod: MQTT_RECONNECT_MS / 5, queueQoSZero: false, resubscribe: true,
  });
  const note = (watcher: Watcher) => void watched.set(watcher.userId, { ...watcher, until: now() + WATCHED_MS });
  client.on('error', (error) => log.warn({ error: error.message }, 'outside broker'));
  client.on('message', (topic, payload) => {
    try {
      const message: unknown = JSON.parse(payload.toString());
      if (topic === WATCHERS_TOPIC) return note(message as Watcher);
      for (const listener of listeners) listener(topic, message);
    } catch (error) {
      log.debug({ topic, error }, 'a robot sent what cannot be read');
    }
  });
  await new Promise<void>((resolve, reject) => {
    const gaveUp = setTimeout(() => reject(new Error(`no answer from the broker at ${settings.mqtt?.url ?? ''}`)), FIRST_CONNECT_MS);
    client.once('connect', () => {
      clearTimeout(gaveUp);
      resolve();
    });
  });
  await client.subscribeAsync([WATCHERS_TOPIC, ...FROM_ROBOT.map((name) => `+/${PROTOCOL_MAJOR}/+/+/${name}`)], { qos: 1 });
  client.on('connect', () => upListeners.forEach((listener) => listener()));

  return {
    isUp: () => client.connected,
    publish: async (topic, message, { qos = 0, retain = false } = {}) => {
      if (!client.connected) throw new CodedError('brokerAway');
      await client.publishAsync(topic, typeof message === 'string' ? message : JSON.stringify(message), { qos, retain });
    },
    onRobotMessage: (listener) => void listeners.push(listener),
    onUp: (listener) => void upListeners.push(listener),
    watchers: () => {
      for (const [key, { until }] of watched) if (until < now()) watched.delete(key);
      return [...watched.values()];
    },
    noteWatcher: (watcher) => {
      note(watcher);
      if (client.connected) client.publish(WATCHERS_TOPIC, JSON.stringify(watcher), { qos: 1 });
    },
    // Topic checks ask us again, so a lost session or relation ends what can be read or sent; the console closes itself on its notice.
    dropUser: () => grounds.forgetPeople(),
    dropRobot: () => grounds.forgetPeople(),
    grounds,
    secret,
    close: async () => void (await client.endAsync()),
  };
}

