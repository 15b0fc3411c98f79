/** Route runs over a real broker and a real database: started, completed, interrupted, taken over by another server. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_TTL_MS } from '../../../../contract/rules/limits.ts';
import { ApiError, errorNameOf, type ErrorName } from '../../../../contract/wire/errors.ts';
import type { StateMessage } from '../../../../contract/wire/vda5050.ts';
import { audit, cruiseRecords, robots } from '../../../../server/db/schema.ts';
import { createFleet } from '../../../../server/fleet/createFleet.ts';
import { routeRunWorld, soon, type RouteRunWorld } from '../../../fakes/routeRunWorld.ts';

let world: RouteRunWorld;
beforeEach(async () => void (world = await routeRunWorld()));
afterEach(() => world.close());

const refusal = async (doing: Promise<unknown>): Promise<ErrorName | undefined> => {
  const error: unknown = await doing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error('it was not refused');
  return errorNameOf(error.code);
};
const live = () => world.fleet.live('A-1', 'enUS');
const on = { userId: '', serialNumber: 'A-1' };
const entry = (commandId: string) => world.commands.get({ commandId }, world.as('lin'));
const acts = async () => (await world.db.select().from(audit).orderBy(audit.id)).map(({ act }) => act);

describe('a drive', () => {
  it('is started, followed by every screen, and ends as a record with each visit; the ledger has its life', async () => {
    const robot = await world.ready();
    const { id } = await world.start({ pathId: '' });
    expect(await world.current()).toMatchObject({
      id,
      pathId: 'round',
      pathName: 'Round',
      floor: '1F',
      mapName: 'One',
      state: 'inProgress',
      robotName: 'Robot A',
      startedBy: { userId: 'lin', name: 'Name of lin' },
    });
    const order = await soon(() => {
      const [first] = world.ordersIn(robot);
      if (!first) throw new Error('no order yet');
      return first;
    });
    expect(order).toMatchObject({
      orderId: `${id}.0`,
      orderUpdateId: 0,
      nodes: [
        { sequenceId: 0, nodePosition: { x: 2, y: 2, mapId: 'ground' } },
        { nodeId: 'p1', released: true, nodePosition: { x: 5, y: 5, mapId: 'ground' } },
        {
          nodeId: 'bar',
          released: true,
          actions: [
            {
              actionType: 'say',
              blockingType: 'HARD',
              actionParameters: [
                { key: 'text', value: 'Cheers' },
                { key: 'language', value: 'en' },
              ],
            },
          ],
        },
        { nodeId: 'pool', released: false },
      ],
    });
    await soon(async () => expect((await entry(id)).state).toBe('sent'));
    expect(live()).toMatchObject({
      busy: true,
      status: 'working',
      drive: { id, pathId: 'round' },
      task: { kind: 'cruise', stops: [{ name: 'Lobby' }, { name: 'Bar' }, { name: 'Pool' }] },
    });

    await world.at(robot, 0);
    await soon(async () => expect((await entry(id)).state).toBe('accepted'));
    await world.at(robot, 2);
    await soon(() =>
      expect(live()).toMatchObject({
        task: { target: 'Bar', stops: [{ reachedAt: expect.any(Number) }, { reachedAt: null }, { reachedAt: null }] },
      }),
    );
    await soon(async () => expect((await entry(id)).state).toBe('running'));
    await world.at(robot, 4);
    await soon(async () =>
      expect(await world.current()).toMatchObject({
        phase: 'staying',
        stayUntil: expect.any(Number),
        stops: [{ state: 'arrived' }, { state: 'arrived' }, { state: 'waiting' }],
      }),
    );
    const { revision = 0 } = (await world.current()) ?? {};
    expect(live().drive?.revision).toBe(revision);

    world.later(60_000);
    await world.at(robot, 4);
    await soon(() =>
      expect(world.ordersIn(robot).at(-1)).toMatchObject({
        orderId: `${id}.0`,
        orderUpdateId: 1,
        nodes: [
          { nodeId: 'bar', sequenceId: 4 },
          { nodeId: 'pool', sequenceId: 6, released: true },
        ],
      }),
    );
    await world.at(robot, 6);
    await soon(async () =>
      expect(await world.current()).toMatchObject({
        id,
        state: 'finished',
        phase: null,
        reason: null,
        loop: 1,
        arrived: 3,
      }),
    );
    await soon(async () =>
      expect(await entry(id)).toMatchObject({ kind: 'cruise', state: 'finished', target: 'Round' }),
    );
    await soon(() => expect(live()).toMatchObject({ drive: null, busy: false }));

    const { drive, total, rows } = await world.records.details({ performId: id, page: 1, limit: 20 }, world.as('lin'));
    expect(drive).toMatchObject({ id, state: 'finished' });
    expect(total).toBe(3);
    expect(rows).toMatchObject([
      { loop: 0, stop: 0, name: 'Lobby', state: 'arrived' },
      { stop: 1, name: 'Bar', leftAt: expect.any(Number) },
      { stop: 2, name: 'Pool' },
    ]);
    expect(await acts()).toEqual(['drive.start']);
  });

  it('that its robot never takes is over with the reason, and withdrawn should it surface after all', async () => {
    const robot = await world.ready();
    const { id } = await world.start();
    await soon(() => expect(world.ordersIn(robot)).not.toEqual([]));
    world.later(COMMAND_TTL_MS + 1);
    await soon(async () =>
      expect(await world.current()).toMatchObject({ state: 'failed', reason: { type: 'notTaken' } }),
    );
    await soon(async () => expect((await entry(id)).state).toBe('expired'));
    await world.at(robot, 0);
    await soon(() => expect(robot.actions().map(({ actionType }) => actionType)).toContain('cancelOrder'));
  });

  it('keeps its route as it was: neither points nor words that change meanwhile change it, and its points stay', async () => {
    const robot = await world.ready();
    await world.start();
    await soon(() => expect(world.ordersIn(robot)).not.toEqual([]));
    await world.db.update(cruiseRecords).set({ pathName: 'Round' });
    await world.forgetPoints('pool');
    await world.fleet.refresh();
    await world.at(robot, 4);
    world.later(60_000);
    await soon(async () => {
      await world.at(robot, 4);
      expect(world.ordersIn(robot).at(-1)).toMatchObject({
        nodes: [{ nodeId: 'bar' }, { nodeId: 'pool', nodePosition: { x: 12, y: 5 } }],
      });
    });
  });
});

const UNFIT: [string, Partial<StateMessage> | null, ErrorName][] = [
  ['of a robot that is not there', null, 'robotOffline'],
  ['in emergency stop', { safetyState: { eStop: 'MANUAL', fieldViolation: false } }, 'robotEmergencyStop'],
  ['with a low battery', { batteryState: { batteryCharge: 19, charging: false } }, 'robotBatteryLow'],
  ['while it is busy', { orderId: 'x', nodeStates: [{ nodeId: 'n', sequenceId: 2, released: true }] }, 'robotBusy'],
  ['while a hand is at the wheel', { operatingMode: 'MANUAL' }, 'robotManual'],
  [
    'before it knows where it is',
    { agvPosition: { x: 1, y: 1, theta: 0, mapId: 'ground', positionInitialized: false } },
    'robotNotLocated',
  ],
];

describe('a start is refused', () => {
  it.each(UNFIT)('%s', async (_what, state, error) => {
    if (state) await world.ready(state);
    expect(await refusal(world.start())).toBe(error);
    expect(await world.current()).toBeNull();
  });
  it('for a route that is gone, that lost a point, that none is set for, or on a floor it cannot reach', async () => {
    const robot = await world.ready();
    expect(await refusal(world.start({ pathId: 'nowhere' }))).toBe('routeDeleted');
    await robot.say('factsheet', {
      typeSpecification: { seriesName: 'W1', navigationTypes: ['AUTONOMOUS'] },
      physicalParameters: { speedMax: 1 },
      protocolFeatures: { agvActions: [{ actionType: 'startPause', actionScopes: ['INSTANT'] }] },
    });
    await robot.state({ agvPosition: { x: 1, y: 1, theta: 0, mapId: 'first', positionInitialized: true } });
    await soon(() => expect(live().pose?.mapId).toBe('m2'));
    await soon(() => expect(world.fleet.fleetCache.abilitiesOf('A-1').liftRide).toBe(false));
    expect(await refusal(world.start())).toBe('crossFloorUnsupported');
    await world.forgetPoints('pool');
    expect(await refusal(world.start())).toBe('routeBroken');
  });
  it('a second time, and by the second of two in the same moment', async () => {
    await world.ready();
    const both = await Promise.allSettled([
      world.within('lin', (caller) => world.drives.start({ ...on, cycleType: 'loop', pathId: 'round' }, caller)),
      world.within('chen', (caller) => world.drives.start({ ...on, cycleType: 'loop', pathId: 'round' }, caller)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await world.db.select().from(cruiseRecords)).toHaveLength(1);
    expect(await refusal(world.start())).toBe('robotBusy');
    expect(await refusal(world.commands.goTo({ ...on, areaId: 'p1', mapId: '' }, world.as('chen')))).toBe('robotBusy');
  });
});

describe('people', () => {
  const begun = async () => {
    const robot = await world.ready();
    const { id } = await world.start({ cycleType: 'loop' });
    await soon(() => expect(world.ordersIn(robot)).not.toEqual([]));
    await world.at(robot, 0);
    await soon(async () => expect((await world.current())?.phase).toBe('driving'));
    return { robot, id };
  };
  const skip = (person: string, driveId: string, stop: number, loop?: number) =>
    world.within(person, (caller) =>
      world.drives.skip({ ...on, driveId, stop, ...(loop !== undefined && { loop }) }, caller),
    );
  const cancels = (robot: Awaited<ReturnType<typeof world.ready>>) =>
    robot.actions().filter(({ actionType }) => actionType === 'cancelOrder').length;

  it('who skip at once skip once', async () => {
    const { robot, id } = await begun();
    const both = await Promise.all([skip('lin', id, 0), skip('chen', id, 0)]);
    expect(both.map(({ skipped }) => skipped)).toEqual([1, 1]);
    await soon(() => expect(cancels(robot)).toBeGreaterThan(0));
    await robot.state();
    await soon(() =>
      expect(world.ordersIn(robot).at(-1)).toMatchObject({
        orderId: `${id}.1`,
        nodes: [{}, { nodeId: 'bar' }, { nodeId: 'pool', released: false }],
      }),
    );
    expect((await acts()).filter((act) => act === 'drive.skip')).toHaveLength(1);
  });

  it('who skip what another round has begun, or what there is not, skip nothing', async () => {
    const { id } = await begun();
    expect((await skip('lin', id, 0, 3)).skipped).toBe(0);
    expect(await refusal(skip('lin', id, 9))).toBe('fieldInvalid');
    expect(await refusal(skip('lin', 'nothing', 0))).toBe('notFound');
  });

  it('end it: the robot is called back, the record says who, and over is over', async () => {
    const { robot, id } = await begun();
    await world.at(robot, 2);
    await soon(async () => expect((await world.current())?.arrived).toBe(1));
    const end = () => world.within('chen', (caller) => world.drives.end({ ...on, driveId: id }, caller));
    expect(await end()).toMatchObject({
      state: 'partiallyCompleted',
      reason: { type: 'ended', description: 'Name of chen' },
    });
    await soon(() => expect(cancels(robot)).toBeGreaterThan(0));
    expect(live()).toMatchObject({ drive: null });
    expect(await refusal(end())).toBe('driveOver');
    expect(await refusal(skip('lin', id, 1))).toBe('driveOver');
    await soon(async () => expect(await entry(id)).toMatchObject({ state: 'failed', reason: { type: 'ended' } }));
    expect(await acts()).toEqual(['drive.start', 'drive.end']);
    expect(
      await world.records.count(
        { serialNumber: 'A-1', startTime: 0, endTime: 0, state: '', pathId: '' },
        world.as('lin'),
      ),
    ).toEqual({ total: 1, inProgress: 0, finished: 0, failed: 0, partiallyCompleted: 1 });
  });

  it.each([
    ['cancel', 'cancelledBy'],
    ['charge', 'charging'],
  ] as const)('who %s it end it by name', async (act, reason) => {
    const { robot, id } = await begun();
    const asked = await world.within('chen', (caller) =>
      act === 'cancel'
        ? world.commands.cancel(on, caller)
        : world.commands.charge({ ...on, isNavigationRobot: true }, caller),
    );
    expect(await world.current()).toMatchObject({
      id,
      state: 'failed',
      reason: { type: reason, description: 'Name of chen' },
    });
    await soon(() => expect(cancels(robot)).toBeGreaterThan(0));
    if (act === 'charge') {
      await robot.state();
      await soon(() =>
        expect(world.ordersIn(robot).at(-1)).toMatchObject({ orderId: asked.id, nodes: [{}, { nodeId: 'bay1' }] }),
      );
    }
  });

  it('who stop and resume hold it up and nothing more; with another cycle type it is that', async () => {
    const { robot, id } = await begun();
    await world.within('lin', (caller) => world.commands.stop(on, caller));
    await world.at(robot, 4, { paused: true });
    await soon(async () => expect(await world.current()).toMatchObject({ id, state: 'inProgress', phase: 'staying' }));
    world.later(600_000);
    await world.at(robot, 4, { paused: true });
    await soon(() => expect(live()).toMatchObject({ paused: true, at: expect.closeTo(Date.now() + 600_000, -5) }));
    expect(world.ordersIn(robot)).toHaveLength(1);
    // The reply to a Stop does not wait for a slow database; until it has the Stop, Resume is refused.
    await soon(() => expect(world.fleet.stopsOf('A-1')).toMatchObject([{ isRecorded: true }]));
    await world.within('lin', (caller) => world.commands.resume({ ...on, cycleType: 'single' }, caller));
    expect(await world.current()).toMatchObject({ cycleType: 'single' });
    await world.at(robot, 4, { paused: false });
    await soon(() => expect(world.ordersIn(robot).at(-1)).toMatchObject({ orderUpdateId: 1 }));
    await world.at(robot, 6);
    await soon(async () => expect(await world.current()).toMatchObject({ state: 'finished', loop: 1 }));
  });
});

describe('another server', () => {
  it('goes on where one was: what the robot did meanwhile counts', async () => {
    const robot = await world.ready();
    const { id } = await world.start();
    await soon(() => expect(world.ordersIn(robot)).not.toEqual([]));
    await world.at(robot, 0);
    await soon(async () => expect((await world.current())?.phase).toBe('driving'));
    await world.fleet.close();
    await world.at(robot, 2);
    const again = await createFleet({
      ...world.deps,
      visitorEvents: { heard: async () => undefined, idle: async () => undefined },
      faceEvents: { heard: async () => undefined, handleReconnect: async () => undefined },
      alarmEvents: { heard: async () => undefined, photoEnded: async () => undefined },
      deliveryEvents: { heard: async () => undefined, handleReconnect: () => undefined },
      callEvents: {
        heard: async () => undefined,
        heardScreen: async () => undefined,
        handleReconnect: () => undefined,
      },
    });
    try {
      expect(again.live('A-1', 'enUS')).toMatchObject({ drive: { id }, busy: true });
      await world.at(robot, 4);
      await soon(async () => expect(await world.current()).toMatchObject({ id, phase: 'staying', arrived: 2 }));
      world.later(60_000);
      await world.at(robot, 4);
      await soon(() => expect(world.ordersIn(robot).at(-1)).toMatchObject({ orderId: `${id}.0`, orderUpdateId: 1 }));
      await world.at(robot, 6);
      await soon(async () => expect(await world.current()).toMatchObject({ state: 'finished', arrived: 3 }));
      await soon(async () => expect((await entry(id)).state).toBe('finished'));
    } finally {
      await again.close();
    }
  });

  it('ends the drive of a robot that was taken away', async () => {
    const robot = await world.ready();
    await world.start();
    await soon(() => expect(world.ordersIn(robot)).not.toEqual([]));
    await world.db.delete(robots).where(eq(robots.serialNumber, 'A-1'));
    await world.fleet.refresh();
    await soon(async () =>
      expect((await world.db.select().from(cruiseRecords))[0]).toMatchObject({
        state: 'failed',
        reason: { type: 'robotGone' },
      }),
    );
  });
});
