/** Deliveries of the server, acted out by a simulated robot: every step is reported, and follows the rules. */
import { describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import type { DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import { mayReport } from '../../../contract/rules/delivery.ts';
import { KEYPAD_LOCK_MS, KEYPAD_TRIES } from '../../../contract/rules/deliveryLimits.ts';
import { eventMessage, type EventMessage } from '../../../contract/wire/actions.ts';
import { codeHash } from '../../../contract/wire/codeHash.ts';
import { deliveryList, type DeliveryList, type DeliveryOrder } from '../../../contract/wire/deliveries.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { pointOf } from '../../../demo/sites.ts';
import { Lift } from '../../../simulator/fleet/lifts.ts';
import { LIFT_PATIENCE } from '../../../simulator/robot/work/selfAssignedTrip.ts';
import { idle, PORTER, setUp, type Stage } from './stage.ts';

const KEY = 'key-of-this-robot';
const [LOADING_CODE, PICKUP_CODE] = ['552041', '903215'];
const place = (pointId: string): DeliveryOrder['from'] => {
  const { mapId, x, y, theta } = pointOf(pointId);
  return { pointId, mapId, x, y, theta };
};
const order = (deliveryId: string, more: Partial<DeliveryOrder> = {}): DeliveryOrder => ({
  deliveryId,
  status: 'created',
  wish: 'carry',
  compartment: 1,
  from: place('harbour-1f.kitchen-pass'),
  to: place('harbour-1f.room-106'),
  loadingHash: codeHash(KEY, deliveryId, 'loading', LOADING_CODE),
  pickupHash: codeHash(KEY, deliveryId, 'pickup', PICKUP_CODE),
  loadingWaitMs: 600_000,
  pickupWaitMs: 600_000,
  isDemo: false,
  ...more,
});
const list = (...orders: DeliveryOrder[]): DeliveryList =>
  v.parse(deliveryList, { type: 'deliveries', sentAt: 0, key: KEY, orders });

interface Run {
  stage: Stage;
  events: EventMessage['event'][];
  statuses(id?: string): string[];
  reach(status: DeliveryStatus, seconds?: number, id?: string): void;
  send(...orders: DeliveryOrder[]): void;
  returns(id?: string): string[];
  collect(): void;
}

function begin(...all: (DeliveryOrder | Partial<DemoRobot['capabilities']>)[]): Run {
  const orders = all.filter((one): one is DeliveryOrder => 'deliveryId' in one);
  const own = idle(PORTER).capabilities;
  const capabilities = Object.assign({}, own, ...all.filter((one) => !('deliveryId' in one))) as typeof own;
  const stage = setUp(idle(PORTER, { battery: 90, capabilities }));
  const events: EventMessage['event'][] = [];
  const collect = (): void => {
    for (const message of stage.robot.takeEvents()) {
      expect(v.safeParse(eventMessage, JSON.parse(JSON.stringify(message))).success).toBe(true);
      events.push(message.event);
    }
  };
  const statuses = (id = 'd1'): string[] =>
    events.flatMap((event) => (event.type === 'delivery' && event.deliveryId === id ? [event.status] : []));
  const run: Run = {
    stage,
    events,
    statuses,
    collect,
    returns: (id = 'd1') =>
      events.flatMap((event) => (event.type === 'deliveryReturn' && event.deliveryId === id ? [event.state] : [])),
    reach(status, seconds = 600, id = 'd1') {
      stage.until(() => {
        collect();
        return statuses(id).at(-1) === status;
      }, seconds);
    },
    send: (...sent) => stage.robot.handleDeliveries(list(...sent)),
  };
  run.send(...orders);
  return run;
}

describe('a robot with a delivery of the server', () => {
  it('takes back what the recipient leaves in the open compartment as not theirs', () => {
    const run = begin(order('d1'));
    run.reach('arrivedAtLoadingPoint');
    run.stage.robot.typeCode(LOADING_CODE);
    run.reach('arrivedAtRoom');
    run.stage.robot.typeCode(PICKUP_CODE);
    run.reach('cabinetOpen');
    run.send(order('d1', { status: 'cabinetOpen', wish: 'sendBack', isLeftInside: true }));
    run.reach('notPickedUp');
    run.send(order('d1', { status: 'notPickedUp', wish: 'return' }));
    run.stage.until(() => {
      run.collect();
      return run.returns().at(-1) === 'returned';
    }, 600);
    expect(run.statuses()).not.toContain('completed');
  });
  it('says when its compartment closes by itself; opened again, it stays open for as long once more', () => {
    const run = begin(order('d1'));
    run.reach('arrivedAtLoadingPoint');
    run.stage.robot.typeCode(LOADING_CODE);
    run.reach('arrivedAtRoom');
    run.stage.robot.typeCode(PICKUP_CODE);
    run.reach('cabinetOpen');
    run.stage.robot.handleOpenCompartment({
      type: 'openCompartment',
      deliveryId: 'd1',
      openId: 'again',
      until: run.stage.world.now() + 8_000,
    });
    run.reach('completed');
    const opened = run.events.flatMap((event) =>
      event.type === 'compartment' && event.result === 'opened' ? [event] : [],
    );
    expect(opened.map(({ openId, closesIn }) => [openId, closesIn])).toEqual([
      ['', 15_000],
      ['', 15_000],
      ['again', 15_000],
    ]);
  });
  it('carries it out with both codes, over every status, and only by steps that the rules allow', () => {
    const run = begin(order('d1'));
    run.reach('arrivedAtLoadingPoint');
    expect(run.stage.robot.typeCode(PICKUP_CODE)).toBe(false);
    expect(run.stage.robot.typeCode(LOADING_CODE)).toBe(true);
    run.reach('arrivedAtRoom');
    expect(run.stage.robot.typeCode(LOADING_CODE)).toBe(false);
    expect(run.stage.robot.typeCode(PICKUP_CODE)).toBe(true);
    run.reach('completed');
    const statuses = run.statuses();
    expect(statuses).toEqual([
      'goingToLoadingPoint',
      'arrivedAtLoadingPoint',
      'loading',
      'loadingCompleted',
      'delivering',
      'arrivedAtRoom',
      'cabinetOpen',
      'completed',
    ]);
    let before: DeliveryStatus = 'created';
    for (const status of statuses as DeliveryStatus[]) {
      expect([before, status, mayReport(before, status)]).toEqual([before, status, true]);
      before = status;
    }
    expect(run.events).toContainEqual(expect.objectContaining({ status: 'loading', by: 'loader' }));
    expect(run.events).toContainEqual(expect.objectContaining({ status: 'cabinetOpen', by: 'recipient' }));
  });

  it('rides the lift to another floor and reports the delivery as its task', () => {
    const run = begin(order('d1', { to: place('harbour-2f.room-205'), isDemo: true }));
    run.reach('delivering');
    const task = run.stage.state().information?.find(({ infoType }) => infoType === 'task');
    expect(JSON.stringify(task)).toContain('harbour-2f.room-205');
    const liftNow = (): string =>
      ['lift', 'liftPhase']
        .map(
          (key) =>
            run.stage
              .state()
              .information?.find(({ infoType }) => infoType === 'task')
              ?.infoReferences?.find(({ referenceKey }) => referenceKey === key)?.referenceValue ?? '',
        )
        .join(' ');
    run.stage.until(() => /^\S+ waiting$/u.test(liftNow()), 400);
    const [waitedFor] = liftNow().split(' ');
    run.stage.until(() => liftNow() === `${waitedFor} riding`, 300);
    run.reach('arrivedAtRoom', 900);
    expect(liftNow()).toBe(' ');
    expect(run.stage.robot.body.mapId).toBe('harbour-2f');
  });

  it('a lift that never comes ends the delivery with that reason, and the parcel comes back', () => {
    const run = begin(order('d1', { to: place('harbour-2f.room-205'), isDemo: true }));
    run.reach('loadingCompleted');
    const opening = vi.spyOn(Lift.prototype, 'isOpenFor').mockReturnValue(false);
    run.reach('deliveryFailed', LIFT_PATIENCE + 300);
    expect(run.events).toContainEqual(expect.objectContaining({ status: 'deliveryFailed', reason: 'liftUnavailable' }));
    opening.mockRestore();
    run.send(order('d1', { status: 'deliveryFailed', wish: 'return' }));
    run.stage.until(() => {
      run.collect();
      return run.returns().includes('returned');
    }, 600);
    expect(run.stage.robot.body.mapId).toBe('harbour-1f');
  });

  it('takes a picture at the door, once; a robot without a camera takes none', () => {
    const pictured = (capabilities: Partial<DemoRobot['capabilities']>) => {
      const run = begin(order('d1', { isDemo: true }), capabilities);
      run.reach('arrivedAtRoom');
      return run.stage.robot.takeDoorPictures();
    };
    const [picture, ...others] = pictured({});
    const { x, y, mapId } = pointOf('harbour-1f.room-106');
    expect(picture).toMatchObject({ deliveryId: 'd1', view: { mapId } });
    expect(Math.hypot((picture?.view.x ?? 0) - x, (picture?.view.y ?? 0) - y)).toBeLessThan(1);
    expect(others).toEqual([]);
    expect(pictured({ photo: false })).toEqual([]);
  });

  it('a code opens nothing at another robot, even one that waits with a parcel of its own', () => {
    const other = begin(
      order('d2', {
        loadingHash: codeHash(KEY, 'd2', 'loading', '111111'),
        pickupHash: codeHash(KEY, 'd2', 'pickup', '222222'),
      }),
    );
    other.reach('arrivedAtLoadingPoint', 600, 'd2');
    expect(other.stage.robot.typeCode(LOADING_CODE)).toBe(false);
    other.stage.world.step(2);
    other.collect();
    expect(other.events).toContainEqual({ type: 'wrongCode', deliveryId: 'd2', tries: 1, isLocked: false });
    expect(other.statuses().concat(other.statuses('d2'))).not.toContain('loading');
    // The code of the same delivery under another robot's key is another hash.
    expect(codeHash('key-of-another-robot', 'd1', 'pickup', PICKUP_CODE)).not.toBe(order('d1').pickupHash);
  });

  it('stays where an order ended for a while before it takes a delivery', () => {
    const stage = setUp(idle(PORTER, { battery: 90 }));
    stage.goTo('harbour-1f.reception', 'to-desk');
    stage.until(() => stage.state().orderId === 'to-desk' && stage.state().nodeStates.length === 0, 300);
    const statuses = (): string[] =>
      stage.robot.takeEvents().flatMap(({ event }) => (event.type === 'delivery' ? [event.status] : []));
    stage.robot.handleDeliveries(list(order('d1')));
    stage.world.step(0.1);
    const { x, y } = stage.robot.body.motion;
    for (let second = 0; second < 120; second++) stage.world.step(1);
    expect(statuses()).toEqual([]);
    expect(Math.hypot(stage.robot.body.motion.x - x, stage.robot.body.motion.y - y)).toBeLessThan(0.1);
    for (let second = 0; second < 120; second++) stage.world.step(1);
    expect(statuses()[0]).toBe('goingToLoadingPoint');
  });

  it('opens when the console asks in time; too late, or on the way, it does not', () => {
    const run = begin(order('d1'));
    const open = (openId: string, ms = 8_000) =>
      run.stage.robot.handleOpenCompartment({
        type: 'openCompartment',
        deliveryId: 'd1',
        openId,
        until: run.stage.world.now() + ms,
      });
    run.reach('goingToLoadingPoint');
    open('too-soon');
    run.reach('arrivedAtLoadingPoint');
    open('too-late', -1);
    run.stage.world.step(5);
    open('in-time');
    run.reach('loading', 10);
    const answers = run.events.flatMap((event) =>
      event.type === 'compartment' && event.openId !== '' ? [`${event.openId} ${event.result}`] : [],
    );
    expect(answers).toEqual(['too-soon refused', 'in-time opened']);
  });

  it('locks its keypad after five wrong codes, for ten minutes, also against the right one', () => {
    const run = begin(order('d1', { loadingWaitMs: 3_600_000 }));
    run.reach('arrivedAtLoadingPoint');
    for (let i = 0; i < KEYPAD_TRIES; i++) run.stage.robot.typeCode('000000');
    expect(run.stage.robot.typeCode(LOADING_CODE)).toBe(false);
    run.stage.world.step(0.1);
    const wrong = run.stage.robot.takeEvents().flatMap(({ event }) => (event.type === 'wrongCode' ? [event] : []));
    expect(wrong.map(({ tries, isLocked }) => [tries, isLocked])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, false],
      [5, true],
    ]);
    run.stage.world.skip(KEYPAD_LOCK_MS + 1_000);
    expect(run.stage.robot.typeCode(LOADING_CODE)).toBe(true);
  });

  it('waits for nobody for ever: not loaded in time, or not picked up and brought back', () => {
    // Nobody is simulated at either end before the wait is over.
    const unloaded = begin(order('d1', { loadingWaitMs: 20_000 }));
    unloaded.reach('loadingTimeout');
    const run = begin(order('d1', { pickupWaitMs: 20_000 }));
    run.reach('arrivedAtLoadingPoint');
    run.stage.robot.typeCode(LOADING_CODE);
    run.reach('notPickedUp');
    run.stage.until(() => {
      run.events.push(...run.stage.robot.takeEvents().map(({ event }) => event));
      return run.returns().at(-1) === 'returned';
    }, 600);
    expect(run.returns()).toEqual(['returning', 'returned']);
    expect(run.events).toContainEqual(expect.objectContaining({ status: 'notPickedUp', reason: 'noOneCame' }));
  });

  it('a compartment that jams ends the loading, or the delivery at the door', () => {
    const loading = begin(order('d1', { isDemo: true }));
    loading.stage.robot.jamCompartment(1, true);
    loading.reach('loadingFailed');
    loading.stage.robot.jamCompartment(1, false);
    // So that the server knows that it can be used again.
    expect(loading.stage.robot.takeEvents().map(({ event }) => event)).toContainEqual({
      type: 'compartment',
      deliveryId: 'd1',
      openId: '',
      result: 'closed',
    });
    const door = begin(order('d1'));
    door.reach('arrivedAtLoadingPoint');
    door.stage.robot.typeCode(LOADING_CODE);
    door.reach('arrivedAtRoom');
    door.stage.robot.jamCompartment(1, true);
    door.stage.robot.typeCode(PICKUP_CODE);
    door.reach('deliveryFailed', 20);
    expect(door.events).toContainEqual(expect.objectContaining({ type: 'compartment', result: 'jammed' }));
  });

  it('turns round when a person cancels or sends it back, and goes elsewhere when redirected', () => {
    const cancelled = begin(order('d1'));
    cancelled.reach('arrivedAtLoadingPoint');
    cancelled.stage.robot.typeCode(LOADING_CODE);
    cancelled.reach('arrivedAtRoom');
    cancelled.send(order('d1', { status: 'arrivedAtRoom', wish: 'cancel' }));
    cancelled.reach('cancelled', 20);

    const moved = begin(order('d1'));
    moved.reach('arrivedAtLoadingPoint');
    moved.stage.robot.typeCode(LOADING_CODE);
    moved.reach('arrivedAtRoom');
    moved.send(order('d1', { status: 'delivering', to: place('harbour-1f.room-102') }));
    moved.reach('delivering', 20);
    moved.reach('arrivedAtRoom');
    const { x, y } = pointOf('harbour-1f.room-102');
    expect(Math.hypot(moved.stage.robot.body.motion.x - x, moved.stage.robot.body.motion.y - y)).toBeLessThan(1);
  });

  it('what is not on the list is off: it drops a delivery that another robot got', () => {
    const run = begin(order('d1'));
    run.reach('goingToLoadingPoint');
    run.send();
    run.stage.world.step(300);
    expect(run.stage.robot.takeEvents().filter(({ event }) => event.type === 'delivery')).toEqual([]);
  });

  it('loads two parcels before it leaves, and brings each to its room', () => {
    const run = begin(
      order('d1', { isDemo: true }),
      order('d2', { isDemo: true, compartment: 2, to: place('harbour-1f.room-102') }),
    );
    run.reach('loadingCompleted', 900, 'd2');
    expect(run.statuses('d1')).not.toContain('delivering');
    run.reach('arrivedAtRoom', 900, 'd2');
    expect(run.statuses('d1')).toContain('arrivedAtRoom');
  });

  it('called away by a person it goes on afterwards, and after a power cycle where the server says', () => {
    const run = begin(order('d1'));
    run.reach('arrivedAtLoadingPoint');
    run.stage.robot.typeCode(LOADING_CODE);
    run.reach('delivering');
    run.stage.goTo('harbour-1f.reception');
    run.stage.world.step(240);
    run.stage.robot.setFault('die', true);
    run.stage.robot.setFault('die', false);
    run.send(order('d1', { status: 'delivering' }));
    run.reach('arrivedAtRoom');
  });
});
