/** The robot fleet of account administrators: registration, credentials that end at once, moving, retiring. */
import { eq, like } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import type { FleetRobot } from '../../../contract/entities/fleetRobot.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit, cruiseDefaults, cruisePaths, requests, leases, robots } from '../../../server/db/schema.ts';
import { freePort } from '../../fakes/freePort.ts';
import { scriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
let tcpPort = 0;
beforeAll(async () => {
  tcpPort = await freePort();
  test = await startTestServer({ environment: { MQTT_TCP_PORT: String(tcpPort) } });
});
afterAll(() => test.close());

const { robots: robotCalls, robotFleet: calls } = catalogue;
type Found = Answer<typeof calls.list>;
type Made = Answer<typeof robotCalls.register>;

const admin = (path: string, data: object = {}, language: 'en-us' | 'zh-cn' = 'en-us') =>
  test.as('accountAdmin', path, data, { language });
const answer = async <Data>(path: string, data: object = {}, language?: 'zh-cn'): Promise<Data> => {
  const reply = await admin(path, data, language);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const list = (filter: object = {}) => answer<Found>(calls.list.path, filter);
const rowOf = async (text: string): Promise<FleetRobot | undefined> => (await list({ text })).rows[0];
const actsOn = async (subject: string): Promise<string[]> =>
  (await test.db.select().from(audit).where(eq(audit.subject, subject)).orderBy(audit.id)).map(({ act }) => act);

let next = 0;
const register = async (more: object = {}): Promise<Made> =>
  answer<Made>(robotCalls.register.path, {
    serialNumber: `F-${++next}`,
    manufacturer: 'Acme',
    robotModel: 'P1',
    registerSiteId: A.siteId,
    ...more,
  });
const dial = ({ mqttUsername: username, mqttPassword: password }: Pick<Made, 'mqttUsername' | 'mqttPassword'>) =>
  mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
    username,
    password,
    clientId: `${username}-client`,
    reconnectPeriod: 0,
  });
const connect = (made: Pick<Made, 'mqttUsername' | 'mqttPassword'>): Promise<mqtt.MqttClient> => {
  const client = dial(made);
  return new Promise<mqtt.MqttClient>((resolve, reject) =>
    client.once('connect', () => resolve(client)).once('error', reject),
  );
};
const closed = (client: mqtt.MqttClient): Promise<void> =>
  new Promise((resolve) => void client.once('close', () => resolve()));
const addressOf = (serialNumber: string) => ({ interfaceName: 'uagv', manufacturer: 'Acme', serialNumber });
const seen = async (person: Person): Promise<string[]> =>
  ((await test.as(person, robotCalls.list.path, {})).data as { robots: Robot[] }).robots.map(
    ({ serialNumber }) => serialNumber,
  );

describe('the list', () => {
  it('has every robot, waiting ones first, with counts, sites and maps', async () => {
    const { rows, counts, sites, total } = await list({ ofSite: A.siteId });
    expect([total, rows.map(({ serialNumber }) => serialNumber)]).toEqual([2, [A.serialNumber, A2.serialNumber]]);
    expect(rows[0]).toMatchObject({
      robotNickName: 'Porter',
      names: { enUS: 'Porter', zhCN: '跑堂' },
      life: 'neverConnected',
      heard: false,
      bound: true,
      siteName: 'One',
      maps: [{ mapId: A.mapId, robotMapName: 'ground' }],
      password: 'issued',
      lastMessageAt: null,
      connection: { mqttUsername: A.serialNumber, topicPrefix: 'uagv/v2/Acme/A-1', caUrl: null },
    });
    expect(counts.neverConnected).toBeGreaterThanOrEqual(3);
    expect(sites.find(({ siteId }) => siteId === A.siteId)).toEqual({
      siteId: A.siteId,
      siteName: 'One',
      maps: [
        { mapId: A.mapId, mapName: 'Ground', floor: '1F' },
        { mapId: A2.mapId, mapName: 'Upper', floor: '2F' },
      ],
    });
    expect(JSON.stringify(rows)).not.toMatch(/hash/iu);
  });

  it('is filtered by text in any language, kind and stage', async () => {
    expect((await list({ text: '跑堂' })).rows.map(({ serialNumber }) => serialNumber)).toContain(A.serialNumber);
    expect((await list({ text: 'b-1', kind: 'disinfection' })).total).toBe(1);
    expect((await list({ text: 'b-1', kind: 'delivery' })).total).toBe(0);
    expect((await list({ ofSite: A.siteId, life: 'bound' })).total).toBe(0);
    expect((await list({ text: '%' })).total).toBe(0);
  });
});

