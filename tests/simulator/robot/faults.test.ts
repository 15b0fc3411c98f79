/** Faults injected by the switchboard, and the battery. */
import { describe, expect, it } from 'vitest';
import { reachOf, stepBattery } from '../../../simulator/robot/battery.ts';
import { PORTER, idle, orderTo, setUp } from './stage.ts';

describe('a battery', () => {
  const after = (minutes: number, charge: number, charging: boolean, effort: number): number => {
    let battery = { charge, charging, cycles: 0 };
    for (let t = 0; t < minutes * 60; t++) battery = stepBattery(battery, effort, 1);
    return battery.charge;
  };
  it('drains faster in motion, and never below nothing', () => {
    expect(after(10, 80, false, 1)).toBeLessThan(after(10, 80, false, 0));
    expect(after(24 * 60, 10, false, 1)).toBeGreaterThanOrEqual(0);
    expect(reachOf({ charge: 0 }, 1)).toBeLessThan(0);
  });
  it('charges ever slower, to full and no further', () => {
    expect(after(10, 20, true, 0) - 20).toBeGreaterThan(after(10, 85, true, 0) - 85);
    expect(after(120, 20, true, 0)).toBe(100);
  });
});

describe('the cycles of a battery', () => {
  it('grow by a full charge, not by driving, and are no more than the robot has charged', () => {
    let battery = { charge: 20, charging: false, cycles: 100.5 };
    for (let t = 0; t < 600; t++) battery = stepBattery(battery, 1, 1);
    expect(battery.cycles).toBe(100.5);
    battery = { ...battery, charging: true };
    const { charge } = battery;
    for (let t = 0; t < 7_200; t++) battery = stepBattery(battery, 0, 1);
    expect(battery.cycles).toBeCloseTo(100.5 + (100 - charge) / 100, 6);
  });
  it('are those of each robot, and the same at every start', () => {
    const cyclesOf = (serialNumber: string): string | undefined =>
      setUp(idle(serialNumber))
        .state()
        .information?.find(({ infoType }) => infoType === 'battery')
        ?.infoReferences?.find(({ referenceKey }) => referenceKey === 'cycles')?.referenceValue;
    expect(cyclesOf(PORTER)).toMatch(/^\d+$/u);
    expect(cyclesOf(PORTER)).toBe(cyclesOf(PORTER));
    expect(cyclesOf(PORTER)).not.toBe(cyclesOf('S2-2402-0056'));
  });
});

describe('faults', () => {
  it('emergency stop: stands at once, goes on when released', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.gym', 'go');
    stage.until(() => stage.robot.body.motion.v > 0.5, 20);
    stage.robot.setFault('emergencyStop', true);
    stage.world.step(0.05);
    expect(stage.state()).toMatchObject({ driving: false, safetyState: { eStop: 'MANUAL' }, orderId: 'go' });
    stage.world.step(30);
    stage.robot.setFault('emergencyStop', false);
    stage.until(() => stage.state().nodeStates.length === 0, 120);
    expect(stage.state().safetyState.eStop).toBe('NONE');
  });

  it('low battery: breaks off its work and goes charging; switched off it is as before', () => {
    const stage = setUp({ ...idle(PORTER), round: ['harbour-1f.kitchen-pass', 'harbour-1f.room-106'] });
    stage.until(() => stage.state().driving, 60);
    stage.robot.setFault('lowBattery', true);
    stage.world.step(1);
    expect(stage.state()).toMatchObject({
      batteryState: { batteryCharge: expect.closeTo(12, 0) },
      errors: [{ errorType: 'batteryLow' }],
    });
    stage.until(() => stage.state().batteryState.charging, 300);
    expect(stage.errors()).toEqual([]);
    stage.robot.setFault('lowBattery', false);
    expect(stage.state().batteryState.batteryCharge).toBeGreaterThan(70);
  });

  it('an unplugged camera is reported, and the robot says that it has none', () => {
    const stage = setUp();
    expect(stage.robot.hasCamera).toBe(true);
    stage.robot.setFault('cameraUnplugged', true);
    stage.world.step(0.1);
    expect(stage.robot.hasCamera).toBe(false);
    expect(stage.errors()).toMatchObject([{ errorType: 'cameraUnplugged', errorHint: expect.stringMatching(/./) }]);
  });

  it('dead: nothing moves; alive again it stands where it was and has forgotten its order', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.gym', 'go');
    stage.until(() => stage.robot.body.motion.v > 0.5, 20);
    stage.robot.setFault('die', true);
    const { x, y } = stage.robot.body.motion;
    stage.world.step(30);
    expect(stage.robot.network).toBe('dead');
    expect(stage.robot.body.motion).toMatchObject({ x, y, v: 0 });
    stage.robot.setFault('die', false);
    stage.world.step(1);
    expect(stage.robot.network).toBe('up');
    expect(stage.state()).toMatchObject({ orderId: '', nodeStates: [], paused: false });
  });

  it('offline: works on without a network', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.lobby-centre', 'go');
    stage.robot.setFault('offline', true);
    expect(stage.robot.network).toBe('down');
    stage.until(() => stage.state().lastNodeId === 'harbour-1f.lobby-centre', 120);
  });
});

