/** Access tokens: reading one robot's topics and video for ten minutes, for integrators and for the robot's own screen. */
import { eq } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { ScreenUpdate } from '../../../contract/entities/caption.ts';
import type { ReadingToken } from '../../../contract/entities/readingToken.ts';
import { MEDIA_VIEWING_TTL_MS, READING_TOKEN_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { MediaGrants } from '../../../contract/wire/privateCommands.ts';
import { baseOf, rtcTopic, screenTopic, watchTopic } from '../../../contract/wire/topics.ts';
import { readingClientIdOf, screenClientIdOf } from '../../../server/broker/credentials.ts';
import { noteClient, takeRevokedClients, takeRobotClients } from '../../../server/db/repositories/brokerClients.ts';
import { audit, mediaViewings, relations, robots, sessions, wallKeys } from '../../../server/db/schema.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const address = { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber };
const other = { ...address, serialNumber: B.serialNumber };
const one = { serialNumber: A.serialNumber };
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 30 });

let test: TestServer;
let robot: ScriptedRobot;
let robotsLine: MqttClient;
const clients: MqttClient[] = [];
const url = (): string => `${test.server.url.replace('http', 'ws')}/mqtt`;
const withToken = async ({ clientId, username, token }: ReadingToken): Promise<MqttClient> => {
  const client = await mqtt.connectAsync(url(), { reconnectPeriod: 0, clientId, username, password: token });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};
const relate = (userId: string, isAuth: boolean) =>
  test.db.update(relations).set({ isAuth }).where(eq(relations.userId, userId));
const isOpen = (client: MqttClient): boolean => client.connected;
const isRefused = (client: MqttClient, topic: string): Promise<boolean> =>
  client.subscribeAsync(topic).then(
    (granted) => granted.some(({ qos }) => Number(qos) >= 128),
    () => true,
  );

beforeAll(async () => {
  test = await startTestServer();
  robotsLine = mqtt.connect(url(), { reconnectPeriod: 0, username: A.serialNumber, password: 'secret' });
  robot = await scriptedRobot(robotsLine, address);
  await robot.say('factsheet', FACTSHEET, { retain: true });
  await robot.say('connection', { connectionState: 'ONLINE' }, { retain: true });
  await robot.state();
});
afterEach(async () => {
  await test.db.delete(mediaViewings);
  await test.db.delete(audit);
  for (const client of clients.splice(0)) await client.endAsync(true);
});
afterAll(async () => {
  await robotsLine.endAsync(true);
  await test.close();
});

