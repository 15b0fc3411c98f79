/** What people do about a delivery: the same for operators of the console and for recipients. */
import { randomUUID } from 'node:crypto';
import {
  deliveryObstacle,
  isCompartmentJammed,
  isDeliveryOver,
  phoneObstacle,
  isParcelLeft,
  needsRobot,
  type DeliveryAct,
  type DeliveryCause,
  type DeliveryEntryKind,
} from '../../contract/rules/delivery.ts';
import { DELIVERY_STEPS_MAX, JAM_KEPT_MS } from '../../contract/rules/deliveryLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { addStep, changeDelivery, lockDelivery, stepsOf, type DeliveryRow } from '../db/repositories/deliveries.ts';
import { jamsLeft, type JamLeft } from '../db/repositories/jamsLeft.ts';
import { subjectWith } from '../db/stepSubject.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { addLine, changeStatus, factsOf, isElsewhere, nextDue, withoutElsewhere } from './deliveryLife.ts';
import type { NotifyDelivery } from './deliveryNotices.ts';
import type { DeliveryOrders } from './deliveryOrders.ts';
import type { DeliveryQueue } from './deliveryQueue.ts';

interface Needs {
  fleet: () => Fleet;
  now: () => number;
  orders: DeliveryOrders;
  queue: DeliveryQueue;
  notify: NotifyDelivery;
}

export interface Actor {
  cause: Extract<DeliveryCause, 'operator' | 'recipient' | 'loader'>;
  by: LocalName;
  /** Whether the actor may deal with a jam of a robot that it was taken from; nobody but operators may. */
  mayClear?: (jam: Pick<JamLeft, 'serialNumber' | 'compartment'>) => boolean;
}
interface Work {
  db: Db;
  afterCommit: (effect: () => void) => void;
}

const LINES: Readonly<Partial<Record<DeliveryAct, DeliveryEntryKind>>> = {
  cancel: 'cancelAsked',
  sendBack: 'sendBackAsked',
  notMine: 'notMine',
  elsewhere: 'elsewhere',
  openCabinet: 'openAsked',
  moreTime: 'moreTime',
};

export interface DeliveryActs {
  /** Reads and locks the delivery. @throws deliveryUnknown, and the obstacle of the act */
  lock(db: Db, id: string, act: DeliveryAct): Promise<DeliveryRow>;
  /** @throws deliveryUnknown, the obstacle of the act; robotOffline for what the robot would not hear in time */
  act(
    work: Work,
    id: string,
    act: Extract<
      DeliveryAct,
      'cancel' | 'sendBack' | 'notMine' | 'elsewhere' | 'openCabinet' | 'moreTime' | 'acknowledge'
    >,
    actor: Actor,
  ): Promise<DeliveryRow>;
  /** Sends the parcel to another point. The caller has checked the point. */
  redirect(
    work: Work,
    before: DeliveryRow,
    to: { areaId: string; name: LocalName },
    actor: Actor,
  ): Promise<DeliveryRow>;
}

