/** The demo's fault switchboard: what it tells the simulator and the broker, how faults end, and who sees that one is on. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FaultState, RobotFault } from '../../../contract/endpoints/faults.ts';
import { ALARM_TYPES } from '../../../contract/entities/robotConstants.ts';
import { FAULT_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { SimulatorCommand } from '../../../contract/wire/simulator.ts';
import { robots } from '../../../server/db/schema.ts';
import { createFaultHandlers } from '../../../server/features/faults.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let running: TestServer;
let ordered: SimulatorCommand[];
let handlers: ReturnType<typeof createFaultHandlers>;
let effects: (() => void | Promise<void>)[];
const broker = { down: false, delay: 0 };

beforeEach(async () => {
  running = await startTestServer();
  await running.db.update(robots).set({ simulated: true });
  await running.server.deps.fleet.refresh();
  ordered = [];
  effects = [];
  // Only the time-outs of faults are advanced; the database keeps its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  handlers = createFaultHandlers(
    {
      ...running.server.deps,
      broker: { ...running.server.deps.broker, setFaults: (next) => void Object.assign(broker, next) },
    },
    (message) => void ordered.push(message),
  );
});
afterEach(async () => {
  vi.useRealTimers();
  await running.close();
});

const context = (person = 'accountAdmin'): RequestContext => ({
  userId: person,
  nickname: { enUS: person, zhCN: person },
  roles: ['admin'],
  sessionId: `session-${person}`,
  language: 'enUS',
  address: '127.0.0.1',
  requestId: 'r',
  onLastKnownRights: false,
  device: '',
  db: running.db,
  afterCommit: (effect) => void effects.push(effect),
});
/** Runs what follows the commit. */
const committed = async (): Promise<void> => {
  for (const effect of effects.splice(0)) await effect();
};
const robot = (fault: RobotFault, on: boolean, forMs = FAULT_MS) =>
  handlers.robot({ simulatedRobot: A.serialNumber, fault, on, forMs }, context());
const cloud = async (given: Partial<Parameters<typeof handlers.cloud>[0]>): Promise<FaultState> => {
  const state = await handlers.cloud(
    { fault: 'brokerDown', on: true, forMs: FAULT_MS, delayMs: 600, account: '', everyone: false, ...given },
    context(),
  );
  await committed();
  vi.advanceTimersByTime(100);
  return state;
};
const isOn = async (): Promise<boolean> => (await handlers.isOn({}, context())).isOn;

describe('a fault of a robot', () => {
  it('is told to the simulator, listed with who and how long, and ends by itself', async () => {
    const { faults } = await robot('busy', true, 60_000);
    expect(faults).toMatchObject([
      { fault: 'busy', serialNumber: A.serialNumber, by: { userId: 'accountAdmin', name: 'accountAdmin' } },
    ]);
    expect((faults[0]?.until ?? 0) - (faults[0]?.since ?? 0)).toBe(60_000);
    expect(await isOn()).toBe(true);
    vi.advanceTimersByTime(59_999);
    expect(ordered).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(ordered.at(-1)).toEqual({ type: 'fault', serialNumber: A.serialNumber, fault: 'busy', on: false });
    expect(await isOn()).toBe(false);
  });

  it('or a code typed at it reaches only simulated robots', async () => {
    await handlers.typeCode({ simulatedRobot: A.serialNumber, code: '552041' }, context());
    expect(ordered).toEqual([{ type: 'keypad', serialNumber: A.serialNumber, code: '552041' }]);
    await running.db.update(robots).set({ simulated: false });
    await running.server.deps.fleet.refresh();
    await expect(
      handlers.typeCode({ simulatedRobot: A.serialNumber, code: '552041' }, context()),
    ).rejects.toMatchObject({
      code: ERRORS.notSimulated,
    });
    expect(ordered).toHaveLength(1);
  });

  it('can be any alarm, which ends like a fault', async () => {
    for (const fault of ALARM_TYPES) await robot(fault, true, 60_000);
    expect(ordered).toEqual(
      ALARM_TYPES.map((fault) => ({ type: 'fault', serialNumber: A.serialNumber, fault, on: true })),
    );
    vi.advanceTimersByTime(60_000);
    expect(ordered.slice(ALARM_TYPES.length)).toEqual(
      ALARM_TYPES.map((fault) => ({ type: 'fault', serialNumber: A.serialNumber, fault, on: false })),
    );
  });

  it.each(['visitorCall', 'cameraUnplugged'] as const)(
    'is refused by a robot without what it is about, and can be switched off all the same: %s',
    async (fault) => {
      await expect(robot(fault, true)).rejects.toMatchObject({ code: ERRORS.robotCannot });
      expect([ordered, await isOn()]).toEqual([[], false]);
      await robot(fault, false);
      expect(ordered).toEqual([{ type: 'fault', serialNumber: A.serialNumber, fault, on: false }]);
    },
  );

  it('lasts from the last time it was switched on', async () => {
    await robot('busy', true, 60_000);
    vi.advanceTimersByTime(50_000);
    await robot('busy', true, 60_000);
    vi.advanceTimersByTime(50_000);
    expect(await isOn()).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(await isOn()).toBe(false);
  });

  it('that is an emergency stop ends only by its release', async () => {
    const { faults } = await robot('emergencyStop', true, 60_000);
    expect(faults[0]?.until).toBeNull();
    vi.advanceTimersByTime(3_600_000);
    expect(await isOn()).toBe(true);
    await robot('emergencyStop', false);
    expect(ordered.at(-1)).toMatchObject({ fault: 'emergencyStop', on: false });
    expect(await isOn()).toBe(false);
  });

  it('without an end lasts until its author signs out', async () => {
    await robot('offline', true, 0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await isOn()).toBe(true);
    await running.as('accountAdmin', '/auth/logout', {});
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await isOn()).toBe(false);
    });
    expect(ordered.at(-1)).toMatchObject({ fault: 'offline', on: false });
  });

  it('never reaches a real robot', async () => {
    await running.db.update(robots).set({ simulated: false });
    await running.server.deps.fleet.refresh();
    await expect(robot('busy', true)).rejects.toMatchObject({ code: ERRORS.notSimulated });
    expect(ordered).toEqual([]);
    expect((await handlers.state({}, context())).simulatedRobots).toEqual([]);
  });
});

