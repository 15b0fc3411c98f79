/** Responses to an external broker, in the format of RabbitMQ's HTTP auth backend. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baseOf, watchTopic } from '../../../contract/wire/topics.ts';
import { addBrokerAuth } from '../../../server/broker/authEndpoints.ts';
import { clientIdOf, issuePassword, userNameOf } from '../../../server/broker/credentials.ts';
import { ROBOT, fleetWorld } from '../../fakes/fleetWorld.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
let app: FastifyInstance;
const SECRET = 'a-secret-of-many-letters';
const OUTSIDE = {
  url: 'ws://127.0.0.1:1',
  publicUrl: 'ws://127.0.0.1:1',
  username: 'house',
  password: 'house-password',
};

const serve = (settings: Partial<Parameters<typeof addBrokerAuth>[1]['settings']> = {}): void => {
  app = Fastify();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  addBrokerAuth(app, { ...world.deps, settings: { ...world.deps.settings, mqtt: OUTSIDE, ...settings } });
};
beforeEach(async () => {
  world = await fleetWorld();
  serve();
});
afterEach(async () => {
  await app.close();
  await world.close();
});

const ask = async (
  path: string,
  form: Record<string, string>,
  { headers = {}, remoteAddress = '127.0.0.1', base = '/mqtt-auth' } = {},
): Promise<string> => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `${base}/${path}`,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
  return statusCode === 200 ? body : `${statusCode}`;
};
const lin = clientIdOf('lin', 'A-1', 'tab', true);
const name = userNameOf('lin', 's-lin');
const password = () =>
  issuePassword(
    { userId: 'lin', sessionId: 's-lin', clientId: lin, language: 'enUS' },
    world.broker.secret,
    Date.now(),
  );
const topicOf = (form: Record<string, string>) => ({
  vhost: '/',
  resource: 'topic',
  name: 'amq.topic',
  'variable_map.client_id': lin,
  'variable_map.username': form['username'] ?? '',
  ...form,
});

describe('user', () => {
  it('lets in who has the password, under the own client id', async () => {
    expect(await ask('user', { username: name, password: password(), client_id: lin })).toBe('allow');
    expect(
      await ask('user', { username: name, password: password(), client_id: clientIdOf('lin', 'A-1', 'other', true) }),
    ).toBe('deny');
    expect(await ask('user', { username: 'A-1', password: 'robot-password', client_id: 'whatever' })).toBe('allow');
    expect(await ask('user', { username: 'A-1', password: 'robot-password', client_id: lin })).toBe('deny');
    expect(await ask('user', { username: 'A-1', password: 'no', client_id: 'whatever' })).toBe('deny');
    expect(await ask('user', { username: 'house', password: 'house-password', client_id: lin })).toBe('allow');
    expect(await ask('user', { username: 'house', password: '', client_id: 'roundhouse-1' })).toBe('deny');
  });
  it('answers deny to nonsense', async () => {
    for (const form of [
      {},
      { username: '' },
      { username: 'user:', password: '.' },
      { username: 'user:lin:s-lin', password: 'x.y', client_id: '' },
    ])
      expect(await ask('user', form)).toBe('deny');
  });
});

describe('resource', () => {
  const queueOf = (clientId: string, qos = 1) => ({
    resource: 'queue',
    name: `mqtt-subscription-${clientId}qos${qos}`,
    client_id: lin,
    username: name,
    vhost: '/',
  });
  it.each(['configure', 'write', 'read'])("gives the own queue to %s and no other client's", async (permission) => {
    expect(await ask('resource', { ...queueOf(lin), permission })).toBe('allow');
    expect(await ask('resource', { ...queueOf(lin, 0), permission })).toBe('allow');
    expect(await ask('resource', { ...queueOf('chen~A-1~tab-t'), permission })).toBe('deny');
    expect(await ask('resource', { ...queueOf(lin), name: 'orders', permission })).toBe('deny');
    expect(await ask('resource', { ...queueOf('whatever'), username: 'A-1', client_id: 'mine', permission })).toBe(
      'deny',
    );
    expect(await ask('resource', { ...queueOf('whatever'), username: 'A-1', client_id: '', permission })).toBe('deny');
  });
  it('lets messages through the one exchange, and nobody change it', async () => {
    const exchange = { resource: 'exchange', name: 'amq.topic', client_id: lin, username: name };
    expect(await ask('resource', { ...exchange, permission: 'write' })).toBe('allow');
    expect(await ask('resource', { ...exchange, permission: 'read' })).toBe('allow');
    expect(await ask('resource', { ...exchange, permission: 'configure' })).toBe('deny');
    expect(await ask('resource', { ...exchange, name: 'amq.direct', permission: 'write' })).toBe('deny');
  });
});

describe('topic', () => {
  const key = (topic: string) => topic.replaceAll('/', '.').replaceAll('+', '*');
  it('is decided as by the embedded broker', async () => {
    expect(
      await ask('topic', topicOf({ username: name, permission: 'read', routing_key: key(watchTopic(ROBOT)) })),
    ).toBe('allow');
    expect(await ask('topic', topicOf({ username: name, permission: 'read', routing_key: '#' }))).toBe('deny');
    expect(
      await ask('topic', topicOf({ username: name, permission: 'write', routing_key: key(`${baseOf(ROBOT)}/order`) })),
    ).toBe('deny');
    expect(
      await ask('topic', topicOf({ username: 'A-1', permission: 'write', routing_key: key(`${baseOf(ROBOT)}/state`) })),
    ).toBe('allow');
    expect(
      await ask('topic', topicOf({ username: 'A-1', permission: 'write', routing_key: 'uagv.v2.Acme.B-2.state' })),
    ).toBe('deny');
    expect(
      await ask(
        'topic',
        topicOf({ username: 'house', permission: 'write', routing_key: key(`${baseOf(ROBOT)}/order`) }),
      ),
    ).toBe('allow');
  });
  it('that is to be kept is refused where nothing is, if the broker says so', async () => {
    const say = (name: string, retain: string) =>
      ask(
        'topic',
        topicOf({ username: 'A-1', permission: 'write', routing_key: key(`${baseOf(ROBOT)}/${name}`), retain }),
      );
    expect([
      await say('events', 'false'),
      await say('events', 'true'),
      await say('events', '1'),
      await say('connection', 'true'),
    ]).toEqual(['allow', 'deny', 'deny', 'allow']);
  });
  it('knows a person by user name and client id together', async () => {
    const form = topicOf({
      username: userNameOf('chen', 's-chen'),
      permission: 'read',
      routing_key: key(watchTopic(ROBOT)),
    });
    expect(await ask('topic', form)).toBe('deny');
    expect(await ask('vhost', { username: userNameOf('chen', 's-chen'), client_id: lin, vhost: '/' })).toBe('deny');
    expect(await ask('vhost', { username: name, client_id: lin, vhost: '/' })).toBe('allow');
  });
});

describe('the end points', () => {
  const good = () => ({ username: 'A-1', password: 'robot-password', client_id: 'x' });
  it('answer this machine alone, and nobody for whom a proxy on it speaks', async () => {
    expect(await ask('user', good(), { remoteAddress: '::1' })).toBe('allow');
    expect(await ask('user', good(), { remoteAddress: '192.168.1.9' })).toBe('403');
    expect(await ask('user', good(), { headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe('403');
    expect(await ask('user', good(), { headers: { forwarded: 'for=127.0.0.1' } })).toBe('403');
  });
  it('answer whoever knows the secret, and only there', async () => {
    await app.close();
    serve({ mqttAuthSecret: SECRET });
    expect(await ask('user', good(), { remoteAddress: '192.168.1.9', base: `/mqtt-auth/${SECRET}` })).toBe('allow');
    expect(await ask('user', good())).toBe('404');
    expect(await ask('user', good(), { base: '/mqtt-auth/another-secret-of-letters' })).toBe('404');
  });
  it('are not there with the embedded broker, which asks nobody', async () => {
    await app.close();
    serve({ mqtt: undefined });
    for (const path of ['user', 'vhost', 'resource', 'topic']) expect(await ask(path, good())).toBe('404');
  });
  it('tell a guesser late that the password is wrong, and the right robot at once', async () => {
    const guess = (n: number) => ask('user', { ...good(), password: `guess${n}` });
    expect(await Promise.all(Array.from({ length: 12 }, (_, n) => guess(n)))).toEqual(
      Array.from({ length: 12 }, () => 'deny'),
    );
    const answers: string[] = [];
    const late = guess(99).then((answer) => void answers.push(`${answer} the guesser`));
    answers.push(`${await ask('user', good())} the robot`);
    await late;
    expect(answers).toEqual(['allow the robot', 'deny the guesser']);
  });
});
