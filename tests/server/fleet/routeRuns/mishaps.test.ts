/** What interrupts a route run: Stop, silence, refusals, other orders, restarts, an empty battery. */
import { describe, expect, it } from 'vitest';
import {
  COMMAND_TTL_MS,
  CRUISE_CHARGE_UNTIL,
  CRUISE_SILENCE_MS,
  CRUISE_TAKE_MS,
} from '../../../../contract/rules/limits.ts';
import { onRouteRun } from '../../../fakes/vdaRobotModel.ts';

const BAY = { id: 'bay1', name: 'Bay 1', mapName: 'ground', x: 9, y: 9, theta: 0 };
const battery = (batteryCharge: number, charging = false) => ({ batteryState: { batteryCharge, charging } });

describe('what keeps a robot', () => {
  it('makes the drive wait, and it goes on when that is over', () => {
    const on = onRouteRun({ stops: ['A5', 'B'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.know({ mayGo: false });
    on.later(60_000);
    expect(on.run()).toMatchObject({ state: 'inProgress', phase: 'staying' });
    expect(on.orders).toHaveLength(1);
    on.know({});
    on.step();
    expect(on.orders).toHaveLength(2);
  });

  it('may last, but a robot that is not heard for long ends it', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.lost();
    const heardAt = on.now();
    on.know({ heardAt });
    expect(on.later(CRUISE_SILENCE_MS).state).toBe('inProgress');
    expect(on.later(1)).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'robotSilent' } });
    expect(on.stops()).toEqual(['A arrived', 'B failed']);
  });
});

describe('a drive ends with its reason', () => {
  it('when the robot never takes it', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.later(2_000);
    expect(on.orders).toHaveLength(2);
    expect(on.orders[1]).toEqual(on.orders[0]);
    expect(on.later(COMMAND_TTL_MS)).toMatchObject({ state: 'failed', reason: { type: 'notTaken' }, phase: null });
  });
  it('when the robot is not there to take it', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.lost();
    on.step();
    expect(on.orders).toEqual([]);
    expect(on.later(COMMAND_TTL_MS + 1)).toMatchObject({ state: 'failed', reason: { type: 'notTaken' } });
  });
  it("when the robot refuses it, in the robot's words", () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    const errors = [
      {
        errorType: 'targetBlocked',
        errorLevel: 'WARNING' as const,
        errorDescription: 'A cupboard.',
        errorReferences: [{ referenceKey: 'orderId', referenceValue: 'd.0' }],
      },
    ];
    expect(on.robot.say({ errors })).toMatchObject({
      state: 'failed',
      reason: { type: 'targetBlocked', description: 'A cupboard.' },
    });
  });
  it('when it fails on the way', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    const errors = [
      {
        errorType: 'noPath',
        errorLevel: 'WARNING' as const,
        errorReferences: [{ referenceKey: 'orderId', referenceValue: 'd.0' }],
      },
    ];
    on.robot.say({ errors });
    expect(on.run().state).toBe('inProgress');
    expect(on.robot.cancelled()).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'noPath' } });
  });
  it('when its order is cancelled at the robot', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.robot.take();
    expect(on.robot.cancelled()).toMatchObject({ state: 'failed', reason: { type: 'cancelled' } });
  });
  it('when another order takes its place, for longer than a late message would', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.robot.take();
    expect(on.robot.say({ orderId: 'somebody' }).state).toBe('inProgress');
    expect(on.later(2_000)).toMatchObject({ state: 'failed', reason: { type: 'replaced' } });
  });
  it('when the robot was switched off and on', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.robot.restarted();
    expect(on.later(2_000)).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'robotRestarted' } });
  });
  it('when an update is not taken though the robot is there', () => {
    const on = onRouteRun({ stops: ['A5', 'B'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.later(5_000);
    on.later(CRUISE_TAKE_MS);
    expect(on.later(1)).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'notTaken' } });
    expect(on.effects.at(-1)).toEqual({ type: 'cancel' });
  });
});

