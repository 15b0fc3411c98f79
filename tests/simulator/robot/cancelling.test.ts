/**
 * An order can be cancelled anywhere: during an announcement, at the end of its base, in front of a lift and inside
 * one.
 */
import { describe, expect, it } from 'vitest';
import { pointOf } from '../../../demo/sites.ts';
import { PORTER, idle, orderTo, setUp } from './stage.ts';
import type { Stage } from './stage.ts';
import { say, tour } from './tour.ts';

const START = { x: 33, y: 17 };
const NORTH = { x: 33, y: 19 };
const LONG =
  'I have a great deal to tell you about this house, its rooms, its history and its many guests over all those years.';
const OTHER = 'W1-2308-0418';
const lobby = (): Stage => setUp(idle(PORTER, { pose: { ...START, theta: 0 } }));
const isEnded = (stage: Stage, cancel: string) => () =>
  stage.status(cancel) === 'FINISHED' && stage.state().nodeStates.length === 0;
const kindOf = (stage: Stage): string | undefined =>
  stage
    .state()
    .information?.find(({ infoType }) => infoType === 'task')
    ?.infoReferences?.find(({ referenceKey }) => referenceKey === 'kind')?.referenceValue;

describe('cancelOrder', () => {
  it.each([
    ['at a node', { actions: [say('long', LONG)] }],
    ['on the way', { onTheWay: [say('long', LONG, 'NONE')] }],
  ])('in the middle of a sentence %s: falls silent', (_where, actions) => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, { ...NORTH, ...actions }, START]));
    stage.until(() => stage.status('long') === 'RUNNING', 20);
    stage.world.step(0.5);
    const cancel = stage.act('cancelOrder');
    stage.until(isEnded(stage, cancel), 3);
    expect(stage.state()).toMatchObject({ driving: false, edgeStates: [] });
    expect(stage.state().actionStates.find(({ actionId }) => actionId === 'long')).toMatchObject({
      actionStatus: 'FAILED',
      resultDescription: expect.stringMatching(/cancel/u),
    });
    expect(stage.robot.saying).toBe('');
    expect(stage.state().information?.some(({ infoType }) => infoType === 'saying')).toBe(false);
  });

  it('at the end of its base, with the horizon before it: stays there, and takes the next order', () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, NORTH, START], { released: 2 }));
    stage.until(() => stage.state().newBaseRequest === true, 20);
    const cancel = stage.act('cancelOrder');
    stage.until(isEnded(stage, cancel), 0.2);
    expect(stage.state()).toMatchObject({ orderId: 't', lastNodeId: 'n1', newBaseRequest: false });
    stage.robot.handleOrder(tour('next', [{ ...NORTH, actions: [say('first', 'Again.')] }, START]));
    stage.until(() => stage.state().lastNodeSequenceId === 2 && stage.status('first') === 'FINISHED', 20);
    expect(stage.state()).toMatchObject({ orderId: 'next', errors: [] });
  });

  it('while an order that is sent in the same breath waits: that one is begun from its first node', () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t.0', [START, NORTH, { x: 33, y: 21 }]));
    stage.until(() => stage.robot.body.motion.v > 0.5, 20);
    const cancel = stage.act('cancelOrder');
    const { x, y } = stage.robot.body.motion;
    stage.robot.handleOrder(tour('t.1', [{ x, y, actions: [say('first', 'I go elsewhere.')] }, START]));
    expect(stage.status(cancel)).toBe('RUNNING');
    stage.until(() => stage.state().orderId === 't.1', 3);
    expect(stage.status(cancel)).toBe('FINISHED');
    stage.until(() => stage.status('first') === 'RUNNING', 0.2);
    stage.until(() => stage.state().lastNodeSequenceId === 2, 30);
  });

  it('while it waits for the lift: leaves the queue to the others', () => {
    const { x, y } = pointOf('harbour-1f.lift-1-waiting');
    const stage = setUp(idle(PORTER, { pose: { x, y, theta: 0 } }), idle(OTHER));
    stage.goTo('harbour-2f.lift-lobby', 'up');
    stage.until(() => kindOf(stage) === 'lift', 20);
    const cancel = stage.act('cancelOrder');
    stage.until(isEnded(stage, cancel), 0.2);
    stage.world.robot(OTHER)?.handleOrder(orderTo(OTHER, 'harbour-2f.lift-lobby', 'other'));
    stage.until(() => stage.world.robot(OTHER)?.body.mapId === 'harbour-2f', 200);
  });

  it('on the ride: ends above, out of the cabin, and the lift is there for the next', () => {
    const { x, y } = pointOf('harbour-1f.lift-1-waiting');
    const stage = setUp(
      idle(PORTER, { pose: { x, y, theta: 0 } }),
      idle(OTHER, { pose: { x: 27, y: 23, theta: Math.PI } }),
    );
    stage.goTo('harbour-2f.lift-lobby', 'up');
    const cabin = pointOf('harbour-1f.lift-1');
    stage.until(
      () =>
        Math.hypot(stage.robot.body.motion.x - cabin.x, stage.robot.body.motion.y - cabin.y) < 0.05 &&
        !stage.state().driving,
      60,
    );
    // It rides once it has turned towards the door of the upper floor.
    stage.until(() => !stage.state().driving, 20);
    stage.world.step(5);
    const cancel = stage.act('cancelOrder');
    expect(stage.status(cancel)).toBe('RUNNING');
    stage.until(isEnded(stage, cancel), 30);
    expect(stage.robot.body.mapId).toBe('harbour-2f');
    const waiting = pointOf('harbour-2f.lift-1-waiting');
    stage.until(
      () => Math.hypot(stage.robot.body.motion.x - waiting.x, stage.robot.body.motion.y - waiting.y) < 0.1,
      30,
    );
    for (const robot of stage.world.robots)
      robot.handleOrder(
        orderTo(robot.spec.serialNumber, robot === stage.robot ? 'harbour-1f.reception' : 'harbour-2f.lounge', 'on'),
      );
    stage.until(() => stage.world.robots.every((robot) => stage.state(robot).nodeStates.length === 0), 300);
    expect(stage.world.robots.map(({ body }) => body.mapId)).toEqual(['harbour-1f', 'harbour-2f']);
  });

  it('is heard though the robot stands: held by Stop, by its emergency stop, by a hand', () => {
    for (const hold of ['startPause', 'emergencyStop', 'controlLease']) {
      const stage = lobby();
      stage.robot.handleOrder(tour('t', [START, { x: 33, y: 21 }]));
      stage.until(() => stage.robot.body.motion.v > 0.5, 20);
      if (hold === 'emergencyStop') stage.robot.setFault(hold, true);
      else stage.act(hold, hold === 'controlLease' ? { lease: 2 } : {});
      stage.world.step(2);
      const cancel = stage.act('cancelOrder');
      stage.until(isEnded(stage, cancel), 1);
    }
  });
});

