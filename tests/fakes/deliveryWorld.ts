/**
 * One delivery between the rules of the server and a simulated robot, in one process and on one clock: the server's part
 * is its own pure functions (due.ts, deliveryLife.ts, the rules), with a row in memory instead of the database.
 */
import { vi } from 'vitest';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import {
  DELIVERY_CHANGES,
  canChange,
  deliveryObstacle,
  isDeliveryOver,
  mayReport,
  needsRobot,
  type DeliveryAct,
  type DeliveryCause,
} from '../../contract/rules/delivery.ts';
import {
  LOADING_WAIT_MS,
  MORE_TIME_MS,
  OPEN_CABINET_TTL_MS,
  PICKUP_WAIT_MS,
} from '../../contract/rules/deliveryLimits.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import { codeHash } from '../../contract/wire/codeHash.ts';
import type { DeliveryOrder } from '../../contract/wire/deliveries.ts';
import { pointOf } from '../../demo/sites.ts';
import type { DeliveryRow } from '../../server/db/repositories/deliveries.ts';
import { dueOutcome } from '../../server/features/deliveryDue.ts';
import { columnsAfter, factsOf, nextDue } from '../../server/features/deliveryLife.ts';
import { wishOf } from '../../server/features/deliveryOrders.ts';
import { Lift } from '../../simulator/fleet/lifts.ts';
import { idle, PORTER, setUp } from '../simulator/robot/stage.ts';

const ID = 'd1';
const KEY = 'key-of-this-robot';
export const CODES = { loading: '552041', pickup: '903215', wrong: '000000' } as const;
export type TypedCode = keyof typeof CODES;
type PressedAct = Extract<DeliveryAct, 'cancel' | 'sendBack' | 'openCabinet' | 'moreTime' | 'redirect'>;
type Event = EventMessage['event'];

const KITCHEN = 'harbour-1f.kitchen-pass';
const [ROOM, NEXT_ROOM, ROOM_UPSTAIRS] = ['harbour-1f.room-106', 'harbour-1f.room-102', 'harbour-2f.room-205'];
const STEP_S = 0.5;
/** The server repeats the list of a robot. */
const REPEAT_MS = 10_000;

const placeOf = (pointId: string): DeliveryOrder['from'] => {
  const { mapId, x, y, theta } = pointOf(pointId);
  return { pointId, mapId, x, y, theta };
};

