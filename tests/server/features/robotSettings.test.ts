/** Settings of a robot, from a person's call to the robot and back; what a robot learned. */
import { eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { RobotSettings } from '../../../contract/entities/robotSettings.ts';
import type { LearningRecord } from '../../../contract/entities/learningRecord.ts';
import { PRIVACY_POLICY_VERSION, SETTINGS_RETRY_MS } from '../../../contract/rules/robotSettings.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit, learningRecords, robots, robotSettings, robotEvents } from '../../../server/db/schema.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, type Person, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const {
  all,
  saveOfType,
  saveBasic,
  learning,
  keepLearning,
  forgetLearning,
  accessToken,
  battery,
  busy,
  wheelLock,
  info,
} = catalogue.robotSettings;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 30 });
const SETTINGS = ['frontLight', 'volume', 'timedRefresh', 'frontLightOnBelow', 'frontLightOffAbove', 'welcomeWord'];
const factsheet = {
  ...FACTSHEET,
  protocolFeatures: {
    agvActions: [
      ...FACTSHEET.protocolFeatures.agvActions,
      ...['keepLearning', 'forgetLearning'].map((actionType) => ({ actionType, actionScopes: ['INSTANT' as const] })),
      {
        actionType: 'applySettings',
        actionScopes: ['INSTANT' as const],
        actionParameters: SETTINGS.map((key) => ({ key, valueDataType: 'STRING' })),
      },
    ],
  },
};
const one = { serialNumber: A.serialNumber };

let test: TestServer;
let robot: ScriptedRobot;
let counted = 0;
const connect = async (): Promise<ScriptedRobot> => {
  const connected = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: A.serialNumber,
      password: 'secret',
      clientId: `robot-${++counted}`,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber },
  );
  await connected.say('factsheet', factsheet, { retain: true });
  await connected.say('connection', { connectionState: 'ONLINE' }, { retain: true });
  await connected.state();
  return connected;
};
const tell = (event: Record<string, unknown>): Promise<void> =>
  robot.say('private/events', { id: `e-${++counted}`, at: Date.now(), event });
const report = (version: number, values: Record<string, unknown>, refused: unknown[] = []) =>
  tell({ type: 'settings', version, values, refused });
const as = (person: Person, path: string, data: Record<string, unknown>) => test.as(person, path, { ...one, ...data });
const read = async (): Promise<RobotSettings> => (await as('viewer', all.path, {})).data as RobotSettings;
const row = async (name: string) => (await read()).settings.find((setting) => setting.name === name);
const save = async (values: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  as('robotAdmin', saveOfType.path, { settingType: 'volume', values, ...more });
const applied = () => robot.actions().filter(({ actionType }) => actionType === 'applySettings');
const parameter = (key: string) =>
  applied()
    .at(-1)
    ?.actionParameters.find((one) => one.key === key)?.value;

beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [robotSettings, learningRecords, audit]) await test.db.delete(table);
  robot = await connect();
  await soon(async () => expect((await read()).settings).toHaveLength(SETTINGS.length));
  await soon(async () => expect((await read()).online).toBe(true));
});
afterEach(() => robot.leave());

