/** Robots as their users see them, and how a new robot is registered and bound. */
import { eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Robot, RobotDetail } from '../../../contract/entities/robot.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit, robots } from '../../../server/db/schema.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const calls = catalogue.robots;
const answer = async <Data>(
  person: Person,
  path: string,
  data: unknown,
  language: 'en-us' | 'zh-cn' = 'en-us',
): Promise<Data> => {
  const reply = await test.as(person, path, data, { language });
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const serials = (found: readonly Robot[]): string[] => found.map(({ serialNumber }) => serialNumber);

describe('lists', () => {
  it("hold the caller's robots alone, by view, by flag, in the reader's language", async () => {
    const all = (data: object = {}, person: Person = 'superAdmin') =>
      answer<{ serverTime: number; robots: Robot[] }>(person, calls.list.path, data);
    expect(serials((await all()).robots)).toEqual([A.serialNumber, A2.serialNumber, B.serialNumber]);
    expect(serials((await all({ robotView: 's' })).robots)).toEqual([A2.serialNumber]);
    expect(serials((await all({ superAdminUser: true }, 'robotAdmin')).robots)).toEqual([]);
    expect(serials((await all({ superAdminUser: true, navigationRobot: true })).robots)).toHaveLength(3);
    for (const person of ['stranger', 'unauthorised', 'accountAdmin'] as const)
      expect((await all({}, person)).robots).toEqual([]);
    expect((await answer<Robot[]>('member', calls.listOfView.path, { robotView: 'w' }, 'zh-cn'))[0]).toMatchObject({
      serialNumber: A.serialNumber,
      robotNickName: '跑堂',
      onLineStatus: '0',
      actionStatus: '0',
      relation: 'member',
      navigation: true,
      takesCalls: false,
      live: { connection: 'offline', at: null, status: 'offline' },
    });
    const { fleetCache } = test.server.deps.fleet;
    const abilities = fleetCache.abilitiesOf(A.serialNumber);
    fleetCache.patch(A.serialNumber, { abilities: { ...abilities, actions: ['calls', 'privateCommands'] } });
    expect((await answer<Robot[]>('member', calls.listOfView.path, { robotView: 'w' }))[0]?.takesCalls).toBe(true);
    fleetCache.patch(A.serialNumber, { abilities });
    expect(await answer('superAdmin', calls.serialNumbers.path, { robotModel: 'S2' })).toEqual([A2.serialNumber]);
  });

  it('counts by view', async () => {
    expect(await answer('superAdmin', calls.modelCount.path, {})).toEqual({ total: 3, w: 1, xp: 0, s: 1, d: 1 });
    expect(await answer('stranger', calls.modelCount.path, {})).toEqual({ total: 0, w: 0, xp: 0, s: 0, d: 0 });
  });
});

describe('one robot', () => {
  it('is told in full: topics, abilities, maps', async () => {
    const detail = await answer<RobotDetail>('member', calls.detail.path, {
      serialNumber: A.serialNumber,
      clientId: 'x',
    });
    expect(detail).toMatchObject({
      robotMqtt: { mqttSubTopic: 'uagv/v2/Acme/A-1', mqttPubTopic: 'uagv/v2/Acme/A-1/+' },
      dialect: '2.x',
      simulated: false,
      runTime: null,
      maps: [{ mapId: A.mapId, robotMapName: 'ground' }],
      // No factsheet yet: the standard's core, and none of the Roundhouse extensions.
      abilities: {
        navigate: true,
        pause: true,
        charge: true,
        relocate: true,
        cancel: true,
        teleop: false,
        video: false,
        audio: false,
      },
    });
  });

  it("says what the caller's relation and role allow", async () => {
    const relation = (person: Person) =>
      answer<{ relation: string; rights: string[] }>(person, calls.relation.path, { serialNumber: A.serialNumber });
    expect(await relation('viewer')).toMatchObject({ relation: 'member', rights: ['read', 'stop'] });
    expect(await relation('superAdmin')).toMatchObject({
      relation: 'superAdmin',
      isRobotAdmin: true,
      rights: ['read', 'stop', 'operate', 'administer', 'own'],
    });
  });

  it('is renamed, which stays on record with what it was', async () => {
    await answer('robotAdmin', calls.rename.path, { serialNumber: A.serialNumber, robotNickName: '  New name ' });
    expect(
      (await answer<RobotDetail>('member', calls.detail.path, { serialNumber: A.serialNumber })).robotNickName,
    ).toBe('New name');
    const [entry] = await test.db.select().from(audit).where(eq(audit.act, 'robot.rename'));
    expect(entry).toMatchObject({
      userId: 'robotAdmin',
      subject: A.serialNumber,
      before: { name: { enUS: 'Porter', zhCN: '跑堂' } },
      after: { name: 'New name' },
    });
  });

  it('has no Agora tokens while Agora is not configured', async () => {
    for (const { path } of [calls.agoraRtc, calls.agoraRtm])
      expect(await test.as('member', path, { serialNumber: A.serialNumber })).toMatchObject({
        code: ERRORS.agoraNotConfigured,
      });
  });
});

interface MqttConfig {
  url: string;
  clientId: string;
  username: string;
  password: string;
  topics: string[];
}
const connect = (config: Omit<MqttConfig, 'url' | 'topics'>): Promise<mqtt.MqttClient> => {
  const client = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, { ...config, reconnectPeriod: 0 });
  return new Promise((resolve, reject) => client.once('connect', () => resolve(client)).once('error', reject));
};