describe('registration', () => {
  it('answers once with everything the robot needs, in both languages', async () => {
    const made = await register({ names: { enUS: 'Concierge', zhCN: '礼宾' } });
    expect(made).toMatchObject({
      mqttUsername: made.serialNumber,
      topicPrefix: `uagv/v2/Acme/${made.serialNumber}`,
      brokers: [
        { kind: 'webSocket', url: `${test.server.url.replace('http', 'ws')}/mqtt` },
        { kind: 'tcp', url: `mqtt://localhost:${tcpPort}` },
      ],
    });
    expect(await rowOf(made.serialNumber)).toMatchObject({
      names: { enUS: 'Concierge', zhCN: '礼宾' },
      // P1 determines the kind.
      kind: 'reception',
      life: 'neverConnected',
      claimable: true,
      passwordIssuedAt: expect.any(Number) as number,
    });
    const stored = JSON.stringify([
      await test.db.select().from(robots),
      await test.db.select().from(audit),
      await test.db.select().from(requests),
      test.logged,
    ]);
    for (const secret of [made.mqttPassword, made.claimCode]) expect(stored).not.toContain(secret);
  });

  it.each([
    ['another case of a known number', { serialNumber: 'a-1' }, 'serialNumberTaken'],
    ['a space', { serialNumber: 'A 9' }, 'fieldInvalid'],
    ['a wildcard', { serialNumber: 'A+9' }, 'fieldInvalid'],
    ['a level of a topic', { serialNumber: 'A/9' }, 'fieldInvalid'],
    ['another script', { serialNumber: '机器人' }, 'fieldInvalid'],
    ['an unknown site', { registerSiteId: 'nowhere' }, 'siteUnknown'],
    ['a map name of blanks', { maps: [{ registerMapId: A.mapId, robotMapName: '  ' }] }, 'parameterEmpty'],
    ['a map of another site', { maps: [{ registerMapId: B.mapId, robotMapName: 'x' }] }, 'mapUnknown'],
    ['an unknown model without a kind', { robotModel: 'Q7' }, 'parameterEmpty'],
  ] as const)('refuses %s', async (_, change, error) => {
    const before = await test.rowsIn(robots);
    expect(
      await admin(robotCalls.register.path, {
        serialNumber: 'A-9',
        manufacturer: 'Acme',
        robotModel: 'W1',
        registerSiteId: A.siteId,
        ...change,
      }),
    ).toMatchObject({ code: ERRORS[error] });
    expect(await test.rowsIn(robots)).toBe(before);
  });

  it('gives a name in one language to readers of both', async () => {
    const { serialNumber } = await register({ names: { enUS: 'Concierge', zhCN: '' } });
    expect(await rowOf(serialNumber)).toMatchObject({ names: { enUS: 'Concierge', zhCN: 'Concierge' } });
  });

  it('takes a model that nobody knows with its kind', async () => {
    const { serialNumber } = await register({ robotModel: 'Q7', kind: 'security' });
    expect(await rowOf(serialNumber)).toMatchObject({ robotModel: 'Q7', kind: 'security' });
  });

  it('names the robot that has a number while it is typed', async () => {
    const check = (typed: string) => answer(calls.checkSerialNumber.path, { typed });
    expect(await check(' a-1')).toEqual({
      takenBy: { serialNumber: A.serialNumber, robotNickName: 'Porter', retired: false },
    });
    expect(await check('A-1x')).toEqual({ takenBy: null });
  });

  it('of a list gives a zip with a working password for each robot, or registers none', async () => {
    const batch = { manufacturer: 'Acme', robotModel: 'W1', registerSiteId: A.siteId };
    const many = (serialNumbers: string[]) => admin(calls.registerMany.path, { ...batch, serialNumbers });
    expect(await many(['M-1', 'M-2', 'm-1'])).toMatchObject({ code: ERRORS.serialNumberTwice });
    expect(await many(['M-1', 'a-1'])).toMatchObject({ code: ERRORS.serialNumbersTaken });
    expect(await many(Array.from({ length: 201 }, (_, i) => `M-${i}`))).toMatchObject({ code: ERRORS.fieldInvalid });
    expect((await list({ text: 'M-' })).total).toBe(0);

    const { count, zip } = await answer<{ count: number; zip: string }>(calls.registerMany.path, {
      ...batch,
      serialNumbers: ['M-1', 'M:2'],
    });
    const files = unzipSync(Buffer.from(zip, 'base64'));
    expect([count, Object.keys(files)]).toEqual([2, ['M-1.json', 'M_2.json']]);
    const [first] = Object.values(files).map((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Made);
    expect(first).toMatchObject({ serialNumber: 'M-1', topicPrefix: 'uagv/v2/Acme/M-1' });
    if (first) (await connect(first)).end(true);
    expect(await actsOn('M:2')).toEqual(['robot.register']);
  });
});

describe('credentials', () => {
  it('that are renewed end an open link at once; revoked ones leave the robot without', async () => {
    const made = await register();
    const robot = await connect(made);
    const gone = closed(robot);
    const renewed = await answer<Made>(robotCalls.newPassword.path, { robotToRenew: made.serialNumber });
    await gone;
    await expect(connect(made)).rejects.toThrow('Not authorized');
    const again = await connect({ ...renewed });
    const goneAgain = closed(again);
    await answer(calls.revokePassword.path, { robotToRevoke: made.serialNumber });
    await goneAgain;
    await expect(connect(renewed)).rejects.toThrow('Not authorized');
    await expect(connect({ ...renewed, mqttPassword: '' })).rejects.toThrow();
    expect(await rowOf(made.serialNumber)).toMatchObject({ password: 'revoked', passwordIssuedAt: null });
    expect(await actsOn(made.serialNumber)).toEqual(['robot.register', 'robot.renewPassword', 'robot.revokePassword']);
  });

  it('have a new claim code that ends the old one, until the robot is bound', async () => {
    const { serialNumber, claimCode: old } = await register();
    const { claimCode } = await answer<Made>(calls.newClaim.path, { robotToClaim: serialNumber });
    expect(await test.as('stranger', robotCalls.bind.path, { code: old })).toMatchObject({
      code: ERRORS.claimCodeWrong,
    });
    expect(await test.as('stranger', robotCalls.bind.path, { code: claimCode })).toMatchObject({ code: 0 });
    expect(await admin(calls.newClaim.path, { robotToClaim: serialNumber })).toMatchObject({
      code: ERRORS.robotAlreadyBound,
    });
    expect(await rowOf(serialNumber)).toMatchObject({ bound: true, claimable: false });
  });

  it('make the robot connected with its first message', async () => {
    const made = await register();
    const robot = await scriptedRobot(dial(made), addressOf(made.serialNumber));
    await expect.poll(async () => (await rowOf(made.serialNumber))?.life).toBe('notBound');
    expect(await rowOf(made.serialNumber)).toMatchObject({ heard: true, online: true });
    await robot.leave();
  });
});

describe('changes', () => {
  it('of the name alone count as renaming; others keep what is left out', async () => {
    const { serialNumber } = await register({ robotModel: 'Q7', kind: 'security', robotNickName: 'Old' });
    const change = (data: object) => admin(calls.change.path, { robotToChange: serialNumber, ...data });
    expect(await change({ names: { enUS: 'New', zhCN: '' } })).toMatchObject({ code: 0 });
    expect(
      await change({ dialect: '1.1-actions', maps: [{ registerMapId: A.mapId, robotMapName: 'f1' }] }),
    ).toMatchObject({
      code: 0,
    });
    expect(await rowOf(serialNumber)).toMatchObject({
      names: { enUS: 'New', zhCN: 'New' },
      kind: 'security',
      dialect: '1.1-actions',
      maps: [{ mapId: A.mapId, robotMapName: 'f1' }],
    });
    expect(await change({ maps: [{ registerMapId: B.mapId, robotMapName: 'f1' }] })).toMatchObject({
      code: ERRORS.mapUnknown,
    });
    expect(await actsOn(serialNumber)).toEqual(['robot.register', 'robot.rename', 'robot.change']);
    expect(await admin(calls.change.path, { robotToChange: 'NO-1' })).toMatchObject({ code: ERRORS.robotUnknown });
  });
});

describe('moving to another site', () => {
  it('says what stays behind, drops it, and keeps the users', async () => {
    const { serialNumber, claimCode } = await register({ maps: [{ registerMapId: A.mapId, robotMapName: 'g' }] });
    await test.as('stranger', robotCalls.bind.path, { code: claimCode });
    await test.db.insert(cruisePaths).values({
      id: 'stays',
      mapId: A.mapId,
      name: 'Round',
      stops: [],
      createdBy: 'member',
      createdAt: new Date(),
    });
    await test.db.insert(cruiseDefaults).values({ serialNumber, pathId: 'stays' });
    expect(await answer(calls.belongings.path, { robotToMove: serialNumber })).toEqual({
      maps: ['Ground'],
      defaultRoute: 'Round',
      routes: 1,
      points: 2,
      tasks: 0,
      deliveries: { handedOn: 0, failing: 0 },
      obstacle: null,
    });
    const move = (data: object) => admin(calls.move.path, { robotToMove: serialNumber, ...data });
    expect(await move({ toSiteId: A.siteId })).toMatchObject({ code: ERRORS.sameSite });
    expect(await move({ toSiteId: 'nowhere' })).toMatchObject({ code: ERRORS.siteUnknown });
    expect(await move({ toSiteId: B.siteId, maps: [{ registerMapId: A.mapId, robotMapName: 'x' }] })).toMatchObject({
      code: ERRORS.mapUnknown,
    });
    expect(await rowOf(serialNumber)).toMatchObject({ siteId: A.siteId });
    expect(await move({ toSiteId: B.siteId, maps: [{ registerMapId: B.mapId, robotMapName: 'x' }] })).toMatchObject({
      code: 0,
    });
    expect(await rowOf(serialNumber)).toMatchObject({
      siteId: B.siteId,
      maps: [{ mapId: B.mapId, robotMapName: 'x' }],
    });
    expect(await test.db.select().from(cruiseDefaults).where(eq(cruiseDefaults.serialNumber, serialNumber))).toEqual(
      [],
    );
    expect(await seen('stranger')).toContain(serialNumber);
  });

  it('is refused while the robot drives, is stopped or is driven by hand', async () => {
    const made = await register();
    const { serialNumber } = made;
    await test.as('stranger', robotCalls.bind.path, { code: made.claimCode });
    const robot = await scriptedRobot(dial(made), addressOf(serialNumber));
    const code = async (call: 'move' | 'retire') =>
      call === 'move'
        ? (await admin(calls.move.path, { robotToMove: serialNumber, toSiteId: B.siteId })).code
        : (await admin(calls.retire.path, { robotToRetire: serialNumber })).code;
    await robot.state({ driving: true });
    await expect.poll(() => test.server.deps.fleet.live(serialNumber, 'enUS').driving).toBe(true);
    expect([await code('move'), await code('retire')]).toEqual([ERRORS.robotMoving, ERRORS.robotMoving]);
    expect(await answer(calls.belongings.path, { robotToMove: serialNumber })).toMatchObject({
      obstacle: ERRORS.robotMoving,
    });

    await robot.state({ driving: false });
    await expect.poll(() => test.server.deps.fleet.live(serialNumber, 'enUS').driving).toBe(false);
    await test.db.insert(leases).values({
      serialNumber,
      number: 1,
      holderId: 'stranger',
      holderName: 'Stranger',
      holderClientId: 'tab',
      since: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    });
    await expect.poll(() => test.server.deps.fleet.live(serialNumber, 'enUS').leaseHolder).toBe('Stranger');
    expect([await code('move'), await code('retire')]).toEqual([ERRORS.robotTaken, ERRORS.robotTaken]);
    await test.db.delete(leases).where(eq(leases.serialNumber, serialNumber));
    await expect.poll(() => test.server.deps.fleet.live(serialNumber, 'enUS').leaseHolder).toBeNull();

    expect(await test.as('stranger', catalogue.commands.stop.path, { serialNumber })).toMatchObject({ code: 0 });
    expect(await code('move')).toBe(ERRORS.robotTaken);
    await robot.leave();
  });
});

describe('the export', () => {
  it('has every robot of the filter, in the reader’s language, with times in the zone that the headers name', async () => {
    const added = Array.from({ length: 1_100 }, (_, i) => ({
      serialNumber: `EXP-${String(i).padStart(4, '0')}`,
      manufacturer: 'Exporter, Ltd',
      interfaceName: 'uagv',
      model: 'W1',
      kind: 'delivery' as const,
      name: { enUS: 'Porter "X"', zhCN: '搬运工' },
      siteId: A.siteId,
      dialect: 'both' as const,
      passwordHash: '',
      registeredAt: new Date('2026-06-01T12:00:00Z'),
    }));
    await test.db.insert(robots).values(added);
    try {
      const csv = async (data: object, language?: 'zh-cn'): Promise<string[]> =>
        String((await admin(calls.export.path, data, language)).data)
          .trimEnd()
          .split('\r\n');
      const [head, ...lines] = await csv({ text: 'exporter', timeZone: 'Europe/Berlin' });
      expect(head).toContain('"Registered (Europe/Berlin)","Last message (Europe/Berlin)"');
      expect(lines).toHaveLength(1_100);
      expect(new Set(lines).size).toBe(1_100);
      expect(lines[0]).toMatch(
        /^"Porter ""X""","EXP-0000","Exporter, Ltd","W1","Delivery",.*"2026-06-01 14:00:00","",""$/u,
      );
      const [chinese, first] = await csv({ text: 'EXP-0003', timeZone: 'UTC' }, 'zh-cn');
      expect(chinese).toContain('"登记时间 (UTC)"');
      expect(first).toMatch(/^"搬运工","EXP-0003".*"从未连接","2026-06-01 12:00:00"/u);
      expect(await csv({ text: 'exporter', life: 'retired' })).toHaveLength(1);
      expect(await actsOn('fleet')).toContain('robot.exportFleet');
    } finally {
      await test.db.delete(robots).where(like(robots.serialNumber, 'EXP-%'));
    }
  });
});

describe('a retired robot', () => {
  it('is disconnected, in no list, takes no command, and comes back with a new password', async () => {
    const made = await register();
    const { serialNumber } = made;
    await test.as('stranger', robotCalls.bind.path, { code: made.claimCode });
    const client = dial(made);
    await scriptedRobot(client, addressOf(serialNumber));
    await expect.poll(async () => (await rowOf(serialNumber))?.life).toBe('bound');
    const { rights, fleet } = test.server.deps;
    await expect.poll(() => rights.standing('stranger', serialNumber).relation).toBe('superAdmin');

    const cleared = async () =>
      (await test.db.select().from(robots).where(eq(robots.serialNumber, serialNumber)))[0]?.drivingClearedAt;
    await test.db.update(robots).set({ drivingClearedAt: new Date() }).where(eq(robots.serialNumber, serialNumber));
    const gone = closed(client);
    await answer(calls.retire.path, { robotToRetire: serialNumber });
    await gone;
    await expect(connect(made)).rejects.toThrow('Not authorized');
    expect(await seen('stranger')).not.toContain(serialNumber);
    // A read that began before can still be under way; the next one follows its notification.
    await expect.poll(() => fleet.fleetCache.robot(serialNumber)).toBeUndefined();
    await expect.poll(() => fleet.fleetCache.robotsOf('stranger').has(serialNumber)).toBe(false);
    await expect.poll(() => rights.standing('stranger', serialNumber).relation).toBeNull();
    const stop = await test.as('stranger', catalogue.commands.stop.path, { serialNumber });
    expect(stop.code).not.toBe(0);
    expect(await test.as('stranger', catalogue.commands.charge.path, { serialNumber })).toMatchObject({
      code: ERRORS.robotRetired,
    });
    expect(await test.as('stranger', robotCalls.detail.path, { serialNumber })).toMatchObject({
      code: ERRORS.robotRetired,
    });
    expect(await test.as('stranger', robotCalls.mqttConfig.path, { serialNumber })).toMatchObject({
      code: ERRORS.robotRetired,
    });
    expect(await admin(robotCalls.newPassword.path, { robotToRenew: serialNumber })).toMatchObject({
      code: ERRORS.robotRetired,
    });
    expect(await admin(calls.retire.path, { robotToRetire: serialNumber })).toMatchObject({
      code: ERRORS.robotRetired,
    });
    // Its records stay readable, and administrators still find it.
    expect(await test.as('stranger', catalogue.commands.list.path, { serialNumber })).toMatchObject({ code: 0 });
    expect(await rowOf(serialNumber)).toMatchObject({ life: 'retired', online: false, bound: true });
    expect(await answer(calls.checkSerialNumber.path, { typed: serialNumber })).toMatchObject({
      takenBy: { retired: true },
    });

    const back = await answer<Made>(calls.reinstate.path, { robotToReinstate: serialNumber });
    expect(await cleared()).toBeNull();
    await expect(connect(made)).rejects.toThrow('Not authorized');
    (await connect(back)).end(true);
    expect(await seen('stranger')).toContain(serialNumber);
    expect(await admin(calls.reinstate.path, { robotToReinstate: serialNumber })).toMatchObject({
      code: ERRORS.robotNotRetired,
    });
    expect(await actsOn(serialNumber)).toEqual(['robot.register', 'robot.bind', 'robot.retire', 'robot.reinstate']);
  });

  it('gives nobody a claim, though its code was unused', async () => {
    const { serialNumber, claimCode } = await register();
    await answer(calls.retire.path, { robotToRetire: serialNumber });
    expect(await test.as('stranger', robotCalls.bind.path, { code: claimCode })).toMatchObject({
      code: ERRORS.claimCodeWrong,
    });
  });

  it('can be moved, so that its site can be deleted', async () => {
    const saved = await answer<{ siteId: string }>(catalogue.sites.save.path, {
      name: { zhCN: '旧楼', enUS: 'Old wing' },
      timeZone: 'Europe/Berlin',
      address: '',
    });
    const { serialNumber } = await register({ registerSiteId: saved.siteId });
    await answer(calls.retire.path, { robotToRetire: serialNumber });
    const remove = () => admin(catalogue.sites.remove.path, { siteId: saved.siteId, revision: 0 });
    expect(await remove()).toMatchObject({ code: ERRORS.siteInUse });
    expect(await answer(calls.belongings.path, { robotToMove: serialNumber })).toMatchObject({ obstacle: null });
    await answer(calls.move.path, { robotToMove: serialNumber, toSiteId: A.siteId, maps: [] });
    expect(await remove()).toMatchObject({ code: 0 });
    expect(await rowOf(serialNumber)).toMatchObject({ life: 'retired', siteId: A.siteId });
  });
});
