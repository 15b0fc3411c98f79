/** VDA 5050 orders: accepted, executed, updated, cancelled, refused with a reason and a hint. */
import { describe, expect, it } from 'vitest';
import { pointOf } from '../../../demo/sites.ts';
import { TICK } from '../../../simulator/fleet/world.ts';
import { HOST, PORTER, idle, orderTo, setUp } from './stage.ts';

const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);

describe('an order', () => {
  it('is taken at once, driven, and ends at its target', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.meeting-rooms', 'go-1');
    expect(stage.state()).toMatchObject({
      orderId: 'go-1',
      driving: false,
      nodeStates: [{ nodeId: 'harbour-1f.meeting-rooms' }],
      errors: [],
    });
    stage.until(() => stage.state().driving, 3);
    const { edgeStates, information } = stage.state();
    expect(edgeStates[0]?.trajectory?.degree).toBe(1);
    expect(information?.find(({ infoType }) => infoType === 'task')?.infoReferences).toContainEqual({
      referenceKey: 'kind',
      referenceValue: 'goTo',
    });
    stage.until(() => stage.state().nodeStates.length === 0 && !stage.state().driving, 120);
    expect(stage.state()).toMatchObject({
      orderId: 'go-1',
      lastNodeId: 'harbour-1f.meeting-rooms',
      lastNodeSequenceId: 2,
      edgeStates: [],
    });
    const { x, y, theta } = pointOf('harbour-1f.meeting-rooms');
    expect(distance(stage.robot.body.motion, { x, y })).toBeLessThan(0.05);
    expect(Math.cos(stage.robot.body.motion.theta - theta)).toBeGreaterThan(0.99);
  });

  it('leads over a lift to another floor', () => {
    const stage = setUp();
    stage.goTo('harbour-2f.room-205', 'up');
    const kinds = new Set<string>();
    stage.until(() => {
      kinds.add(stage.state().information?.[0]?.infoReferences?.[0]?.referenceValue ?? '');
      return stage.state().nodeStates.length === 0;
    }, 300);
    expect(stage.state().agvPosition?.mapId).toBe('harbour-2f');
    expect(distance(stage.robot.body.motion, pointOf('harbour-2f.room-205'))).toBeLessThan(0.05);
    expect(kinds).toContain('lift');
  });

  it('lets two robots ride one after the other', () => {
    const stage = setUp(idle(PORTER), idle('W1-2308-0418'));
    const [, other] = stage.world.robots;
    stage.goTo('harbour-2f.room-205');
    other?.handleOrder(orderTo('W1-2308-0418', 'harbour-2f.room-203', 'up-2'));
    stage.until(() => stage.world.robots.every((robot) => stage.state(robot).nodeStates.length === 0), 400);
    expect(stage.world.robots.map(({ body }) => body.mapId)).toEqual(['harbour-2f', 'harbour-2f']);
  });

  it('passes over several nodes in order, at the speed an edge allows', () => {
    const stage = setUp();
    const order = orderTo(PORTER, 'harbour-1f.lobby-centre', 'tour');
    const { x, y } = pointOf('harbour-1f.lobby-east');
    order.nodes.push({
      nodeId: 'second',
      sequenceId: 4,
      released: true,
      actions: [],
      nodePosition: { x, y, mapId: 'harbour-1f', allowedDeviationXY: 0.3 },
    });
    order.edges.push({
      ...order.edges[0]!,
      edgeId: 'e2',
      sequenceId: 3,
      startNodeId: 'harbour-1f.lobby-centre',
      endNodeId: 'second',
      maxSpeed: 0.3,
    } as (typeof order.edges)[number]);
    stage.robot.handleOrder(order);
    stage.until(() => stage.state().lastNodeId === 'harbour-1f.lobby-centre', 120);
    let fastest = 0;
    stage.until(() => {
      fastest = Math.max(fastest, stage.robot.body.motion.v);
      return stage.state().nodeStates.length === 0;
    }, 200);
    expect(fastest).toBeLessThanOrEqual(0.3 + 1e-6);
    expect(stage.state().lastNodeId).toBe('second');
  });

  it('waits at the end of its base and goes on with an update', () => {
    const stage = setUp();
    const order = orderTo(PORTER, 'harbour-1f.lobby-centre', 'long');
    const { x, y } = pointOf('harbour-1f.lobby-east');
    const last = {
      nodeId: 'second',
      sequenceId: 4,
      released: false,
      actions: [],
      nodePosition: { x, y, mapId: 'harbour-1f', allowedDeviationXY: 0.3 },
    };
    const edge = {
      edgeId: 'e2',
      sequenceId: 3,
      released: false,
      startNodeId: 'harbour-1f.lobby-centre',
      endNodeId: 'second',
      actions: [],
    };
    stage.robot.handleOrder({ ...order, nodes: [...order.nodes, last], edges: [...order.edges, edge] });
    stage.until(() => stage.state().newBaseRequest === true, 120);
    expect(stage.state()).toMatchObject({
      lastNodeId: 'harbour-1f.lobby-centre',
      nodeStates: [{ nodeId: 'second', released: false }],
    });
    stage.robot.handleOrder({
      ...order,
      orderUpdateId: 1,
      nodes: [order.nodes[1]!, { ...last, released: true }],
      edges: [{ ...edge, released: true }],
    });
    expect(stage.state().orderUpdateId).toBe(1);
    stage.until(() => stage.state().nodeStates.length === 0, 120);
    expect(stage.state().lastNodeId).toBe('second');
    stage.robot.handleOrder({ ...order, orderUpdateId: 2, nodes: [order.nodes[0]!, last], edges: [] });
    expect(stage.errors()[0]?.errorType).toMatch(/validationError|orderUpdateError/);
  });

  it('is ignored when it comes twice, refused when it is older than what runs', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.gym', 'one');
    stage.goTo('harbour-1f.gym', 'one');
    expect(stage.errors()).toEqual([]);
    stage.robot.handleOrder({ ...orderTo(PORTER, 'harbour-1f.gym', 'one'), orderUpdateId: -1 });
    expect(stage.errors()[0]).toMatchObject({ errorType: 'orderUpdateError', errorLevel: 'WARNING' });
  });

  it('does what is asked at its node: charging at a bay ends with current', () => {
    const stage = setUp();
    const bay = pointOf('harbour-1f.dock').chargeBase?.[0];
    if (!bay) throw new Error('no bay');
    const before = stage.state().batteryState.batteryCharge;
    stage.goTo({ x: bay.x, y: bay.y, theta: bay.theta, mapId: 'harbour-1f' }, 'charge', [
      { actionType: 'startCharging', actionId: 'plug', blockingType: 'HARD' },
    ]);
    expect(stage.status('plug')).toBe('WAITING');
    stage.until(() => stage.status('plug') === 'FINISHED', 200);
    expect(stage.state()).toMatchObject({ nodeStates: [], batteryState: { charging: true } });
    stage.world.step(300);
    expect(stage.state().batteryState.batteryCharge).toBeGreaterThan(before + 5);
  });

  it('fails with its action where there is no charger', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.lobby-centre', 'charge', [
      { actionType: 'startCharging', actionId: 'plug', blockingType: 'HARD' },
    ]);
    stage.until(() => stage.status('plug') === 'FAILED', 120);
    expect(stage.errors()[0]).toMatchObject({
      errorType: 'orderError',
      errorReferences: expect.arrayContaining([{ referenceKey: 'orderId', referenceValue: 'charge' }]),
    });
    stage.world.step(0.1);
    expect(stage.state()).toMatchObject({ nodeStates: [], batteryState: { charging: false } });
  });

  it("goes before the robot's own work", () => {
    const stage = setUp({ ...idle(PORTER), round: ['harbour-1f.kitchen-pass', 'harbour-1f.room-106'] });
    stage.until(() => stage.state().driving && stage.state().orderId.startsWith('self-'), 60);
    expect(stage.state().nodeStates).toHaveLength(1);
    stage.goTo('harbour-1f.reception', 'mine');
    stage.until(
      () => stage.state().lastNodeId === 'harbour-1f.reception' && stage.state().nodeStates.length === 0,
      120,
    );
    expect(stage.state().orderId).toBe('mine');
    // It stays for some time, then goes back to its own work.
    stage.world.step(120);
    expect(stage.state().orderId).toBe('mine');
    stage.until(() => stage.state().orderId.startsWith('self-'), 180);
  });
});