describe("an integrator's token", () => {
  const { accessToken, viewByToken } = catalogue.robotSettings;
  const tokenOf = async (person: 'member' | 'viewer' = 'member'): Promise<ReadingToken> =>
    (await test.as(person, accessToken.path, one)).data as ReadingToken;
  const view = ({ clientId, username, token }: ReadingToken, more: object = {}) =>
    test.call(viewByToken.path, { clientId, username, token, what: ['picture', 'sound'], ...more });
  const granted = () =>
    robot.received
      .filter(({ name }) => name === 'private/commands')
      .map(({ message }) => message as unknown as MediaGrants)
      .findLast(({ type }) => type === 'mediaGrants')
      ?.grants.map(({ viewer, what }) => [viewer, what]);

  it('reads its own robot only, and ends with its time', async () => {
    const token = await tokenOf();
    const client = await withToken(token);
    expect(await isRefused(client, watchTopic(address))).toBe(false);
    expect(await isRefused(client, rtcTopic(A.serialNumber, token.clientId, 'down'))).toBe(false);
    for (const topic of [
      watchTopic(other),
      rtcTopic(B.serialNumber, token.clientId, 'down'),
      screenTopic(A.serialNumber),
      'users/member/fleet',
      `${baseOf(address)}/private/events`,
    ])
      expect([topic, await isRefused(client, topic)]).toEqual([topic, true]);
    test.later(READING_TOKEN_MS + 1);
    await soon(() => expect(isOpen(client)).toBe(false));
    await expect(withToken(token)).rejects.toThrow();
  });

  it('ends with the session that requested it, and with the relation to the robot', async () => {
    const [bySession, byRelation] = [
      await withToken(await tokenOf('member')),
      await withToken(await tokenOf('viewer')),
    ];
    await test.db.update(sessions).set({ endedCode: 1006 }).where(eq(sessions.userId, 'member'));
    await soon(() => expect(isOpen(bySession)).toBe(false));
    await test.db.update(sessions).set({ endedCode: null }).where(eq(sessions.userId, 'member'));
    expect(isOpen(byRelation)).toBe(true);
    await relate('viewer', false);
    await soon(() => expect(isOpen(byRelation)).toBe(false));
    await relate('viewer', true);
  });

  it('takes no control, and speaks to nobody', async () => {
    const { clientId } = await tokenOf();
    // Its last state is older than the moved clock.
    await robot.state();
    await soon(async () =>
      expect(await test.as('member', catalogue.control.take.path, { ...one, clientId })).toMatchObject({
        code: ERRORS.accessTokenReadsOnly,
        data: { field: 'clientId' },
      }),
    );
    for (const what of [['voice'], ['picture', 'voice']])
      expect(await test.as('member', catalogue.robots.view.path, { ...one, clientId, what })).toMatchObject({
        code: ERRORS.accessTokenReadsOnly,
        data: { field: 'what' },
      });
    expect(await test.rowsIn(mediaViewings)).toBe(0);
  });

  it('opens a viewing by itself, until its own end', async () => {
    const token = await tokenOf();
    const before = Date.now();
    const { data } = await view(token);
    expect((data as { until: number }).until).toBeGreaterThanOrEqual(before + MEDIA_VIEWING_TTL_MS);
    await soon(() => expect(granted()).toEqual([[token.clientId, ['picture', 'sound']]]));
    await soon(async () => {
      const seen = await test.db.select().from(audit).where(eq(audit.act, 'robot.watch'));
      expect(seen.map(({ userId, subject, after }) => [userId, subject, after])).toEqual([
        ['member', A.serialNumber, { picture: true, sound: true, byToken: true }],
      ]);
      expect(JSON.stringify(seen)).not.toContain(token.clientId);
    });
    test.later(READING_TOKEN_MS - 20_000);
    expect((await view(token)).data).toEqual({ until: token.until });
    test.later(20_000);
    expect(await view(token)).toMatchObject({ code: ERRORS.accessTokenOver });
    expect(await view({ ...token, token: '' })).toMatchObject({ code: ERRORS.tokenEmpty });
    expect(
      await test.as('member', catalogue.robots.view.path, { ...one, clientId: token.clientId, what: ['picture'] }),
    ).toMatchObject({ code: ERRORS.accessTokenOver });
  });

  it('whose owner loses the robot ends the viewing and opens no other', async () => {
    const token = await tokenOf();
    await view(token);
    await soon(() => expect(granted()).toEqual([[token.clientId, ['picture', 'sound']]]));
    await relate('member', false);
    await soon(() => expect(granted()).toEqual([]));
    await soon(async () => expect(await view(token)).toMatchObject({ code: ERRORS.accessTokenOver }));
    await relate('member', true);
  });

  it('is good for its own connection only', async () => {
    const [token, another] = [await tokenOf(), await tokenOf()];
    for (const change of [
      { clientId: another.clientId },
      { clientId: token.clientId.replace(A.serialNumber, B.serialNumber) },
      { clientId: token.clientId.replace(String(token.until), String(token.until + 1)) },
      { username: 'user:superAdmin:session-superAdmin' },
      { token: 'x.y' },
    ])
      expect(await view(token, change)).toMatchObject({ code: ERRORS.accessTokenOver });
    expect(await test.rowsIn(mediaViewings)).toBe(0);
  });
});

