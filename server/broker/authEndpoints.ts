/**
 * What an outside broker asks (RabbitMQ's HTTP auth backend, EMQX alike): form-encoded POSTs, answered `allow` or
 * `deny` as text. The same decision as the embedded broker's. They answer on loopback only, or under a path that
 * bears MQTT_AUTH_SECRET.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../settings.ts';
import type { Parts } from '../parts.ts';
import { may } from './access.ts';
import { personOf, type BrokerClient } from './credentials.ts';
import { identify } from './identify.ts';

type Form = Partial<Record<string, string>>;

export function addBrokerAuth(app: FastifyInstance, { settings, db, now, broker }: Pick<Parts, 'settings' | 'db' | 'now' | 'broker'>): void {
  const { grounds, secret } = broker;
  const prefix = settings.mqttAuthSecret ? `/mqtt-auth/${settings.mqttAuthSecret}` : '/mqtt-auth';
  const isAllowedCaller = (request: FastifyRequest): boolean => settings.mqttAuthSecret !== undefined || isLoopback(request.socket.remoteAddress ?? '');

  /** Who a topic question is about: user name and client id say it all (credentials.ts). */
  const clientOf = (form: Form): BrokerClient | null => {
    const userName = form['username'] ?? '';
    if (settings.mqtt?.username && userName === settings.mqtt.username) return { kind: 'server' };
    const clientId = form['variable_map.client_id'] ?? form['client_id'] ?? form['clientid'] ?? '';
    return userName.startsWith('user:') ? personOf(userName, clientId) : userName ? { kind: 'robot', serialNumber: userName } : null;
  };

  const answer = (path: string, decide: (form: Form) => Promise<boolean>): void => {
    app.post(`${prefix}/${path}`, { config: { plain: true } }, async (request, reply) => {
      void reply.type('text/plain');
      if (!isAllowedCaller(request)) return reply.code(403).send('deny');
      const form = Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : '')) as Form;
      return (await decide(form).catch(() => false)) ? 'allow' : 'deny';
    });
  };

  answer('user', async (form) =>
    (await identify(
      { userName: form['username'] ?? '', password: form['password'] ?? '', clientId: form['client_id'] ?? form['clientid'] ?? null },
      { db, secret, now: now(), grounds, settings },
    )) !== null);
  answer('vhost', async (form) => Boolean(form['username']));
  // MQTT lives on an exchange and on queues of its own; what may pass through them is decided by topic.
  answer('resource', async (form) => Boolean(form['username']) && (form['resource'] !== 'exchange' || form['name'] === 'amq.topic'));
  answer('topic', async (form) => {
    const client = clientOf(form);
    const topic = (form['routing_key'] ?? '').replaceAll('.', '/').replaceAll('*', '+');
    return client !== null && (await may(client, form['permission'] === 'read' ? 'subscribe' : 'publish', topic, grounds));
  });
}