describe('cancelling', () => {
  it('stops the robot, forgets its nodes and ends the action', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.kitchen-pass', 'far');
    stage.until(() => stage.robot.body.motion.v > 0.5, 20);
    const cancel = stage.act('cancelOrder');
    expect(stage.status(cancel)).toBe('RUNNING');
    const from = { ...stage.robot.body.motion };
    stage.until(() => stage.status(cancel) === 'FINISHED', 3);
    expect(stage.state()).toMatchObject({ orderId: 'far', nodeStates: [], edgeStates: [], driving: false });
    expect(distance(stage.robot.body.motion, from)).toBeLessThan(1);
  });

  it('has ended in the very moment the robot stands, and what came meanwhile is begun in it', () => {
    for (const next of [null, 'second']) {
      const stage = setUp();
      stage.goTo('harbour-1f.kitchen-pass', 'far');
      stage.until(() => stage.robot.body.motion.v > 0.5, 20);
      const cancel = stage.act('cancelOrder');
      if (next) stage.goTo('harbour-1f.reception', next);
      while (stage.robot.body.motion.v > 0) {
        expect(stage.status(cancel)).toBe('RUNNING');
        stage.world.step(TICK);
      }
      expect(stage.status(cancel)).toBe('FINISHED');
      expect(stage.state()).toMatchObject({
        orderId: next ?? 'far',
        driving: false,
        nodeStates: next ? [{ nodeId: 'harbour-1f.reception' }] : [],
      });
      if (!next) continue;
      stage.world.step(2 * TICK);
      expect(stage.state().driving).toBe(true);
    }
  });

  it('is followed by the order that came meanwhile', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.kitchen-pass', 'first');
    stage.until(() => stage.robot.body.motion.v > 0.5, 20);
    const cancel = stage.act('cancelOrder');
    stage.goTo('harbour-1f.reception', 'second');
    expect(stage.errors()).toEqual([]);
    stage.until(() => stage.state().orderId === 'second' && stage.status(cancel) === 'FINISHED', 3);
    stage.until(() => stage.state().lastNodeId === 'harbour-1f.reception', 120);
  });

  it('in the middle of a turn leaves no wheel turning', () => {
    const stage = setUp(idle(PORTER, { pose: { x: 33, y: 17, theta: 0 } }));
    stage.goTo({ x: 25, y: 17.5, mapId: 'harbour-1f' });
    stage.until(() => Math.abs(stage.robot.body.motion.w) > 0.5, 5);
    stage.act('startPause');
    stage.world.step(1);
    expect(stage.state()).toMatchObject({ driving: false, velocity: { omega: 0 } });
    stage.act('stopPause');
    stage.until(() => Math.abs(stage.robot.body.motion.w) > 0.5, 5);
    stage.act('cancelOrder');
    stage.world.step(1);
    expect(stage.state()).toMatchObject({ driving: false, velocity: { vx: 0, omega: 0 } });
  });

  it('without an order fails with noOrderToCancel', () => {
    const stage = setUp();
    expect(stage.status(stage.act('cancelOrder'))).toBe('FAILED');
    expect(stage.errors()[0]).toMatchObject({ errorType: 'noOrderToCancel', errorHint: expect.stringMatching(/./) });
  });
});