describe('a robot in the middle of an order', () => {
  it('says that its battery is low and drives on; it takes no more once it is empty', () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, NORTH, START], { released: 2 }));
    stage.until(() => stage.state().driving, 5);
    stage.robot.setFault('lowBattery', true);
    stage.world.step(0.1);
    expect(stage.state()).toMatchObject({
      orderId: 't',
      batteryState: { batteryCharge: expect.closeTo(12, 0) },
      errors: [{ errorType: 'batteryLow', errorLevel: 'WARNING' }],
    });
    stage.until(() => stage.state().newBaseRequest === true, 20);
    // Below the charge at which it ends its own work it still accepts orders, for example to a charger.
    const cancel = stage.act('cancelOrder');
    stage.until(isEnded(stage, cancel), 1);
    const bay = pointOf('harbour-1f.dock').chargeBase?.[0];
    stage.robot.handleOrder(
      tour('t.1', [
        NORTH,
        {
          x: bay?.x ?? 0,
          y: bay?.y ?? 0,
          theta: bay?.theta ?? 0,
          actions: [{ actionType: 'startCharging', actionId: 'plug', blockingType: 'HARD' }],
        },
      ]),
    );
    stage.until(() => stage.state().batteryState.charging, 200);
    expect(stage.errors()).toEqual([]);
    stage.robot.setFault('lowBattery', false);
    stage.robot.handleOrder(tour('t.2', [{ x: bay?.x ?? 0, y: bay?.y ?? 0 }, START]));
    stage.until(() => stage.state().lastNodeSequenceId === 2 && stage.state().orderId === 't.2', 200);
    expect(stage.state().batteryState.charging).toBe(false);
  });

  it('that is switched off and on has forgotten it, falls silent, and takes the next', () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, { ...NORTH, actions: [say('long', LONG)] }, START]));
    stage.until(() => stage.status('long') === 'RUNNING', 20);
    stage.robot.setFault('die', true);
    stage.world.step(1);
    stage.robot.setFault('die', false);
    stage.world.step(0.1);
    expect(stage.state()).toMatchObject({ orderId: '', nodeStates: [], actionStates: [] });
    expect(stage.robot.saying).toBe('');
    stage.robot.handleOrder(tour('t.1', [NORTH, START]));
    stage.until(() => stage.state().lastNodeSequenceId === 2, 30);
  });
});