describe('MQTT credentials', () => {
  it("open the account's feed, and a robot's topics with its signalling", async () => {
    const account = await answer<MqttConfig>('member', calls.mqttConfig.path, { serialNumber: '' });
    expect(account).toMatchObject({ url: '/mqtt', topics: ['users/member/fleet', 'users/member/notices'] });
    const robot = await answer<MqttConfig>('member', calls.mqttConfig.path, {
      serialNumber: A.serialNumber,
      clientId: 'tab-1',
      language: 'enUS',
    });
    expect(robot.topics).toEqual(['uagv/v2/Acme/A-1/+', `rtc/A-1/${robot.clientId}/down`]);
    for (const config of [account, robot]) {
      const client = await connect(config);
      expect((await client.subscribeAsync(config.topics)).map(({ qos }) => qos)).toEqual([0, 0]);
      client.end(true);
    }
  });
});

describe('registering and binding', () => {
  const good = {
    serialNumber: 'N-1',
    manufacturer: 'Other',
    robotModel: 'X9',
    kind: 'reception',
    robotNickName: 'Newcomer',
    dialect: '1.1-actions',
    registerSiteId: A.siteId,
    maps: [{ registerMapId: A.mapId, robotMapName: 'floor one' }],
  };
  const register = (data: object = {}) => test.as('accountAdmin', calls.register.path, { ...good, ...data });

  it.each([
    ['a taken serial number', { serialNumber: A.serialNumber }, 'serialNumberTaken', 'serialNumber'],
    ['the word for an account', { serialNumber: 'account' }, 'serialNumberTaken', 'serialNumber'],
    ['an unknown site', { registerSiteId: 'no-site' }, 'siteUnknown', 'registerSiteId'],
    [
      'a map of another site',
      { maps: [{ registerMapId: B.mapId, robotMapName: 'x' }] },
      'mapUnknown',
      'maps.0.registerMapId',
    ],
    [
      'a map name twice',
      { maps: [A.mapId, A2.mapId].map((registerMapId) => ({ registerMapId, robotMapName: 'x' })) },
      'fieldInvalid',
      'maps.1.robotMapName',
    ],
    ['a model that tells no kind, without one', { kind: undefined }, 'parameterEmpty', 'kind'],
    ['a serial number that no topic can carry', { serialNumber: 'N/1' }, 'fieldInvalid', 'serialNumber'],
  ] as const)('refuses %s', async (_, change, error, field) => {
    expect(await register(change)).toMatchObject({ code: ERRORS[error], data: { field } });
  });

  it('gives password and claim code once, hashed in the database; the claim binds once and makes a super administrator', async () => {
    const { data } = await register();
    const made = data as {
      mqttUsername: string;
      mqttPassword: string;
      mqttUrl: string;
      claimCode: string;
      claimQr: string;
    };
    expect(made).toMatchObject({ mqttUsername: 'N-1', mqttUrl: `${test.server.url.replace('http', 'ws')}/mqtt` });
    expect(made.mqttPassword.length).toBeGreaterThanOrEqual(32);
    expect(made.claimCode).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/u);
    expect(made.claimQr).toMatch(/^data:image\/svg\+xml;base64,/u);
    const [row] = await test.db.select().from(robots).where(eq(robots.serialNumber, 'N-1'));
    expect(JSON.stringify([row, await test.db.select().from(audit)])).not.toMatch(
      new RegExp(`${made.mqttPassword}|${made.claimCode}`, 'u'),
    );

    const robot = await connect({ clientId: 'any', username: made.mqttUsername, password: made.mqttPassword });
    expect(
      await test.as('stranger', calls.bind.path, { code: made.claimCode.toLowerCase().replaceAll('-', ' ') }),
    ).toMatchObject({ code: 0, data: { serialNumber: 'N-1' } });
    expect(await test.as('member', calls.bind.path, { code: made.claimCode })).toMatchObject({
      code: ERRORS.claimCodeWrong,
    });
    expect(await answer('stranger', calls.relation.path, { serialNumber: 'N-1' })).toMatchObject({
      relation: 'superAdmin',
    });

    const closed = new Promise<void>((resolve) => robot.once('close', () => resolve()));
    const { data: renewed } = await test.as('accountAdmin', calls.newPassword.path, { robotToRenew: 'N-1' });
    await closed;
    await expect(connect({ clientId: 'any', username: 'N-1', password: made.mqttPassword })).rejects.toThrow(
      'Not authorized',
    );
    (
      await connect({ clientId: 'any', username: 'N-1', password: (renewed as { mqttPassword: string }).mqttPassword })
    ).end(true);
  });

  it('cannot renew the password of a robot that is not there', async () => {
    expect(await test.as('accountAdmin', calls.newPassword.path, { robotToRenew: 'NO-1' })).toMatchObject({
      code: ERRORS.robotUnknown,
    });
  });
});