describe('a setting', () => {
  it('is sent at once, pending until the robot reports its version, and audited', async () => {
    await report(0, { volume: 60 });
    await soon(async () => expect(await row('volume')).toMatchObject({ state: 'reported', reported: { value: 60 } }));
    expect(await save({ volume: 80 })).toMatchObject({ code: 0, data: { version: 1 } });
    await soon(() => expect(parameter('values')).toEqual({ volume: 80 }));
    expect(parameter('version')).toBe(1);
    expect(await row('volume')).toMatchObject({ state: 'pending', wanted: { value: 80, by: 'robotAdmin' } });
    await report(1, { volume: 80 });
    await soon(async () => expect(await row('volume')).toMatchObject({ state: 'reported', reported: { value: 80 } }));
    expect((await test.db.select().from(audit)).filter(({ act }) => act === 'robot.changeSettings')).toMatchObject([
      { userId: 'robotAdmin', subject: A.serialNumber, before: { volume: 60 }, after: { volume: 80 } },
    ]);
    // The robot's other value shows, without anybody having set it.
    await report(1, { volume: 20 });
    await soon(async () => expect(await row('volume')).toMatchObject({ state: 'differs', reported: { value: 20 } }));
    expect(await test.db.select().from(robotEvents).where(eq(robotEvents.serialNumber, A.serialNumber))).toEqual([]);
  });

  it('that the robot refuses shows its reason', async () => {
    await save({ volume: 80 });
    await report(1, { volume: 60 }, [
      { name: 'volume', reason: 'The amplifier is hot.' },
      { name: 'no', reason: 'x' },
    ]);
    await soon(async () =>
      expect(await row('volume')).toMatchObject({ state: 'refused', refused: { reason: 'The amplifier is hot.' } }),
    );
  });

  it('waits for an offline robot, and is sent when it is back', async () => {
    await robot.leave();
    await soon(async () => expect((await read()).online).toBe(false));
    await save({ volume: 33 });
    expect(await row('volume')).toMatchObject({ state: 'waiting' });
    robot = await connect();
    await soon(() => expect(parameter('values')).toEqual({ volume: 33 }));
  });

  it('is not sent again once the robot has reported its version', async () => {
    await save({ volume: 34 });
    await report(1, { volume: 34 });
    await soon(async () => expect(await row('volume')).toMatchObject({ state: 'reported' }));
    await robot.leave();
    robot = await connect();
    await save({ volume: 35 });
    await soon(() => expect(applied().length).toBeGreaterThan(0));
    expect(
      applied().map(({ actionParameters }) => actionParameters.find(({ key }) => key === 'version')?.value),
    ).not.toContain(1);
  });

  it('is sent again to a robot that was restored to an older version, but not for a report that was delayed', async () => {
    await save({ volume: 41 });
    await save({ volume: 42 });
    await report(2, { volume: 42 });
    await soon(async () => expect(await row('volume')).toMatchObject({ state: 'reported' }));
    const sends = applied().length;
    // Handled in order: the second report shows that the first was ignored.
    await report(1, { volume: 41 });
    await report(2, { volume: 42, frontLight: true });
    await soon(async () => expect(await row('frontLight')).toMatchObject({ reported: { value: true } }));
    expect(await row('volume')).toMatchObject({ state: 'reported', reported: { value: 42 } });
    const past = new Date(Date.now() - SETTINGS_RETRY_MS);
    await test.db.update(robotSettings).set({ reportedAt: past, sentAt: past });
    await report(1, { volume: 41 });
    await soon(() => expect(applied().length).toBeGreaterThan(sends));
    expect([parameter('version'), parameter('values')]).toEqual([2, { volume: 42 }]);
  });

  it('ignores a version that was never saved', async () => {
    await report(999, { volume: 60 });
    await soon(async () => expect(await row('volume')).toMatchObject({ reported: { value: 60 } }));
    await save({ volume: 61 });
    expect(await row('volume')).toMatchObject({ state: 'pending' });
  });
});

describe('a save', () => {
  it('with an old version is refused, names what changed, and changes nothing', async () => {
    await save({ volume: 40 }, { version: 0 });
    expect(await save({ volume: 50 }, { version: 0 })).toMatchObject({
      code: ERRORS.settingsChanged,
      data: { words: { settings: 'volume' } },
    });
    expect(await row('volume')).toMatchObject({ wanted: { value: 40 } });
  });

  it.each([
    ['a value out of range', { volume: 101 }, ERRORS.fieldInvalid],
    ['a setting of another type', { frontLight: true }, ERRORS.fieldInvalid],
    ['an unknown setting', { colour: 1 }, ERRORS.fieldInvalid],
    ['nothing', {}, ERRORS.fieldInvalid],
  ])('of %s is refused', async (_, values, code) => {
    expect(await save(values)).toMatchObject({ code });
    expect((await read()).version).toBe(0);
  });

  it('of a setting that the robot does not announce is refused', async () => {
    expect(await as('robotAdmin', saveBasic.path, { values: { headVertical: 20 } })).toMatchObject({
      code: ERRORS.robotCannot,
    });
  });

  it('of a threshold that does not fit to the other is refused', async () => {
    await report(0, { frontLightOnBelow: 20, frontLightOffAbove: 35 });
    await soon(async () => expect(await row('frontLightOffAbove')).toMatchObject({ reported: { value: 35 } }));
    expect(await as('robotAdmin', saveBasic.path, { values: { frontLightOnBelow: 40 } })).toMatchObject({
      code: ERRORS.fieldInvalid,
    });
  });

  it('is for administrators of the robot only', async () => {
    for (const person of ['viewer', 'member'] as const)
      expect(await as(person, saveOfType.path, { settingType: 'volume', values: { volume: 1 } })).toMatchObject({
        code: ERRORS.notAllowed,
      });
  });

  it('of still pictures needs the current privacy policy, once', async () => {
    const refresh = (more: Record<string, unknown> = {}) =>
      save({ timedRefresh: 60 }, { settingType: 'timedRefresh', ...more });
    expect(await refresh()).toMatchObject({ code: ERRORS.privacyPolicyNeeded });
    expect(await refresh({ privacyPolicyVersion: '1999-01' })).toMatchObject({ code: ERRORS.privacyPolicyNeeded });
    expect(await refresh({ privacyPolicyVersion: PRIVACY_POLICY_VERSION })).toMatchObject({ code: 0 });
    expect((await read()).policy).toMatchObject({ version: PRIVACY_POLICY_VERSION, by: 'robotAdmin' });
    expect(await refresh()).toMatchObject({ code: 0 });
  });
});

