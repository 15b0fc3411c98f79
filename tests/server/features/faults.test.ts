/** The demo's fault switchboard: what it tells the simulator and the broker, how faults end, and who sees that one is on. */
import { like } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FaultState, RobotFault } from '../../../contract/endpoints/faults.ts';
import { ALARM_TYPES } from '../../../contract/entities/robotConstants.ts';
import { FAULT_MS } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import type { SimulatorCommand } from '../../../contract/wire/simulator.ts';
import { storedFaults } from '../../../server/db/repositories/demoFaults.ts';
import { audit, robots } from '../../../server/db/schema.ts';
import { createFaultHandlers } from '../../../server/features/faults.ts';
import { createInjectedFaults, type FollowedFaults } from '../../../server/injectedFaults.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { readSettings } from '../../../server/settings.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let running: TestServer;
let ordered: SimulatorCommand[];
let handlers: ReturnType<typeof createFaultHandlers>;
let injected: FollowedFaults;
let effects: (() => void | Promise<void>)[];
/** Whether the simulator of the first server runs. */
let isSimulating: boolean;
const broker = { down: false, delay: 0 };

beforeEach(async () => {
  running = await startTestServer();
  await running.db.update(robots).set({ simulated: true });
  await running.server.deps.fleet.refresh();
  ordered = [];
  effects = [];
  isSimulating = true;
  Object.assign(broker, { down: false, delay: 0 });
  // Only the time-outs of faults are advanced; the database keeps its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  injected = createInjectedFaults();
  handlers = createFaultHandlers(
    {
      ...running.server.deps,
      injected,
      broker: { ...running.server.deps.broker, setFaults: (next) => void Object.assign(broker, next) },
    },
    (message) => {
      if (!isSimulating) throw new ApiError('faultUnknown');
      ordered.push(message);
    },
  );
});
afterEach(async () => {
  await injected.close();
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
const audited = async (): Promise<unknown[]> =>
  (await running.db.select().from(audit).where(like(audit.act, 'fault.%')).orderBy(audit.id)).map(
    ({ act, subject, after }) => [act, subject, after],
  );
const isOn = async (): Promise<boolean> => (await handlers.isOn({}, context())).isOn;

describe('a fault of a robot', () => {
  it('is told to the simulator, listed with who and how long, and ends by itself', async () => {
    const { faults } = await robot('busy', true, 60_000);
    expect(await audited()).toEqual([['fault.begin', A.serialNumber, { fault: 'busy' }]]);
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

  it('is told again to a simulator that was restarted, as long as it is on', async () => {
    await robot('emergencyStop', true);
    await robot('busy', true, 60_000);
    vi.advanceTimersByTime(60_000);
    ordered.length = 0;
    injected.tellRobots();
    expect(ordered).toEqual([{ type: 'fault', serialNumber: A.serialNumber, fault: 'emergencyStop', on: true }]);
    // It ends again before it is told, and runs once more.
    isSimulating = false;
    injected.tellRobots();
    isSimulating = true;
    injected.tellRobots();
    expect(ordered).toHaveLength(2);
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

describe('a fault of the servers', () => {
  it('is listed apart from those that earlier versions know, and ends by itself', async () => {
    const { faults, addedFaults } = await cloud({ fault: 'databaseSlow', forMs: 60_000 });
    expect([faults, addedFaults]).toMatchObject([[], [{ id: 'databaseSlow', serialNumber: null }]]);
    expect([injected.has('databaseSlow'), injected.has('diskFull')]).toEqual([true, false]);
    vi.advanceTimersByTime(60_000);
    expect([injected.has('databaseSlow'), await isOn()]).toEqual([false, false]);
  });

  it('fails one job, and ends with it', async () => {
    expect(await injected.takeJobFailure()).toBe(false);
    await cloud({ fault: 'jobFails' });
    expect([await injected.takeJobFailure(), await injected.takeJobFailure(), await isOn()]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is not one of the gateway where all messages go through a real one', async () => {
    const { deps } = running.server;
    const real = readSettings({
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'a@b.example',
      MESSAGE_WEBHOOK_URL: 'https://sms.example',
      MESSAGE_WEBHOOK_SECRET: 'x'.repeat(32),
    });
    handlers = createFaultHandlers({ ...deps, settings: { ...deps.settings, ...real } }, () => undefined);
    expect(await handlers.state({}, context())).toMatchObject({ hasGatewayFaults: false });
    await expect(cloud({ fault: 'gatewayLoses' })).rejects.toMatchObject({ code: ERRORS.faultUnknown });
  });
});

describe('with several servers', () => {
  /** A server beside the first one: another simulator, the same database. */
  const server = (initially: SimulatorCommand[] | null) => {
    let told = initially;
    const { deps } = running.server;
    const own = createInjectedFaults();
    const mqtt = { url: 'mqtt://broker.example' } as NonNullable<typeof deps.settings.mqtt>; // only its presence counts
    const { setFaults: _, ...external } = deps.broker;
    const settings = { ...deps.settings, mqtt };
    const calls = createFaultHandlers({ ...deps, broker: external, settings, injected: own }, (message) => {
      if (!told) throw new ApiError('faultUnknown');
      told.push(message);
    });
    servers.push(own);
    return {
      calls,
      injected: own,
      takeSimulator: () => void (told = ordered),
      loseSimulator: () => void (told = null),
    };
  };
  const servers: FollowedFaults[] = [];
  afterEach(async () => {
    for (const one of servers.splice(0)) await one.close();
  });
  const busy = (on: boolean): SimulatorCommand => ({ type: 'fault', serialNumber: A.serialNumber, fault: 'busy', on });
  const change = { forMs: FAULT_MS, delayMs: 0, account: '', everyone: false, on: true } as const;
  const eventually = (check: () => unknown): Promise<unknown> =>
    vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      await check();
    }, 20_000);

  it('a fault holds on all of them, wherever it was switched, and one of a robot reaches the simulator', async () => {
    const [a, b] = [server(null), server(ordered)];
    await a.calls.robot({ simulatedRobot: A.serialNumber, fault: 'busy', on: true, forMs: FAULT_MS }, context());
    expect(await a.calls.cloud({ ...change, fault: 'diskFull' }, context())).toMatchObject({
      faults: [{ fault: 'busy' }],
      addedFaults: [{ fault: 'diskFull' }],
    });
    await committed();
    expect(a.injected.has('diskFull')).toBe(true);
    await eventually(() => expect(b.injected.has('diskFull')).toBe(true));
    expect(ordered).toEqual([busy(true)]);
    await b.calls.clear({}, context());
    await committed();
    expect(ordered.at(-1)).toEqual(busy(false));
    await eventually(() => expect(a.injected.has('diskFull')).toBe(false));
  });

  it('one job fails, not one on each', async () => {
    const [a, b] = [server(null), server(null)];
    await a.calls.cloud({ ...change, fault: 'jobFails' }, context());
    await committed();
    await eventually(() => expect(b.injected.has('jobFails')).toBe(true));
    const taken = await Promise.all([a.injected.takeJobFailure(), b.injected.takeJobFailure()]);
    expect(taken.toSorted()).toEqual([false, true]);
  });

  it('a fault of a robot reaches a simulator that starts later, once', async () => {
    const a = server(null);
    await a.calls.robot({ simulatedRobot: A.serialNumber, fault: 'busy', on: true, forMs: FAULT_MS }, context());
    await committed();
    expect(ordered).toEqual([]);
    a.takeSimulator();
    await eventually(() => expect(ordered).toEqual([busy(true)]));
    // One more look is over when a later fault is acted out.
    await server(null).calls.cloud({ ...change, fault: 'diskFull' }, context());
    await eventually(() => expect(a.injected.has('diskFull')).toBe(true));
    expect(ordered).toEqual([busy(true)]);
  });

  it('a fault of a robot reaches a simulator that was restarted, also if that ended at once', async () => {
    const a = server(ordered);
    await a.calls.robot({ simulatedRobot: A.serialNumber, fault: 'busy', on: true, forMs: FAULT_MS }, context());
    await committed();
    a.loseSimulator();
    a.injected.tellRobots();
    a.takeSimulator();
    await eventually(() => expect(ordered).toEqual([busy(true), busy(true)]));
  });

  it('a fault that is not stored, but that a robot can still have, is switched off', async () => {
    const a = server(ordered);
    await a.calls.robot({ simulatedRobot: A.serialNumber, fault: 'busy', on: false, forMs: FAULT_MS }, context());
    await committed();
    expect(ordered).toEqual([busy(false)]);
  });

  it('an end that comes late does not end the same fault that has begun again', async () => {
    const [a, b] = [server(null), server(null)];
    await a.calls.cloud({ ...change, fault: 'diskFull', forMs: 60_000 }, context());
    await committed();
    await b.calls.cloud({ ...change, fault: 'diskFull', forMs: 600_000 }, context());
    const begun = await storedFaults(running.db);
    // The first server has not read it yet when its own end is due.
    vi.advanceTimersByTime(60_000);
    await b.calls.cloud({ ...change, fault: 'databaseSlow' }, context());
    expect(await storedFaults(running.db)).toEqual([...begun, expect.objectContaining({ fault: 'databaseSlow' })]);
  });

  it('a server that is closed reads no more faults, and those it had go on on the others', async () => {
    const [a, b] = [server(null), server(null)];
    await a.calls.cloud({ ...change, fault: 'diskFull', forMs: 60_000 }, context());
    await committed();
    await a.injected.close();
    await a.calls.cloud({ ...change, fault: 'databaseSlow' }, context());
    await eventually(() => expect(b.injected.has('databaseSlow')).toBe(true));
    expect([a.injected.has('databaseSlow'), b.injected.has('diskFull')]).toEqual([false, true]);
  });
});

describe('all faults', () => {
  it('are ended by one call', async () => {
    await robot('emergencyStop', true);
    await robot('busy', true);
    await cloud({ fault: 'brokerDown' });
    await cloud({ fault: 'diskFull' });
    expect(await handlers.clear({}, context())).toMatchObject({ faults: [], addedFaults: [] });
    await committed();
    vi.advanceTimersByTime(100);
    expect(injected.has('diskFull')).toBe(false);
    expect(broker.down).toBe(false);
    expect(ordered.filter((message) => message.type === 'fault' && !message.on)).toHaveLength(2);
  });

  it('end also while the simulator does not run; the caller learns that the robots were not told', async () => {
    await robot('emergencyStop', true);
    await robot('busy', true);
    await cloud({ fault: 'brokerDown' });
    expect(broker.down).toBe(true);
    isSimulating = false;
    await expect(handlers.clear({}, context())).rejects.toMatchObject({ code: ERRORS.faultUnknown });
    // Nothing is committed.
    effects.length = 0;
    vi.advanceTimersByTime(100);
    expect([broker.down, await isOn()]).toEqual([false, false]);
  });
});

describe('sessions', () => {
  it('are ended for the caller, for one account, or for everyone', async () => {
    await cloud({ fault: 'loginExpired' });
    expect(await running.as('accountAdmin', '/user/get-user-info', { id: '' })).toMatchObject({
      code: ERRORS.loginExpired,
    });
    expect(await running.as('member', '/robot/get-robot-list', {})).toMatchObject({ code: 0 });
    await cloud({ fault: 'sessionInvalid', account: 'viewer' });
    expect(await running.as('viewer', '/robot/get-robot-list', {})).toMatchObject({ code: ERRORS.sessionInvalid });
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