describe('an update that the robot refuses', () => {
  const errors = (orderId: string, update: string) => [
    {
      errorType: 'orderUpdateError',
      errorLevel: 'WARNING' as const,
      errorReferences: [
        { referenceKey: 'orderId', referenceValue: orderId },
        { referenceKey: 'orderUpdateId', referenceValue: update },
      ],
    },
  ];
  it('becomes an order of its own', () => {
    const on = onRouteRun({ stops: ['A5', 'B5', 'C'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.later(5_000);
    expect(on.robot.say({ errors: errors('d.0', '1') })).toMatchObject({ leg: 1, updateId: 0 });
    expect(on.effects.at(-1)).toEqual({ type: 'cancel' });
    on.robot.cancelled();
    expect(on.told()).toBe('A0 B2 (C4)');
    expect(on.orders.at(-1)?.orderId).toBe('d.1');
  });
  it('again before a stop is reached ends the drive', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C'], cycleType: 'loop' });
    on.step();
    on.robot.take();
    on.robot.say({ newBaseRequest: true });
    on.robot.say({ newBaseRequest: false, errors: errors('d.0', '1') });
    on.robot.cancelled();
    on.robot.say({ errors: [] });
    on.robot.take();
    on.robot.say({ newBaseRequest: true });
    expect(on.robot.say({ errors: errors('d.1', '1') })).toMatchObject({
      state: 'failed',
      reason: { type: 'orderUpdateError' },
    });
  });
  it('is told from an older complaint', () => {
    const on = onRouteRun({ stops: ['A5', 'B'] });
    on.step();
    on.robot.take();
    on.robot.say({
      errors: [
        {
          errorType: 'pathBlocked',
          errorLevel: 'WARNING',
          errorReferences: [{ referenceKey: 'orderId', referenceValue: 'd.0' }],
        },
      ],
    });
    on.robot.reach();
    on.later(5_000);
    expect(on.step()).toMatchObject({ state: 'inProgress', leg: 0, updateId: 1 });
  });
});

describe('a server that was restarted', () => {
  it('sends again what the robot does not have, and else goes on', () => {
    const on = onRouteRun({ stops: ['A5', 'B'] });
    on.step();
    on.forget();
    on.step();
    expect(on.orders).toHaveLength(2);
    expect(on.orders[1]).toEqual(on.orders[0]);
    on.robot.take();
    on.forget();
    on.robot.reach();
    on.forget();
    on.later(5_000);
    expect(on.told()).toBe('A2 B4');
    on.robot.take();
    expect(on.robot.reach()).toMatchObject({ state: 'finished' });
  });
});

describe('a low battery in the midst', () => {
  const toBay = () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C'] });
    on.know({ bay: () => BAY });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.robot.say(battery(19));
    return on;
  };
  it('sends the robot to charge, and then on with the stops that are left', () => {
    const on = toBay();
    expect(on.run()).toMatchObject({ phase: 'toCharger', leg: 1, course: { kind: 'charge', bay: { id: 'bay1' } } });
    expect(on.effects.at(-1)).toEqual({ type: 'cancel' });
    expect(on.stops()).toEqual(['A arrived', 'B waiting', 'C waiting']);
    on.robot.cancelled();
    expect(on.orders.at(-1)).toMatchObject({
      orderId: 'd.1',
      nodes: [{}, { nodeId: 'bay1', actions: [{ actionType: 'startCharging' }] }],
    });
    on.robot.take();
    on.robot.reach();
    expect(on.robot.say(battery(19, true))).toMatchObject({ phase: 'charging' });
    // While charging it can run an order of its own.
    on.robot.say({ orderId: 'self-9' });
    on.later(10_000);
    expect(on.robot.say(battery(CRUISE_CHARGE_UNTIL, true))).toMatchObject({ phase: 'driving', leg: 2 });
    expect(on.told()).toBe('bay10 B2 C4');
    expect(on.orders.at(-1)?.nodes[0]?.actions.map(({ actionType }) => actionType)).toEqual(['stopCharging']);
    on.robot.take();
    on.robot.reach();
    expect(on.robot.reach()).toMatchObject({ state: 'finished', arrived: 3 });
  });
  it('without a free bay ends the drive', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.robot.take();
    expect(on.robot.say(battery(19))).toMatchObject({ state: 'failed', reason: { type: 'noChargingPoint' } });
    expect(on.effects.at(-1)).toEqual({ type: 'cancel' });
  });
  it('at a bay that gives no current ends it, unless there is enough by then', () => {
    const on = toBay();
    on.robot.cancelled();
    on.robot.take();
    on.robot.reach();
    on.later(59_999);
    expect(on.run().state).toBe('inProgress');
    expect(on.later(1)).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'batteryLow' } });
    const other = toBay();
    other.robot.cancelled();
    other.robot.take();
    other.robot.reach();
    other.robot.say(battery(45, true));
    other.robot.say(battery(45));
    expect(other.later(60_000)).toMatchObject({ phase: 'driving', leg: 2 });
  });
  it('with no way to the bay ends the drive', () => {
    const on = toBay();
    on.robot.cancelled();
    on.robot.take();
    const errors = [
      {
        errorType: 'noPath',
        errorLevel: 'WARNING' as const,
        errorReferences: [{ referenceKey: 'orderId', referenceValue: 'd.1' }],
      },
    ];
    on.robot.say({ errors });
    expect(on.robot.cancelled()).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'noPath' } });
  });
  it('does not matter at the last stop', () => {
    const on = onRouteRun({ stops: ['A', 'B5'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.robot.reach();
    on.robot.say(battery(10));
    expect(on.later(5_000).state).toBe('finished');
  });
});

describe('an order of somebody else', () => {
  it('at the start is let be: the drive was too late', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.robot.say({ orderId: 'somebody', nodeStates: [{ nodeId: 'X', sequenceId: 2, released: true }] });
    expect(on.effects).toEqual([]);
    expect(on.later(COMMAND_TTL_MS + 1)).toMatchObject({ state: 'failed', reason: { type: 'notTaken' } });
  });
});