describe('a learning record', () => {
  const learned = (more: Record<string, unknown> = {}) =>
    tell({
      type: 'learned',
      learningId: 'l1',
      kind: 'word',
      what: 'linen chute',
      from: 'Corridor W',
      byStranger: true,
      inUse: false,
      uses: 0,
      ...more,
    });
  const records = async () => ((await as('viewer', learning.path, {})).data as { records: LearningRecord[] }).records;
  const decide = (path: string) => as('robotAdmin', path, { learningId: 'l1' });

  it('waits for a decision, is kept, and is in use once the robot says so', async () => {
    await learned();
    await soon(async () => expect(await records()).toMatchObject([{ state: 'waiting' }]));
    expect(await decide(keepLearning.path)).toMatchObject({ code: 0 });
    expect(await records()).toMatchObject([{ state: 'keeping' }]);
    await soon(() => expect(robot.actions().some(({ actionType }) => actionType === 'keepLearning')).toBe(true));
    await learned({ inUse: true });
    await soon(async () => expect(await records()).toMatchObject([{ state: 'inUse' }]));
  });

  it('says who taught it: as the robot does, else what follows from the rest; a stranger waits whatever is said', async () => {
    await learned({ learningId: 'l2', from: 'Lobby', byStranger: false, teacher: { kind: 'known', name: 'Lin Wei' } });
    await learned({ learningId: 'l3', from: '', byStranger: false });
    await learned({ learningId: 'l4', byStranger: false, teacher: { kind: 'stranger', name: 'Nobody' } });
    await learned({ learningId: 'l5', byStranger: false });
    const teachers = async () =>
      Object.fromEntries(
        (await records()).map(({ learningId, teacher, state }) => [
          learningId,
          `${teacher?.kind} ${teacher?.name} ${state}`,
        ]),
      );
    const first = { l2: 'known Lin Wei unused', l3: 'self  unused', l4: 'stranger  waiting', l5: 'known  unused' };
    await soon(async () => expect(await teachers()).toEqual(first));
    // A robot after an update adds who it was; it cannot change who it was.
    await learned({ learningId: 'l5', byStranger: false, teacher: { kind: 'known', name: 'Grace' } });
    await learned({ learningId: 'l2', byStranger: false, teacher: { kind: 'self' }, uses: 1 });
    await soon(async () => expect(await teachers()).toEqual({ ...first, l5: 'known Grace unused' }));
    await soon(async () => expect((await records()).find(({ learningId }) => learningId === 'l2')?.uses).toBe(1));
    expect((await teachers())['l2']).toBe('known Lin Wei unused');
  });

  it('can be kept until it is due, and is gone only when the robot says so', async () => {
    await learned({ inUse: true });
    await soon(async () => expect(await records()).toHaveLength(1));
    await decide(forgetLearning.path);
    expect(await records()).toMatchObject([{ state: 'forgetting' }]);
    // A robot cannot shorten the time for undoing it.
    await tell({ type: 'forgotten', learningId: 'l1' });
    await decide(keepLearning.path);
    await soon(async () => expect(await records()).toMatchObject([{ state: 'inUse' }]));
    await decide(forgetLearning.path);
    await test.db.update(learningRecords).set({ forgetAt: new Date(Date.now() - 1000) });
    expect(await records()).toMatchObject([{ state: 'deleting' }]);
    expect(await decide(keepLearning.path)).toMatchObject({ code: ERRORS.learningDeleted });
    await soon(() => expect(robot.actions().some(({ actionType }) => actionType === 'forgetLearning')).toBe(true));
    await tell({ type: 'forgotten', learningId: 'l1' });
    await soon(async () => expect(await records()).toMatchObject([{ state: 'forgotten' }]));
  });
});

it('a reading token reads the topics of its robot, and cannot command it', async () => {
  const { data } = await as('member', accessToken.path, {});
  const { clientId, username, token, topics } = data as Record<string, string> & { topics: string[] };
  const client = await mqtt.connectAsync(`${test.server.url.replace('http', 'ws')}/mqtt`, {
    clientId: clientId ?? '',
    username: username ?? '',
    password: token ?? '',
    reconnectPeriod: 0,
  });
  try {
    expect((await client.subscribeAsync(topics[0] ?? '')).map(({ qos }) => qos)).toEqual([0]);
    await expect(client.subscribeAsync(`uagv/v2/Acme/${A.serialNumber}/private/commands`)).rejects.toThrow();
    const before = robot.actions().length;
    client.publish(`uagv/v2/Acme/${A.serialNumber}/instantActions`, JSON.stringify({ actions: [] }));
    client.publish(`uagv/v2/Acme/${A.serialNumber}/teleop/1`, JSON.stringify({ lease: 1 }));
    await test.as('member', busy.path, one);
    expect(robot.actions()).toHaveLength(before);
  } finally {
    await client.endAsync(true);
  }
});