describe('Stop', () => {
  it('holds the robot where it can brake, and Resume lets it go on with what it had', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.kitchen-pass', 'far');
    stage.until(() => stage.robot.body.motion.v > 0.5, 20);
    const from = { ...stage.robot.body.motion };
    expect(stage.status(stage.act('startPause'))).toBe('FINISHED');
    expect(stage.state().paused).toBe(true);
    stage.until(() => !stage.state().driving, 2);
    expect(distance(stage.robot.body.motion, from)).toBeLessThan(0.7);
    stage.world.step(60);
    expect(stage.state()).toMatchObject({
      orderId: 'far',
      driving: false,
      nodeStates: [{ nodeId: 'harbour-1f.kitchen-pass' }],
    });
    stage.act('stopPause');
    stage.until(() => stage.state().nodeStates.length === 0, 200);
  });
});

describe('an order that cannot be taken', () => {
  const refusalOf = (stage: ReturnType<typeof setUp>) => {
    const [error] = stage.errors();
    expect(error?.errorHint).toMatch(/./);
    expect(error?.errorDescription).toMatch(/./);
    return error;
  };
  const named = (orderId: string) => expect.arrayContaining([{ referenceKey: 'orderId', referenceValue: orderId }]);

  it.each([
    ['wrongMap', { x: 5, y: 5, mapId: 'riverside-1f' }],
    ['targetOutsideMap', { x: 5, y: 3, mapId: 'harbour-1f' }],
    ['targetOutsideMap', { x: 500, y: 3, mapId: 'harbour-1f' }],
    ['targetBlocked', { x: 20, y: 30, mapId: 'harbour-1f' }],
  ])('%s at %o', (errorType, target) => {
    const stage = setUp();
    stage.goTo(target, 'bad');
    expect(refusalOf(stage)).toMatchObject({ errorType, errorReferences: named('bad') });
    stage.world.step(2);
    expect(stage.state()).toMatchObject({ driving: false, nodeStates: [] });
    expect(stage.state().orderId).not.toBe('bad');
  });

  it('noRouteError: for a node nobody knows, and a floor it cannot ride to', () => {
    const stage = setUp(idle(HOST));
    stage.goTo('harbour-2f.room-205', 'up');
    expect(refusalOf(stage)).toMatchObject({ errorType: 'noRouteError', errorReferences: named('up') });
    const order = orderTo(HOST, 'harbour-1f.gym', 'unknown');
    const { nodePosition, ...bare } = order.nodes[1]!;
    void nodePosition;
    stage.robot.handleOrder({
      ...order,
      nodes: [order.nodes[0], { ...bare, nodeId: 'nowhere' }],
      edges: [{ ...order.edges[0], endNodeId: 'nowhere' }],
    });
    expect(stage.errors().at(-1)).toMatchObject({ errorType: 'noRouteError', errorReferences: named('unknown') });
  });

  it('orderError: while another is carried out, and for an action it does not have', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.gym', 'one');
    stage.goTo('harbour-1f.reception', 'two');
    expect(refusalOf(stage)).toMatchObject({ errorType: 'orderError', errorReferences: named('two') });
    expect(stage.state().orderId).toBe('one');
    const fresh = setUp();
    fresh.goTo('harbour-1f.gym', 'pick', [{ actionType: 'pick', actionId: 'p', blockingType: 'HARD' }]);
    expect(refusalOf(fresh)).toMatchObject({
      errorType: 'orderError',
      errorReferences: expect.arrayContaining([{ referenceKey: 'actionType', referenceValue: 'pick' }]),
    });
  });

  it('validationError: what is no order, and an order whose parts do not fit', () => {
    const stage = setUp();
    stage.robot.handleOrder({ orderId: 'broken' });
    expect(refusalOf(stage)).toMatchObject({ errorType: 'validationError', errorReferences: named('broken') });
    stage.robot.handleOrder(null);
    const order = orderTo(PORTER, 'harbour-1f.gym', 'odd');
    stage.robot.handleOrder({ ...order, edges: [] });
    stage.robot.handleOrder({ ...order, nodes: order.nodes.map((node, i) => ({ ...node, sequenceId: i })) });
    expect(stage.errors().map(({ errorType }) => errorType)).toEqual(
      Array.from({ length: 4 }, () => 'validationError'),
    );
  });

  it('busy, while the switchboard says so; refusals go with the next order that is taken', () => {
    const stage = setUp();
    stage.robot.setFault('busy', true);
    stage.goTo('harbour-1f.gym', 'no');
    expect(stage.errors().find(({ errorReferences }) => errorReferences?.length)).toMatchObject({
      errorType: 'busy',
      errorReferences: named('no'),
    });
    stage.robot.setFault('busy', false);
    stage.goTo('harbour-1f.gym', 'yes');
    stage.world.step(0.1);
    expect(stage.errors()).toEqual([]);
    expect(stage.state().orderId).toBe('yes');
  });

  it('is forgotten after half a minute: nobody withdraws a refusal', () => {
    const stage = setUp();
    stage.goTo({ x: 5, y: 5, mapId: 'nowhere' }, 'bad');
    stage.world.step(31);
    expect(stage.errors()).toEqual([]);
  });
});