describe("a screen's token", () => {
  let key: string;
  let keyId: string;
  beforeEach(async () => {
    const made = await test.as('accountAdmin', catalogue.keys.create.path, { name: 'Screen', kind: 'screen', ...one });
    ({ key, id: keyId } = made.data as { key: string; id: string });
  });
  const ask = () => test.call(catalogue.captions.accessToken.path, { key });
  const tokenOf = async (): Promise<ReadingToken> => (await ask()).data as ReadingToken;

  it('brings what is said at the robot at once, and whether the robot is connected', async () => {
    const token = await tokenOf();
    const client = await withToken(token);
    const heard: [string, { connectionState?: string } & Partial<ScreenUpdate>][] = [];
    client.on('message', (topic, payload) => void heard.push([topic, JSON.parse(payload.toString()) as object]));
    await client.subscribeAsync(token.topics);
    await soon(() => expect(heard.map(([, { connectionState }]) => connectionState)).toEqual(['ONLINE']));
    const question = {
      type: 'question',
      question: 'Where is ward 2?',
      answered: true,
      answer: 'Ahead.',
      language: 'en',
    };
    await robot.say('private/events', { id: 'q-1', at: Date.now(), event: question });
    await soon(() =>
      expect(
        heard
          .filter(([topic]) => topic === screenTopic(A.serialNumber))
          .map(([, { captions }]) => captions?.map(({ by, text }) => [by, text])),
      ).toEqual([
        [
          ['person', 'Where is ward 2?'],
          ['robot', 'Ahead.'],
        ],
      ]),
    );
  });

  it('reads nothing else and writes nothing', async () => {
    const { clientId, ...rest } = await tokenOf();
    const client = await withToken({ clientId, ...rest });
    for (const topic of [
      watchTopic(address),
      `${baseOf(address)}/state`,
      `${baseOf(address)}/ledger`,
      `${baseOf(other)}/connection`,
      screenTopic(B.serialNumber),
      'screens/+/captions',
      rtcTopic(A.serialNumber, clientId, 'down'),
    ])
      expect([topic, await isRefused(client, topic)]).toEqual([topic, true]);
    const before = robot.actions().length;
    client.publish(`${baseOf(address)}/instantActions`, JSON.stringify({ actions: [] }));
    client.publish(screenTopic(A.serialNumber), JSON.stringify({ now: 1, captions: [] }));
    // The broker closes a connection that publishes without a right.
    await soon(() => expect(isOpen(client)).toBe(false));
    expect(robot.actions()).toHaveLength(before);
  });

  it.each([
    [
      'its key is revoked',
      () => test.as('accountAdmin', catalogue.keys.revoke.path, { keyId }),
      { code: ERRORS.keyWrong },
    ],
    [
      'its robot is retired',
      () => test.db.update(robots).set({ retiredAt: new Date() }).where(eq(robots.serialNumber, A.serialNumber)),
      {},
    ],
    ['its time is over', async () => test.later(READING_TOKEN_MS + 1), { code: 0 }],
  ])('ends when %s', async (_, act, next) => {
    const token = await tokenOf();
    const client = await withToken(token);
    await act();
    await soon(() => expect(isOpen(client)).toBe(false));
    await soon(() => expect(withToken(token)).rejects.toThrow());
    expect(await ask()).toMatchObject(next);
    await test.db.update(robots).set({ retiredAt: null }).where(eq(robots.serialNumber, A.serialNumber));
  });

  it('ends at once with its key, without waiting for the next check of all links', async () => {
    const { broker } = test.server.deps;
    const token = await tokenOf();
    const client = await withToken(token);
    expect(await broker.authFacts.screenLives(keyId, A.serialNumber)).toBe(true);
    const drop = vi.spyOn(broker, 'dropKey');
    // The key is still good, so that no check ends the link.
    broker.dropKey('another');
    await client.subscribeAsync(token.topics);
    expect(isOpen(client)).toBe(true);
    broker.dropKey(keyId);
    await soon(() => expect(isOpen(client)).toBe(false));
    await test.as('accountAdmin', catalogue.keys.revoke.path, { keyId });
    await soon(() => expect(drop.mock.calls).toEqual([['another'], [keyId], [keyId]]));
    drop.mockRestore();
  });

  it('ends at an external broker as well, and is not taken for a connection of the robot', async () => {
    const at = Date.now();
    const seen = { language: 'enUS' as const, seenAt: new Date(at) };
    const reading = readingClientIdOf('member', A.serialNumber, at + 60_000);
    const screen = screenClientIdOf(A.serialNumber, at + 60_000);
    const own = { userId: 'member', sessionId: 'session-member', serialNumber: A.serialNumber };
    await noteClient(test.db, { ...seen, ...own, clientId: reading });
    await noteClient(test.db, { ...seen, clientId: screen, userId: null, sessionId: keyId, serialNumber: null });
    await noteClient(test.db, { ...seen, ...one, clientId: A.serialNumber, userId: null, sessionId: null });
    // A robot chooses its client id itself.
    const alike = `${A.serialNumber}-${at}-r`;
    await noteClient(test.db, { ...seen, ...one, clientId: alike, userId: null, sessionId: null });
    const taken = (ms: number) => takeRevokedClients(test.db, new Date(at + ms), new Date(0));
    expect(await taken(0)).toEqual([]);
    expect((await takeRobotClients(test.db, A.serialNumber, new Date(at))).sort()).toEqual([A.serialNumber, alike]);
    await test.as('accountAdmin', catalogue.keys.revoke.path, { keyId });
    expect(await taken(0)).toEqual([screen]);
    expect(await taken(60_000)).toEqual([reading]);
  });

  it('is given to its own key only', async () => {
    await test.db.update(wallKeys).set({ kind: 'board', serialNumber: null });
    expect(await ask()).toMatchObject({ code: ERRORS.keyWrong });
  });
});