it('tells why a robot is busy, whether its wheels are locked, and what it reports about its devices', async () => {
  await robot.state({
    safetyState: { eStop: 'MANUAL', fieldViolation: false },
    information: [
      { infoType: 'battery', infoLevel: 'DEBUG', infoReferences: [{ referenceKey: 'cycles', referenceValue: '412' }] },
    ],
  });
  await soon(async () =>
    expect((await as('viewer', busy.path, {})).data).toMatchObject({ busy: true, why: 'emergencyStop' }),
  );
  expect((await as('viewer', wheelLock.path, {})).data).toMatchObject({ locked: true, why: 'emergencyStop' });
  expect((await as('viewer', info.path, { infoType: 'battery' })).data).toMatchObject({ info: { cycles: 412 } });
});

it('tells by type what the robot reports about itself', async () => {
  const reported = (infoType: string, values: Record<string, string>) => ({
    infoType,
    infoLevel: 'DEBUG' as const,
    infoReferences: Object.entries(values).map(([referenceKey, referenceValue]) => ({ referenceKey, referenceValue })),
  });
  await report(0, { volume: 35, frontLight: true });
  await robot.state({
    information: [
      reported('battery', { cycles: '412' }),
      reported('network', { strength: '-61', name: 'ward-5' }),
      reported('settings', { lights: 'true', chassisLight: 'false', head: '0.3', tilt: '-0.1', volume: '35' }),
    ],
  });
  const told = async (infoType: string) =>
    (await as('viewer', info.path, { infoType })).data as { info: Record<string, unknown>; reportedAt: number | null };
  await soon(async () => expect((await told('battery')).info).toMatchObject({ cycles: 412 }));
  await soon(async () => expect((await told('settings')).info).toMatchObject({ volume: 35 }));
  // Nothing of the robot's other information.
  expect((await told('lights')).info).toEqual({ lights: true, chassisLight: false });
  expect((await told('head')).info).toEqual({ head: 0.3, tilt: -0.1 });
  expect((await told('network')).info).toEqual({ strength: -61, name: 'ward-5', connection: 'online' });
  const [{ softwareVersion: version, model, manufacturer } = expect.fail()] = await test.db
    .select()
    .from(robots)
    .where(eq(robots.serialNumber, A.serialNumber));
  expect((await told('software')).info).toEqual({ version, model, manufacturer });
  // Only what the robot announces; null before it has reported it.
  const { info: settings, reportedAt } = await told('settings');
  expect(settings).toEqual({
    ...Object.fromEntries(SETTINGS.map((name) => [name, null])),
    volume: 35,
    frontLight: true,
  });
  expect(reportedAt).toEqual(expect.any(Number));
});

it('forecasts when the battery is empty from the reach that the robot reports, and not while it charges', async () => {
  const state = (charging: boolean) =>
    robot.state({
      safetyState: { eStop: 'NONE', fieldViolation: false },
      batteryState: { batteryCharge: 55, charging, reach: 1_800, batteryVoltage: 25.4, batteryHealth: 93 },
      information: [
        {
          infoType: 'battery',
          infoLevel: 'DEBUG' as const,
          infoReferences: [
            { referenceKey: 'cycles', referenceValue: '412' },
            { referenceKey: 'temperature', referenceValue: '31.5' },
          ],
        },
      ],
    });
  const read = async () => (await as('viewer', battery.path, {})).data as Record<string, number | boolean | null>;
  await state(false);
  const found = await soon(async () => {
    const now = await read();
    expect(now).toMatchObject({
      level: 55,
      charging: false,
      cycles: 412,
      temperature: 31.5,
      voltage: 25.4,
      health: 93,
    });
    return now;
  });
  // 1,800 m at 60 % of the robot's greatest speed.
  const { maxSpeed } = test.server.deps.fleet.fleetCache.abilitiesOf(A.serialNumber);
  const seconds = (Number(found['emptyAt']) - Number(found['reportedAt'])) / 1_000;
  expect(seconds).toBeCloseTo(1_800 / (maxSpeed * 0.6), 0);
  await state(true);
  await soon(async () => expect(await read()).toMatchObject({ charging: true, emptyAt: null }));
});
