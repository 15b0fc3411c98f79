/**
 * HTTP auth endpoints for an external broker (RabbitMQ's HTTP auth backend, EMQX alike): form-encoded POSTs, answered
 * with `allow` or `deny` as text. They use the same decision as the embedded broker. They accept loopback requests
 * only, or any under a path that contains MQTT_AUTH_SECRET.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayBeRetained } from '../../contract/rules/messageLimits.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { isLoopback } from '../settings.ts';
import { isAllowed } from './acl.ts';
import type { Broker } from './broker.ts';
import { hashOf, hasSignedPassword, personOf, screenOf, type BrokerClient } from './credentials.ts';
import { authenticateClient } from './authenticateClient.ts';

type Form = Partial<Record<string, string>>;

/** The exchange through which RabbitMQ routes all MQTT messages. */
const EXCHANGE = 'amq.topic';

export function addBrokerAuth(
  app: FastifyInstance,
  { settings, db, log, now, broker }: Pick<CoreDeps, 'settings' | 'db' | 'log' | 'now'> & { broker: Broker },
): void {
  // The embedded broker does not use these endpoints.
  if (!settings.mqtt) return;
  const { authFacts, secret, passwords, refused } = broker;
  const prefix = settings.mqttAuthSecret ? `/mqtt-auth/${settings.mqttAuthSecret}` : '/mqtt-auth';
  const isAllowedCaller = (request: FastifyRequest): boolean =>
    settings.mqttAuthSecret !== undefined || isFromHere(request);

  /** The client of a request; user name and client id identify it completely (credentials.ts). */
  const clientOf = (form: Form): BrokerClient | null => {
    const userName = form['username'] ?? '';
    if (settings.mqtt?.username && userName === settings.mqtt.username) return { kind: 'server' };
    return hasSignedPassword(userName)
      ? (personOf(userName, clientIdIn(form)) ?? screenOf(userName, clientIdIn(form)))
      : userName
        ? { kind: 'robot', serialNumber: userName }
        : null;
  };

  const answer = (path: string, decide: (form: Form) => boolean | Promise<boolean>): void => {
    app.post(`${prefix}/${path}`, async (request, reply) => {
      void reply.type('text/plain');
      if (!isAllowedCaller(request)) return reply.code(403).send('deny');
      const form = Object.fromEntries(
        new URLSearchParams(typeof request.body === 'string' ? request.body : ''),
      ) as Form;
      try {
        return (await decide(form)) ? 'allow' : 'deny';
      } catch (error) {
        log.warn({ err: error, path }, 'an authorisation request of the external broker failed');
        return 'deny';
      }
    });
  };

  answer('user', async (form) => {
    const clientId = clientIdIn(form) || null;
    const signIn = { userName: form['username'] ?? '', password: form['password'] ?? '', clientId, network: null };
    const identity = await authenticateClient(signIn, { db, secret, now: now(), authFacts, settings, passwords });
    if (!identity && !hasSignedPassword(signIn.userName)) {
      // The password was right if the client id alone was refused; the broker does not report the robot's address.
      const isOtherId =
        clientId !== null && (await passwords.isRight(signIn.userName, hashOf(signIn.password)).catch(() => false));
      refused.add({
        reason: isOtherId ? 'otherClientId' : 'signIn',
        userName: signIn.userName,
        network: '',
        detail: clientId ?? '',
      });
    }
    if (identity?.kind === 'robot' && broker.isCutOff(identity.serialNumber)) return false;
    if (identity && clientId !== null) await broker.noteClient?.(identity, clientId);
    return identity !== null;
  });
  answer('vhost', (form) => clientOf(form) !== null);
  answer('resource', (form) => {
    const client = clientOf(form);
    if (client?.kind === 'server') return true;
    if (client === null) return false;
    const { resource, name = '' } = form;
    // Access within the exchange is decided per topic. Clients cannot declare or delete exchanges, or access another
    // client's queue.
    return resource === 'exchange'
      ? name === EXCHANGE && form['permission'] !== 'configure'
      : resource === 'queue' && isOwnQueue(name, clientIdIn(form));
  });
  answer('topic', async (form) => {
    const client = clientOf(form);
    const topic = (form['routing_key'] ?? '').replaceAll('.', '/').replaceAll('*', '+');
    if (client === null || (client.kind !== 'server' && isRetained(form) && !mayBeRetained(topic))) return false;
    const allowed = await isAllowed(client, form['permission'] === 'read' ? 'subscribe' : 'publish', topic, authFacts);
    if (!allowed && client.kind === 'robot')
      refused.add({ reason: 'wrongTopic', userName: client.serialNumber, network: '', detail: topic });
    return allowed;
  });
}

const clientIdIn = (form: Form): string =>
  form['variable_map.client_id'] ?? form['client_id'] ?? form['clientid'] ?? '';

/** EMQX can be configured to send the retain flag; RabbitMQ does not have it at this point. */
const isRetained = (form: Form): boolean => /^(?:true|1)$/iu.test(form['retain'] ?? form['variable_map.retain'] ?? '');

/** RabbitMQ keeps one queue per QoS for a client's subscriptions, and one for its last will. */
const isOwnQueue = (name: string, clientId: string): boolean =>
  clientId !== '' &&
  (name === `mqtt-will-${clientId}` || [0, 1].some((qos) => name === `mqtt-subscription-${clientId}qos${qos}`));

/** From this machine itself, not forwarded by a local proxy. */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined;