/** @param upstairs the end of the way that is on another floor */
export function deliveryWorld({ upstairs, isDemo = false }: { upstairs?: 'from' | 'to'; isDemo?: boolean } = {}) {
  const stage = setUp(idle(PORTER, { battery: 95 }));
  const { robot, world } = stage;
  const now = (): number => world.now();
  const started = new Date(now());
  // Only the columns that the functions of the server read.
  let row = {
    id: ID,
    serialNumber: PORTER,
    origin: isDemo ? 'demo' : 'console',
    status: 'created',
    reason: '',
    endedFrom: null,
    phoneNumber: '+12025550123',
    loaderPhone: '',
    destination: upstairs === 'to' ? ROOM_UPSTAIRS : ROOM,
    compartment: 1,
    avoidedRobot: '',
    notBefore: null,
    hasMoreTime: false,
    act: null,
    returns: 'none',
    isAcknowledged: false,
    keypadLockedUntil: null,
    dueAt: null,
    createdAt: started,
    changedAt: started,
    endedAt: null,
  } as unknown as DeliveryRow;
  row = { ...row, dueAt: nextDue(row, now()) };
  const statuses: DeliveryStatus[] = ['created'];
  /** What the rules do not allow: nothing, if robot and server agree. */
  const faults: string[] = [];
  const events: Event[] = [];
  let heardAt = now();
  let listedAt = 0;
  let opened = 0;
  let wasAway = false;
  let seen = 1;

  const change = (to: DeliveryStatus, cause: DeliveryCause, reason: DeliveryRow['reason']): void => {
    // A robot can be ahead; everybody else causes exactly the changes of the table.
    if (!(cause === 'robot' ? mayReport(row.status, to) : canChange(row.status, to, cause)))
      faults.push(
        `${row.status} to ${to} by ${cause}, allowed: ${Object.keys(DELIVERY_CHANGES[row.status]).join(' ')}`,
      );
    row = { ...row, ...columnsAfter(row, { to, cause, reason }, new Date(now())) } as DeliveryRow;
    statuses.push(to);
  };
  const isServed = (): boolean => robot.network === 'up';
  const list = (): void => {
    if (!isServed()) return;
    listedAt = now();
    const isListed =
      row.serialNumber === PORTER && (row.endedAt === null || row.returns === 'returning' || row.returns === 'failed');
    const order: DeliveryOrder = {
      deliveryId: ID,
      status: row.status,
      wish: wishOf(row),
      compartment: 1,
      from: placeOf(upstairs === 'from' ? ROOM_UPSTAIRS : KITCHEN),
      to: placeOf(row.destination),
      loadingHash: codeHash(KEY, ID, 'loading', CODES.loading),
      pickupHash: codeHash(KEY, ID, 'pickup', CODES.pickup),
      loadingWaitMs: LOADING_WAIT_MS,
      pickupWaitMs: PICKUP_WAIT_MS + (row.hasMoreTime ? MORE_TIME_MS : 0),
      isDemo,
    };
    robot.handleDeliveries({ type: 'deliveries', sentAt: now(), key: KEY, orders: isListed ? [order] : [] });
  };

  /** @param isLate the robot could not have heard what the server decided meanwhile */
  const hear = (event: Event, isLate: boolean): void => {
    events.push(event);
    if (event.type === 'delivery') {
      if (event.status === row.status) return;
      if (isLate && (row.serialNumber !== PORTER || !mayReport(row.status, event.status))) return list();
      if (row.serialNumber !== PORTER) return void faults.push(`reports ${event.status} of a delivery that it lost`);
      if (!mayReport(row.status, event.status)) return void faults.push(`reports ${event.status} after ${row.status}`);
      change(event.status, event.by ?? 'robot', event.reason ?? '');
      list();
    } else if (event.type === 'compartment' && row.act && event.openId === row.act.id)
      row = { ...row, act: { ...row.act, state: event.result === 'opened' ? 'done' : 'failed' } };
    else if (event.type === 'deliveryReturn') {
      if (row.returns === 'none' && isLate) return list();
      if (row.returns === 'none') faults.push(`brings back what it does not have: ${event.state}`);
      row = { ...row, returns: event.state };
      list();
    }
  };
  const look = (): void => {
    if (!row.dueAt || row.dueAt.getTime() > now()) return;
    const live = { connection: robot.network === 'up' ? ('online' as const) : ('offline' as const), at: heardAt };
    const outcome = dueOutcome(row, row.serialNumber === '' ? null : live, now());
    if (outcome.type === 'change') change(outcome.to, 'time', outcome.reason);
    else if (outcome.type === 'unassign') {
      if (row.status !== 'created') change('created', 'time', outcome.reason);
      row = { ...row, serialNumber: '', compartment: null };
    }
    // Given to the same robot again, once it is there.
    else if (outcome.type === 'look' && isServed()) row = { ...row, serialNumber: PORTER, changedAt: new Date(now()) };
    row = { ...row, dueAt: nextDue(row, now()) };
    if (outcome.type !== 'later') list();
  };
  const tick = (): void => {
    world.step(STEP_S);
    if (isServed()) {
      heardAt = now();
      for (const { event } of robot.takeEvents()) hear(event, wasAway);
      if (wasAway) list();
    }
    wasAway = !isServed();
    look();
    if (now() - listedAt >= REPEAT_MS) list();
  };
  const run = (seconds: number): void => {
    for (let left = seconds; left > 0; left -= STEP_S) tick();
  };
  list();

  return {
    stage,
    statuses,
    faults,
    events,
    row: () => row,
    /** How many statuses the test has seen. */
    seen: () => seen,
    see: (status: DeliveryStatus): void => void (seen = statuses.indexOf(status, seen) + 1),
    isOver: () => isDeliveryOver(row.status) && (row.returns === 'none' || row.returns === 'returned'),
    run,
    /** @returns whether it came to that within the time */
    until(holds: () => boolean, seconds = 1_500): boolean {
      for (let left = seconds; left > 0 && !holds(); left -= STEP_S) tick();
      return holds();
    },
    /** As a person presses it; undefined if the rules do not allow it now. */
    act(act: PressedAct): DeliveryAct | undefined {
      const at = new Date(now());
      if (deliveryObstacle(act, factsOf(row)) !== null) return undefined;
      if (act === 'openCabinet' && !isServed()) return undefined;
      if (needsRobot(act, row.status)) {
        opened += 1;
        const id = `act-${opened}`;
        row = { ...row, act: { id, type: act, at: now(), by: '', cause: 'operator', state: 'sent', reason: '' } };
        if (act === 'openCabinet')
          robot.handleOpenCompartment({
            type: 'openCompartment',
            deliveryId: ID,
            openId: id,
            until: now() + OPEN_CABINET_TTL_MS,
          });
      } else if (act === 'cancel') change('cancelled', 'operator', 'asked');
      else if (act === 'moreTime')
        row = { ...row, hasMoreTime: true, dueAt: nextDue({ ...row, hasMoreTime: true }, +at) };
      else {
        row = { ...row, destination: row.destination === NEXT_ROOM ? ROOM : NEXT_ROOM };
        if (row.status === 'arrivedAtRoom') change('delivering', 'operator', 'asked');
      }
      list();
      return act;
    },
    type: (code: TypedCode): boolean => robot.typeCode(CODES[code]),
    jam: (on: boolean): void => robot.jamCompartment(1, on),
    /** Off and on again, or without network, after some time. */
    away(fault: 'die' | 'offline', seconds: number, meanwhile: () => void = () => undefined): void {
      robot.setFault(fault, true);
      meanwhile();
      run(seconds);
      robot.setFault(fault, false);
    },
    /** A Stop; then a person drives it by hand, holding the lease. */
    takeOver(seconds: number): void {
      stage.act('startPause');
      run(5);
      stage.act('stopPause');
      stage.act('controlLease', { lease: 3 });
      run(seconds);
      stage.act('controlLease', { lease: 0 });
    },
    callAway: (): void => stage.goTo('harbour-1f.reception'),
    /** No elevator opens any more. */
    liftsOut: () => vi.spyOn(Lift.prototype, 'isOpenFor').mockReturnValue(false),
    skip: (ms: number): void => world.skip(ms),
  };
}
export type DeliveryWorld = ReturnType<typeof deliveryWorld>;
