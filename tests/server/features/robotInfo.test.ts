/** What the server says of a robot in short calls: what keeps it busy, whom to call, its battery, its lock. */
import { eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { calls } from '../../../server/db/schema.ts';
import { endedCall } from '../http/callCalls.ts';
import { scriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { robotSettings, calls: callPaths } = catalogue;
const one = { serialNumber: A.serialNumber };

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());
const live = (change: object): void => test.server.deps.fleet.patchLive(A.serialNumber, change);
beforeEach(async () => {
  await test.db.delete(calls);
  live({
    connection: 'online',
    eStop: 'NONE',
    held: false,
    paused: false,
    leaseHolder: null,
    busy: false,
    charging: false,
    task: null,
    battery: 64,
  });
});
const ask = async (path: string, data: object = one) => {
  const reply = await test.as('member', path, data);
  expect(reply.code).toBe(0);
  return reply.data;
};

it('names what keeps a robot busy, first what cannot wait', async () => {
  const until = Date.now() + 60_000;
  const why = async () => (await ask(robotSettings.busy.path)) as object;
  expect(await why()).toEqual({ busy: false, why: null, until: null, canWait: true });
  const task = { kind: 'guide', target: 'Lobby', targetId: null, progress: null, stops: [], until, toGo: null };
  live({ task });
  expect(await why()).toEqual({ busy: true, why: 'task', until, canWait: true });
  live({ task: null, charging: true });
  expect(await why()).toMatchObject({ why: 'charging', canWait: true });
  live({ busy: true });
  expect(await why()).toMatchObject({ why: 'order', canWait: true });
  live({ paused: true });
  expect(await why()).toMatchObject({ why: 'stop', canWait: false });
  live({ eStop: 'MANUAL' });
  expect(await why()).toMatchObject({ why: 'emergencyStop', canWait: false });
  live({ connection: 'offline' });
  expect(await why()).toMatchObject({ why: 'offline', canWait: false });
});

it('counts a call from when it rings, but nobody who only watches', async () => {
  const status = async () => (await ask(robotSettings.status.path)) as object;
  expect(await status()).toMatchObject({ onLine: true, inCall: false, speaking: false, task: null });
  await test.db.insert(calls).values({
    ...endedCall,
    id: 'call-1',
    serialNumber: A.serialNumber,
    origin: 'visitor',
    state: 'ringing',
    operatorId: null,
    answeredAt: null,
    endedAt: null,
    endedBy: null,
    end: null,
  });
  expect(await status()).toMatchObject({ inCall: true });
  expect(await ask(robotSettings.busy.path)).toMatchObject({ busy: true, why: 'call', canWait: true });
  await test.db.update(calls).set({ state: 'ended' }).where(eq(calls.id, 'call-1'));
  expect(await status()).toMatchObject({ inCall: false });
});

it('says by what the wheels are locked', async () => {
  const lock = async () => (await ask(robotSettings.wheelLock.path)) as object;
  expect(await lock()).toMatchObject({ locked: false, why: null });
  live({ held: true });
  expect(await lock()).toMatchObject({ locked: true, why: 'stop' });
  live({ eStop: 'MANUAL' });
  expect(await lock()).toMatchObject({ locked: true, why: 'emergencyStop' });
});

it('says that the wheels are locked by the brake that the robot reports, unless a person has to lift something first', async () => {
  const why = async () => ((await ask(robotSettings.wheelLock.path)) as { why: string | null }).why;
  const robot = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: A.serialNumber,
      password: 'secret',
      clientId: 'robot-brake',
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber },
  );
  const brake = (on: boolean) =>
    robot.state({
      information: [
        {
          infoType: 'settings',
          infoLevel: 'DEBUG',
          infoReferences: [{ referenceKey: 'brake', referenceValue: String(on) }],
        },
      ],
    });
  await brake(true);
  await vi.waitFor(async () => expect(await why()).toBe('brake'), { timeout: 10_000, interval: 20 });
  live({ held: true });
  expect(await why()).toBe('stop');
  live({ held: false });
  await brake(false);
  await vi.waitFor(async () => expect(await why()).toBeNull(), { timeout: 10_000, interval: 20 });
  await robot.leave();
});

it('has its user among the basic information, which a server of the version before does not send', async () => {
  const basic = (await ask(robotSettings.basic.path)) as Record<string, unknown>;
  expect(basic).toMatchObject({ robotSerialNumber: A.serialNumber, robotUserId: A.serialNumber });
  const { robotUserId: _, ...older } = basic;
  expect(v.parse(robotSettings.basic.response, older).robotUserId).toBe('');
});

it('tells battery, whom to call, and the robots of the caller that can navigate', async () => {
  expect(await ask(robotSettings.battery.path)).toMatchObject({ level: 64, charging: false, cycles: null });
  expect(await ask(robotSettings.user.path)).toEqual({ robotUserId: A.serialNumber, name: 'Porter', avatar: '' });
  expect((await test.as('member', callPaths.send.path, { receiverUserId: B.serialNumber })).code).not.toBe(0);
  const robots = (await ask(robotSettings.navigationRobots.path, { userId: '' })) as { serialNumber: string }[];
  expect(robots.every(({ serialNumber }) => serialNumber === A.serialNumber)).toBe(true);
  expect(await ask(robotSettings.multiFloor.path)).toMatchObject({ supported: false });
});
