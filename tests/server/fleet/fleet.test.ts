/** The fleet over a real broker and a real database: robot messages, user commands, and the resulting state. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMAND_SILENCE_MS, COMMAND_TTL_MS, LEASE_TTL_MS } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS, type ErrorName } from '../../../contract/wire/errors.ts';
import { audit, commands } from '../../../server/db/schema.ts';
import { fleetWorld } from '../../fakes/fleetWorld.ts';
import { FACTSHEET, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
beforeEach(async () => void (world = await fleetWorld()));
afterEach(() => world.close());

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const live = () => world.fleet.live('A-1', 'enUS');
const on = { serialNumber: 'A-1', userId: '' };
const goTo = (areaId: string, more = {}) => world.commands.goTo({ ...on, areaId, mapId: '', ...more }, world.as('lin'));
const entry = (commandId: string) => world.commands.get({ commandId }, world.as('lin'));
const refusal = async (doing: Promise<unknown>): Promise<ErrorName | undefined> => {
  const error: unknown = await doing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error('it was not refused');
  return (Object.keys(ERRORS) as ErrorName[]).find((name) => ERRORS[name] === error.code);
};
const actionsOf = (robot: ScriptedRobot) => robot.actions();
const ready = async (): Promise<ScriptedRobot> => {
  const robot = await world.robot();
  await robot.say('factsheet', FACTSHEET, { retain: true });
  await robot.state();
  await soon(() => expect(live()).toMatchObject({ connection: 'online', battery: 80 }));
  await soon(() => expect(world.fleet.fleetCache.abilitiesOf('A-1').teleop).toBe(true));
  return robot;
};

describe('presence', () => {
  it('is what the robot and its last will say', async () => {
    const robot = await ready();
    expect(live()).toMatchObject({ status: 'standby', pose: { mapId: 'm1', x: 2, y: 2 } });
    await robot.die();
    await soon(() =>
      expect(live()).toMatchObject({ connection: 'broken', status: 'offline', battery: 80, pose: { x: 2 } }),
    );
    const again = await world.robot();
    await again.state();
    await soon(() => expect(live().connection).toBe('online'));
    await again.leave();
    await soon(() => expect(live().connection).toBe('offline'));
  });
  it('a message the standard does not know changes nothing', async () => {
    const robot = await ready();
    await robot.say('state', { driving: 'yes' });
    await robot.say('connection', { connectionState: 'MAYBE' });
    await robot.state({ driving: true });
    await soon(() => expect(live().status).toBe('working'));
    expect(live().connection).toBe('online');
  });
});

describe('a command', () => {
  it('goes from asked to finished only by what the robot proves', async () => {
    const robot = await ready();
    const asked = await goTo('p1');
    expect(asked).toMatchObject({ state: 'asked', target: 'Lobby', askedBy: { name: 'Name of lin' } });
    await soon(async () => expect((await entry(asked.id)).state).toBe('sent'));
    const order = await soon(() => {
      const found = robot.received.find(({ name }) => name === 'order');
      expect(found).toBeDefined();
      return found?.message as { orderId: string; nodes: { nodeId: string; nodePosition: { mapId: string } }[] };
    });
    expect(order).toMatchObject({
      orderId: asked.id,
      nodes: [{}, { nodeId: 'p1', nodePosition: { mapId: 'ground', x: 5, y: 5 } }],
    });

    const goal = { nodeId: 'p1', sequenceId: 2, released: true };
    await robot.state({ orderId: asked.id, nodeStates: [goal] });
    await soon(async () => expect((await entry(asked.id)).state).toBe('accepted'));
    await robot.state({ orderId: asked.id, nodeStates: [goal], driving: true });
    await soon(async () => expect((await entry(asked.id)).state).toBe('running'));
    expect(live().busy).toBe(true);
    await robot.state({ orderId: asked.id, lastNodeId: 'p1' });
    await soon(async () => expect(await entry(asked.id)).toMatchObject({ state: 'finished', reason: null }));
  });

  it('that the robot never takes expires, and is withdrawn should it surface after all', async () => {
    const robot = await ready();
    const asked = await goTo('p1');
    await soon(async () => expect((await entry(asked.id)).state).toBe('sent'));
    world.later(COMMAND_TTL_MS + 1);
    await soon(async () => expect((await entry(asked.id)).state).toBe('expired'));
    await robot.state({
      orderId: asked.id,
      nodeStates: [{ nodeId: 'p1', sequenceId: 2, released: true }],
      driving: true,
    });
    await soon(() => expect(actionsOf(robot).some(({ actionType }) => actionType === 'cancelOrder')).toBe(true));
    expect((await entry(asked.id)).state).toBe('expired');
  });

  it('of a robot that dies in the middle fails, saying that it went silent', async () => {
    const robot = await ready();
    const asked = await goTo('p1');
    await robot.state({
      orderId: asked.id,
      nodeStates: [{ nodeId: 'p1', sequenceId: 2, released: true }],
      driving: true,
    });
    await soon(async () => expect((await entry(asked.id)).state).toBe('running'));
    await robot.die();
    world.later(COMMAND_SILENCE_MS + 1);
    await soon(async () =>
      expect(await entry(asked.id)).toMatchObject({ state: 'failed', reason: { type: 'robotSilent' } }),
    );
  });

  it('cancels what runs before another goal is sent', async () => {
    const robot = await ready();
    const first = await goTo('p1');
    await robot.state({
      orderId: first.id,
      nodeStates: [{ nodeId: 'p1', sequenceId: 2, released: true }],
      driving: true,
      information: [
        { infoType: 'task', infoLevel: 'INFO', infoReferences: [{ referenceKey: 'kind', referenceValue: 'goTo' }] },
      ],
    });
    await soon(() => expect(live().busy).toBe(true));
    const second = await goTo('p2');
    await soon(() => expect(actionsOf(robot).filter(({ actionType }) => actionType === 'cancelOrder')).toHaveLength(1));
    expect((await entry(second.id)).state).toBe('asked');
    await robot.state({ orderId: first.id, lastNodeId: 'start' });
    await soon(async () => expect((await entry(second.id)).state).toBe('sent'));
    await soon(async () =>
      expect(await entry(first.id)).toMatchObject({ state: 'failed', reason: { type: 'cancelled' } }),
    );
  });

  it.each([
    ['a point nobody knows', 'nowhere', {}, 'pointUnknown'],
    ['a point on another floor than the one said', 'p1', { mapId: 'm2' }, 'idsDisagree'],
    ['a place outside the map', '', { mapId: 'm1', coordinateX: 500, coordinateY: 2 }, 'pointOutsideMap'],
    ["a map that is none of the robot's", '', { mapId: 'm9', coordinateX: 1, coordinateY: 2 }, 'wrongFloor'],
    ['no place at all', '', {}, 'parameterEmpty'],
  ])('to %s is refused', async (_what, areaId, more, error) => {
    await ready();
    expect(await refusal(goTo(areaId, more))).toBe(error);
  });

  it('across floors needs a robot that rides lifts', async () => {
    const robot = await ready();
    await robot.say('factsheet', {
      ...FACTSHEET,
      protocolFeatures: { agvActions: [{ actionType: 'startPause', actionScopes: ['INSTANT'] }] },
    });
    await soon(() => expect(world.fleet.fleetCache.abilitiesOf('A-1').liftRide).toBe(false));
    expect(await refusal(goTo('p2'))).toBe('crossFloorUnsupported');
  });

  it('to a robot that is offline, in emergency stop, busy or charging is refused with that reason', async () => {
    expect(await refusal(goTo('p1'))).toBe('robotOffline');
    const robot = await ready();
    await robot.state({ safetyState: { eStop: 'MANUAL', fieldViolation: false } });
    await soon(async () => expect(await refusal(goTo('p1'))).toBe('robotEmergencyStop'));
    await robot.state({ errors: [{ errorType: 'busy', errorLevel: 'WARNING' }] });
    await soon(async () => expect(await refusal(goTo('p1'))).toBe('robotBusy'));
    await robot.state({ batteryState: { batteryCharge: 20, charging: true } });
    await soon(async () =>
      expect(await refusal(world.commands.charge({ ...on, isNavigationRobot: true }, world.as('lin')))).toBe(
        'robotCharging',
      ),
    );
  });

  it('to a robot without a position asks for it, and to wait while a relocation is under way', async () => {
    const robot = await ready();
    const lost = { x: 2, y: 2, theta: 0, mapId: 'ground', positionInitialized: false };
    await robot.state({ agvPosition: lost });
    await soon(async () => expect(await refusal(goTo('p1'))).toBe('robotNotLocated'));
    await world.commands.relocate({ ...on, locationX: 2, locationY: 2, theta: 0, mapId: '' }, world.as('lin'));
    expect(await refusal(goTo('p1'))).toBe('robotLocating');
    const { actionId } = await soon(() => {
      const action = actionsOf(robot).find(({ actionType }) => actionType === 'initPosition');
      if (!action) throw new Error('the robot was not told');
      return action;
    });
    const failed = { actionId, actionType: 'initPosition', actionStatus: 'FAILED' as const };
    await robot.state({ agvPosition: lost, actionStates: [failed] });
    await soon(async () => expect(await refusal(goTo('p1'))).toBe('robotNotLocated'));
  });

  it('to charge goes to a free bay and ends when current flows', async () => {
    const robot = await ready();
    const asked = await world.commands.charge({ ...on, isNavigationRobot: true }, world.as('lin'));
    expect(asked.target).toBe('Bay 1');
    await soon(() =>
      expect(robot.received.find(({ name }) => name === 'order')?.message).toMatchObject({
        nodes: [{}, { nodeId: 'bay1', actions: [{ actionType: 'startCharging' }] }],
      }),
    );
    await robot.state({ orderId: asked.id, lastNodeId: 'bay1', batteryState: { batteryCharge: 40, charging: true } });
    await soon(async () => expect((await entry(asked.id)).state).toBe('finished'));
  });

  it('to charge leaves a robot that does not navigate by a map to find its own charger', async () => {
    const robot = await ready();
    const asked = await world.commands.charge({ ...on, isNavigationRobot: false }, world.as('lin'));
    expect(asked.target).toBe('');
    await soon(() =>
      expect(actionsOf(robot)).toContainEqual(
        expect.objectContaining({ actionType: 'startCharging', actionId: asked.id }),
      ),
    );
    expect(robot.received.filter(({ name }) => name === 'order')).toEqual([]);
  });

  it('never sends one that does not navigate by a map anywhere, whatever the request says, even without a position', async () => {
    const robot = await ready();
    await robot.say('factsheet', { ...FACTSHEET, typeSpecification: { seriesName: 'X1', navigationTypes: [] } });
    await soon(() => expect(world.fleet.fleetCache.abilitiesOf('A-1').navigate).toBe(false));
    expect(await refusal(goTo('p1'))).toBe('robotCannot');
    const asked = await world.commands.charge({ ...on, isNavigationRobot: true }, world.as('lin'));
    expect(asked.target).toBe('');
    await soon(() =>
      expect(actionsOf(robot)).toContainEqual(
        expect.objectContaining({ actionType: 'startCharging', actionId: asked.id }),
      ),
    );
    expect(robot.received.filter(({ name }) => name === 'order')).toEqual([]);
  });
});

describe('Stop', () => {
  const stop = (who = 'lin') => world.commands.stop(on, world.as(who));
  it('is sent at once and ends when the robot stands', async () => {
    const robot = await ready();
    const asked = await stop();
    await soon(() =>
      expect(actionsOf(robot)).toContainEqual(
        expect.objectContaining({ actionType: 'startPause', actionId: asked.id }),
      ),
    );
    expect(live().held).toBe(true);
    await robot.state({ paused: true });
    await soon(async () => expect((await entry(asked.id)).state).toBe('finished'));
    expect(await refusal(goTo('p1'))).toBe('robotHeld');
  });

  it('is sent also to a robot that only looks lost, and does not count as sent', async () => {
    const robot = await ready();
    await robot.say('connection', { connectionState: 'CONNECTIONBROKEN' }); // from an earlier connection
    await soon(() => expect(live().connection).toBe('broken'));
    const asked = await stop();
    await soon(() =>
      expect(actionsOf(robot)).toContainEqual(
        expect.objectContaining({ actionType: 'startPause', actionId: asked.id }),
      ),
    );
    expect((await entry(asked.id)).state).toBe('asked');
  });

  it('of a lost robot waits, does not expire, and is the first thing the robot hears when it is back', async () => {
    const asked = await stop();
    world.later(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect((await entry(asked.id)).state).toBe('asked');
    const robot = await world.robot();
    await soon(() => expect(actionsOf(robot)[0]).toMatchObject({ actionType: 'startPause' }));
    await robot.state({ paused: true });
    await soon(async () => expect((await entry(asked.id)).state).toBe('finished'));
  });

  it("is repeated while the robot's state does not show that it stands", async () => {
    const robot = await ready();
    await stop();
    const stops = () => actionsOf(robot).filter(({ actionType }) => actionType === 'startPause').length;
    for (const before of [1, 2]) {
      await soon(() => expect(stops()).toBe(before));
      world.later(1_050);
      await robot.state({ driving: true });
    }
    await soon(() => expect(stops()).toBe(3));
  });

  it('is repeated also when the clock is set back', async () => {
    const robot = await ready();
    await stop();
    world.setClock(-3_600_000);
    await soon(async () => {
      await robot.state({ driving: true });
      expect(actionsOf(robot).filter(({ actionType }) => actionType === 'startPause').length).toBeGreaterThanOrEqual(2);
    });
  });

  it('outlives the server: it stands in the database until a Resume', async () => {
    await ready();
    const { id } = await stop();
    const row = () => world.db.select({ liftedAt: commands.liftedAt }).from(commands).where(eq(commands.id, id));
    await soon(async () => expect(await row()).toEqual([{ liftedAt: null }]));
    await world.commands.resume(on, world.as('chen'));
    await world.settled();
    expect(await row()).toEqual([{ liftedAt: expect.any(Date) }]);
  });

  it('names who asked for it and when; a Resume lifts those that it names, and no other', async () => {
    const robot = await ready();
    const mine = await stop('lin');
    const theirs = await stop('chen');
    expect(live().stops).toEqual([
      { id: mine.id, by: { userId: 'lin', name: 'Name of lin' }, at: mine.askedAt, recorded: true },
      { id: theirs.id, by: { userId: 'chen', name: 'Name of chen' }, at: theirs.askedAt, recorded: true },
    ]);
    await robot.state({ paused: true });
    await soon(() => expect(live().paused).toBe(true));
    const early = await world.commands.resume({ ...on, stopIds: [mine.id] }, world.as('lin'));
    await soon(async () =>
      expect(await entry(early.id)).toMatchObject({ state: 'failed', reason: { type: 'robotStillHeld' } }),
    );
    expect(live()).toMatchObject({ held: true, stops: [{ id: theirs.id }] });
    expect(actionsOf(robot).some(({ actionType }) => actionType === 'stopPause')).toBe(false);
    const { id } = await world.commands.resume({ ...on, stopIds: [theirs.id] }, world.as('lin'));
    await soon(() =>
      expect(actionsOf(robot)).toContainEqual(expect.objectContaining({ actionType: 'stopPause', actionId: id })),
    );
    expect(live()).toMatchObject({ held: false, stops: [] });
  });

  it('is one Stop however often the same request is repeated', async () => {
    await ready();
    const caller = world.as('lin');
    const first = await world.commands.stop(on, caller);
    expect((await world.commands.stop(on, caller)).id).toBe(first.id);
    await world.commands.resume(on, world.as('chen'));
    await world.settled();
    // The repeated request arrives late: another user saw the Stop and has resumed the robot.
    expect((await world.commands.stop(on, caller)).id).toBe(first.id);
    expect(live().held).toBe(false);
  });

  it('is not undone by a Resume from before it that still waited for the robot', async () => {
    const robot = await ready();
    await stop();
    await robot.state({ paused: true });
    await soon(() => expect(live().paused).toBe(true));
    await robot.die();
    await soon(() => expect(live().connection).toBe('broken'));
    const resumed = await world.commands.resume(on, world.as('chen'));
    await world.settled();
    const again = await stop();
    const back = await world.robot();
    await back.state({ paused: true });
    await soon(async () =>
      expect(await entry(resumed.id)).toMatchObject({ state: 'failed', reason: { type: 'robotStillHeld' } }),
    );
    expect(live()).toMatchObject({ held: true, stops: [{ id: again.id }] });
    expect(actionsOf(back).map(({ actionType }) => actionType)).not.toContain('stopPause');
  });

  it('is lifted only by Resume', async () => {
    const robot = await ready();
    await stop();
    await robot.state({ paused: true });
    await soon(() => expect(live().paused).toBe(true));
    const resumed = await world.commands.resume({ ...on, cycleType: 'single' }, world.as('chen'));
    await soon(() =>
      expect(actionsOf(robot)).toContainEqual(
        expect.objectContaining({ actionType: 'stopPause', actionId: resumed.id }),
      ),
    );
    await robot.state({ paused: false, actionStates: [{ actionId: resumed.id, actionStatus: 'FINISHED' }] });
    await soon(async () => expect((await entry(resumed.id)).state).toBe('finished'));
    expect(live().held).toBe(false);
    expect(await refusal(world.commands.resume({ ...on, cycleType: 'single' }, world.as('lin')))).toBe('notPaused');
  });
});

describe('the control lease', () => {
  const take = (who = 'lin', tab = 'tab') =>
    world.control.take({ serialNumber: 'A-1', clientId: world.clientIdOf(who, tab) }, world.as(who));
  const leaseTold = (robot: ScriptedRobot) =>
    actionsOf(robot)
      .filter(({ actionType }) => actionType === 'controlLease')
      .map(({ actionParameters }) => actionParameters.find(({ key }) => key === 'lease')?.value);

  it('has one holder and a rising number, which the robot is told', async () => {
    const robot = await ready();
    const first = await take();
    expect(first).toMatchObject({ number: 1, holder: { userId: 'lin', name: 'Name of lin' } });
    await soon(() => expect(leaseTold(robot)).toContain(1));
    expect(await refusal(take('chen'))).toBe('leaseHeld');
    await world.control.release({ serialNumber: 'A-1', clientId: world.clientIdOf('lin'), number: 1 }, world.as('lin'));
    await soon(() => expect(leaseTold(robot).at(-1)).toBe(0));
    expect((await take('chen')).number).toBe(2);
  });

  it('of two who take it in the same moment one gets it', async () => {
    await ready();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => {
        const who = n % 2 ? 'lin' : 'chen';
        return world.db.transaction((db) =>
          world.control.take(
            { serialNumber: 'A-1', clientId: world.clientIdOf(who) },
            { ...world.as(who), db: db as never },
          ),
        );
      }),
    );
    const holders = new Set(
      results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.holder?.userId] : [])),
    );
    expect(holders.size).toBe(1);
  });

  it("runs out when it is not renewed, and is nobody's to renew then", async () => {
    const robot = await ready();
    const { number } = await take();
    world.later(LEASE_TTL_MS + 1);
    await soon(() => expect(leaseTold(robot).at(-1)).toBe(0));
    expect(
      await refusal(
        world.control.renew({ serialNumber: 'A-1', clientId: world.clientIdOf('lin'), number }, world.as('lin')),
      ),
    ).toBe('leaseLost');
    expect((await world.control.get({ serialNumber: 'A-1' }, world.as('chen'))).holder).toBeNull();
  });

  it("keeps everybody else's commands out, naming the holder, but not Stop", async () => {
    await ready();
    await take();
    const error: unknown = await world.commands
      .goTo({ ...on, areaId: 'p1', mapId: '' }, world.as('chen'))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: ERRORS.leaseHeld, detail: { words: { holder: 'Name of lin' } } });
    expect(
      await refusal(
        world.commands.relocate({ ...on, locationX: 1, locationY: 1, theta: 0, mapId: '' }, world.as('chen')),
      ),
    ).toBe('leaseHeld');
    await expect(world.commands.stop(on, world.as('chen'))).resolves.toMatchObject({ kind: 'stop' });
  });

  it('is asked for and handed over', async () => {
    await ready();
    const { number } = await take();
    await world.control.ask({ serialNumber: 'A-1', clientId: world.clientIdOf('chen') }, world.as('chen'));
    const handed = await world.control.handOver(
      { serialNumber: 'A-1', clientId: world.clientIdOf('lin'), number },
      world.as('lin'),
    );
    expect(handed).toMatchObject({ number: number + 1, holder: { userId: 'chen' } });
  });

  it('is taken over with a reason, on record', async () => {
    await ready();
    await take();
    expect(
      await world.control.takeOver(
        { serialNumber: 'A-1', clientId: world.clientIdOf('chen'), reason: 'Blocks the door' },
        world.as('chen'),
      ),
    ).toMatchObject({ number: 2, reason: 'Blocks the door', holder: { userId: 'chen' } });
    const entries = await world.db.select().from(audit);
    expect(entries.filter(({ act }) => act === 'lease.takeOver')).toMatchObject([
      { subject: 'A-1', userId: 'chen', after: { reason: 'Blocks the door' } },
    ]);
    // Each command of a person is on record too.
    expect(entries.filter(({ act }) => act === 'command.drive').map(({ userId }) => userId)).toEqual(['lin', 'chen']);
  });

  it('cannot be taken for a connection to another robot', async () => {
    await ready();
    expect(await refusal(world.control.take({ serialNumber: 'A-1', clientId: 'lin~B-2~tab-t' }, world.as('lin')))).toBe(
      'fieldInvalid',
    );
  });
});