describe('what stands in the way', () => {
  it('is told after a while: a robot on the target', () => {
    const stage = setUp(
      idle(PORTER, { pose: { x: 33, y: 20, theta: 0 } }),
      idle('S2-2402-0057', { pose: { x: 33, y: 16, theta: 0 } }),
    );
    const [, other] = stage.world.robots;
    other?.handleInstantActions({
      headerId: 0,
      timestamp: '',
      version: '',
      manufacturer: '',
      serialNumber: '',
      actions: [{ actionType: 'startPause', actionId: 'p', blockingType: 'HARD' }],
    });
    stage.goTo({ x: 33, y: 16, mapId: 'harbour-1f' }, 'go');
    stage.until(() => stage.errors().length > 0, 60);
    expect(stage.errors()).toMatchObject([
      { errorType: 'targetBlocked', errorReferences: [{ referenceKey: 'robot', referenceValue: 'S2-2402-0057' }] },
    ]);
  });

  it('is asked to make room when it only stands about', () => {
    const stage = setUp(
      idle(PORTER, { pose: { x: 33, y: 20, theta: 0 } }),
      idle('S2-2402-0057', { pose: { x: 33, y: 16, theta: 0 } }),
    );
    stage.goTo({ x: 33, y: 16, mapId: 'harbour-1f' }, 'go');
    stage.until(() => stage.state().nodeStates.length === 0, 90);
  });

  it('makes room in a doorway, and comes back where a person sent it', () => {
    // In the doorway of the linen store, where the other robot wants to leave.
    const door = { x: 32.5, y: 34 - 9.5, theta: 0 };
    const stage = setUp(
      idle(PORTER, { pose: { x: 32.5, y: 34 - 7.5, theta: -Math.PI / 2 }, mapId: 'harbour-2f' }),
      idle('S2-2402-0057', { pose: door, mapId: 'harbour-2f' }),
    );
    const other = stage.world.robot('S2-2402-0057');
    other?.handleOrder(orderTo('S2-2402-0057', { ...door, mapId: 'harbour-2f' }, 'stand here'));
    stage.world.step(1);
    stage.goTo({ x: 32.5, y: 34 - 11.5, mapId: 'harbour-2f' }, 'out');
    stage.until(() => stage.state().nodeStates.length === 0, 90);
    stage.until(() => {
      const there = other?.body.motion;
      return Math.hypot((there?.x ?? 0) - door.x, (there?.y ?? 0) - door.y) < 0.05;
    }, 60);
  });

  it('is driven round', () => {
    const stage = setUp(
      idle(PORTER, { pose: { x: 20, y: 23, theta: Math.PI } }),
      idle('S2-2402-0057', { pose: { x: 12, y: 23, theta: 0 } }),
    );
    const [, other] = stage.world.robots;
    other?.handleInstantActions({
      headerId: 0,
      timestamp: '',
      version: '',
      manufacturer: '',
      serialNumber: '',
      actions: [{ actionType: 'startPause', actionId: 'p', blockingType: 'HARD' }],
    });
    stage.goTo({ x: 5, y: 23, mapId: 'harbour-1f' }, 'go');
    stage.until(() => stage.state().nodeStates.length === 0, 90);
  });

  it('head on in a corridor: both get by', () => {
    const stage = setUp(
      idle(PORTER, { pose: { x: 20, y: 23, theta: Math.PI } }),
      idle('S2-2402-0057', { pose: { x: 4, y: 23, theta: 0 } }),
    );
    const [, other] = stage.world.robots;
    stage.goTo({ x: 3, y: 23, mapId: 'harbour-1f' }, 'west');
    other?.handleOrder({ ...JSON.parse(JSON.stringify(orderEast)) });
    let least = Infinity;
    stage.until(() => {
      const [a, b] = stage.world.robots.map(({ body }) => body.motion);
      least = Math.min(least, Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0)));
      return stage.world.robots.every((robot) => stage.state(robot).nodeStates.length === 0);
    }, 120);
    expect(least).toBeGreaterThan(0.56);
  });
});

const orderEast = {
  headerId: 0,
  timestamp: '',
  version: '',
  manufacturer: '',
  serialNumber: '',
  orderId: 'east',
  orderUpdateId: 0,
  nodes: [
    { nodeId: 'start', sequenceId: 0, released: true, actions: [] },
    { nodeId: 'xy', sequenceId: 2, released: true, actions: [], nodePosition: { x: 21, y: 23, mapId: 'harbour-1f' } },
  ],
  edges: [{ edgeId: 'e', sequenceId: 1, released: true, startNodeId: 'start', endNodeId: 'xy', actions: [] }],
};