describe('a fault of the broker', () => {
  it('begins after the reply and ends by itself; two at a time do not disturb each other', async () => {
    await cloud({ fault: 'brokerDelay', delayMs: 800, forMs: 120_000 });
    expect(broker).toEqual({ down: false, delay: 800 });
    await cloud({ fault: 'brokerDown', forMs: 60_000 });
    expect(broker).toEqual({ down: true, delay: 800 });
    vi.advanceTimersByTime(60_000);
    expect(broker).toEqual({ down: false, delay: 800 });
    await cloud({ fault: 'brokerDelay', on: false });
    expect(broker).toEqual({ down: false, delay: 0 });
    expect(await isOn()).toBe(false);
  });
});

describe('all faults', () => {
  it('are ended by one call', async () => {
    await robot('emergencyStop', true);
    await robot('busy', true);
    await cloud({ fault: 'brokerDown' });
    expect((await handlers.clear({}, context())).faults).toEqual([]);
    expect(broker.down).toBe(false);
    expect(ordered.filter((message) => message.type === 'fault' && !message.on)).toHaveLength(2);
  });
});

describe('sessions', () => {
  it('are ended for the caller, or for everyone', async () => {
    await cloud({ fault: 'loginExpired' });
    expect(await running.as('accountAdmin', '/user/get-user-info', { id: '' })).toMatchObject({
      code: ERRORS.loginExpired,
    });
    expect(await running.as('member', '/robot/get-robot-list', {})).toMatchObject({ code: 0 });
    await cloud({ fault: 'sessionInvalid', everyone: true });
    expect(await running.as('member', '/robot/get-robot-list', {})).toMatchObject({ code: ERRORS.sessionInvalid });
    expect(await isOn()).toBe(false);
  });
});

describe('somebody who may not switch faults', () => {
  it('still learns that one is on', async () => {
    expect(await running.as('viewer', '/demo/is-fault-on', {})).toEqual({
      code: 0,
      message: 'ok',
      data: { isOn: false },
    });
    expect(await running.as('viewer', '/demo/get-faults', {})).toMatchObject({ code: ERRORS.notAllowed });
  });
});

it('of the broker are not offered for a broker that runs outside of the server', async () => {
  expect(await handlers.state({}, context())).toMatchObject({ hasBrokerFaults: true });
  const { setFaults: _, ...external } = running.server.deps.broker;
  handlers = createFaultHandlers({ ...running.server.deps, broker: external }, () => undefined);
  expect(await handlers.state({}, context())).toMatchObject({ hasBrokerFaults: false });
  await expect(cloud({ fault: 'brokerDown' })).rejects.toMatchObject({ code: ERRORS.faultUnknown });
});