export function createDeliveryActs({ fleet, now, orders, queue, notify }: Needs): DeliveryActs {
  const lock = async (db: Db, id: string, act: DeliveryAct, isJamOpen = false): Promise<DeliveryRow> => {
    const row = await lockDelivery(db, id);
    if (!row) throw new ApiError('deliveryUnknown', { field: 'deliveryId' });
    const found =
      deliveryObstacle(act, factsOf(row, isJamOpen)) ??
      (act === 'revealPhone' ? phoneObstacle(row.endedAt?.getTime() ?? null, now()) : null);
    if (found) throw new ApiError(found, { field: 'deliveryId' });
    return row;
  };

  /** What a robot has to do: it stays pending until the robot reports it. */
  const ask = (row: DeliveryRow, act: DeliveryAct, { cause, by }: Actor) => ({
    id: randomUUID(),
    type: act,
    at: now(),
    by,
    cause,
    state: 'sent' as const,
    reason: '' as const,
    ...((act === 'elsewhere' || isElsewhere(row)) && { isElsewhere: true as const }),
  });
  /** It keeps an opening that the robot has not answered. */
  const askElsewhere = (row: DeliveryRow, actor: Actor) =>
    row.act?.type === 'openCabinet' && row.act.state === 'sent'
      ? { ...row.act, isElsewhere: true as const }
      : ask(row, 'elsewhere', actor);

  /** A person has dealt with a failure: whatever kept the compartment from the next parcel is over. */
  const acknowledge = async (
    { db, afterCommit }: Work,
    before: DeliveryRow,
    { cause, by }: Actor,
    left: readonly JamLeft[],
    at: Date,
  ): Promise<DeliveryRow> => {
    const siteOf = (serialNumber: string): string => fleet().fleetCache.robot(serialNumber)?.siteId ?? '';
    for (const { serialNumber, compartment: value } of left) {
      const name = fleet().fleetCache.robot(serialNumber)?.name ?? serialNumber;
      const subject = subjectWith(name, { serialNumber });
      // However long the history is: without this line the compartment would stay unused.
      await addStep(db, {
        deliveryId: before.id,
        status: before.status,
        at,
        kind: 'acknowledged',
        cause,
        by,
        subject,
        value,
      });
    }
    afterCommit(() => {
      for (const { serialNumber } of left) {
        queue.look(siteOf(serialNumber));
        notify(before, before, serialNumber);
      }
    });
    // The delivery itself goes on, or was handed over by another robot.
    if (!isDeliveryOver(before.status) || before.status === 'completed') {
      afterCommit(() => notify(before, before));
      return before;
    }
    const isTakenOut = isParcelLeft(factsOf(before), at.getTime());
    const wasJammed = isCompartmentJammed(await stepsOf(db, before.id, DELIVERY_STEPS_MAX));
    const row = await changeDelivery(db, before.id, {
      isAcknowledged: true,
      ...(isTakenOut && { returns: 'returned' as const }),
    });
    if (isTakenOut) await addLine(db, row, { at, kind: 'returned', cause, by, subject: row.loadingName });
    await addLine(db, row, { at, kind: 'acknowledged', cause, by, value: wasJammed ? row.compartment : null });
    afterCommit(() => {
      if (isTakenOut) orders.send(row.serialNumber);
      if (isTakenOut || wasJammed) queue.look(row.siteId);
      notify(row, before);
    });
    return row;
  };

  return {
    lock,
    async act({ db, afterCommit }, id, act, actor) {
      const at = new Date(now());
      const { cause, by, mayClear } = actor;
      const left =
        act === 'acknowledge'
          ? (await jamsLeft(db, new Date(now() - JAM_KEPT_MS), [id])).filter((jam) => mayClear?.(jam))
          : [];
      const before = await lock(db, id, act, left.length > 0);
      const isNow = act === 'openCabinet' || act === 'notMine';
      if (isNow && fleet().live(before.serialNumber, 'enUS').connection !== 'online')
        throw new ApiError('robotOffline');
      const kind = LINES[act];
      if (needsRobot(act, before.status)) {
        const asked = ask(before, act, actor);
        const row = await changeDelivery(db, id, { act: asked });
        if (kind) await addLine(db, row, { at, kind, cause, by });
        afterCommit(() => {
          if (act === 'openCabinet') orders.open(row, asked.id);
          else orders.send(row.serialNumber);
          notify(row, before);
        });
        return row;
      }
      if (act === 'cancel') {
        const row = await changeStatus(db, before, { to: 'cancelled', cause, by, reason: 'asked' }, at);
        afterCommit(() => {
          orders.send(row.serialNumber);
          queue.look(row.siteId);
          notify(row, before);
        });
        return row;
      }
      if (act === 'acknowledge') return acknowledge({ db, afterCommit }, before, actor, left, at);
      const change = act === 'elsewhere' ? { act: askElsewhere(before, actor) } : { hasMoreTime: true };
      const row = await changeDelivery(db, id, { ...change, dueAt: nextDue({ ...before, ...change }, at.getTime()) });
      if (kind) await addLine(db, row, { at, kind, cause, by });
      afterCommit(() => {
        orders.send(row.serialNumber);
        notify(row, before);
      });
      return row;
    },
    async redirect({ db, afterCommit }, before, to, { cause, by }) {
      const at = new Date(now());
      const act = before.act && isElsewhere(before) ? withoutElsewhere(before.act) : null;
      const change = {
        destination: to.areaId,
        destinationName: to.name,
        arrivalAt: null,
        photoId: '',
        photoAt: null,
        ...(act && { act: act.type === 'elsewhere' ? { ...act, state: 'done' as const } : act }),
      };
      const moved = await changeDelivery(db, before.id, change);
      await addLine(db, moved, { at, kind: 'redirected', cause, by, subject: to.name });
      // It leaves the door where it waits.
      const row =
        moved.status === 'arrivedAtRoom'
          ? await changeStatus(db, moved, { to: 'delivering', cause, by, reason: 'asked' }, at)
          : moved;
      afterCommit(() => {
        orders.send(row.serialNumber);
        notify(row, before);
      });
      return row;
    },
  };
}
