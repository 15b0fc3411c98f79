/**
 * What robots report about deliveries. Those of ours follow the rules of contract/rules/delivery.ts; those that a robot
 * began by itself are as their robot says.
 */
import { randomUUID } from 'node:crypto';
import type { MessageKind } from '../../contract/entities/message.ts';
import {
  DELIVERY_STEPS_MAX,
  JAM_KEPT_MS,
  REPORTED_OPEN_MAX,
  REPORTED_PER_DAY_MAX,
  KEYPAD_LOCK_MS,
} from '../../contract/rules/deliveryLimits.ts';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import { isCompartmentJammed, isDeliveryOver, mayReport } from '../../contract/rules/delivery.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import {
  addDelivery,
  addStep,
  changeDelivery,
  countReported,
  countSteps,
  deliveryById,
  lockReported,
  stepsOf,
  type DeliveryRow,
} from '../db/repositories/deliveries.ts';
import { fileById } from '../db/repositories/files.ts';
import { jamsLeft } from '../db/repositories/jamsLeft.ts';
import { subjectWith } from '../db/stepSubject.ts';
import type { DeliveryEvent, DeliveryEvents } from '../fleet/deliveryEvents.ts';
import type { FleetCache, RobotRow } from '../fleet/fleetCache.ts';
import { addLine, changeStatus, isOurs, tellPeople } from './deliveryLife.ts';
import type { NotifyDelivery } from './deliveryNotices.ts';
import type { DeliveryOrders } from './deliveryOrders.ts';
import type { DeliveryQueue } from './deliveryQueue.ts';
import type { DeliverySecrets } from './deliverySecrets.ts';
import type { IgnoredReports } from './ignoredReports.ts';
import type { VisitorMessages } from './visitorMessages.ts';

interface Needs extends Pick<CoreDeps, 'now'> {
  fleetCache: () => Pick<FleetCache, 'point'>;
  secrets: DeliverySecrets;
  orders: DeliveryOrders;
  queue: DeliveryQueue;
  messages: VisitorMessages;
  notify: NotifyDelivery;
  ignored: IgnoredReports;
}

const DAY_MS = 86_400_000;
const TOLD: Partial<Record<DeliveryStatus, MessageKind>> = {
  delivering: 'deliveryComes',
  arrivedAtRoom: 'deliveryThere',
};
type Reported = Extract<DeliveryEvent, { type: 'delivery' }>;
type Effect = (() => void) | undefined;

export function createDeliveryEvents(needs: Needs): DeliveryEvents {
  const { now, fleetCache, secrets, orders, queue, messages, notify, ignored } = needs;
  const nameOf = (place: string) => fleetCache().point(place)?.name ?? '';

  /** @returns the effect: the robot gets its list again, at most so often */
  const ignore = (serialNumber: string): Effect =>
    ignored.count(serialNumber) ? () => orders.send(serialNumber) : undefined;

  /** A delivery that the robot began by itself. */
  const own = async (
    db: Db,
    robot: RobotRow,
    before: DeliveryRow | undefined,
    event: Reported,
    at: Date,
  ): Promise<Effect> => {
    const { deliveryId, status, loadingPoint = '', destination = '' } = event;
    if (before?.endedAt) return ignore(robot.serialNumber);
    // Normalised as in accounts; empty for an invalid number.
    const phoneNumber = phoneNumberOf(event.phoneNumber ?? '', '') ?? '';
    const isEnd = isDeliveryOver(status);
    const names = {
      ...(loadingPoint && { loadingPoint, loadingName: nameOf(loadingPoint) }),
      ...(destination && { destination, destinationName: nameOf(destination) }),
      ...(phoneNumber && { phoneNumber }),
    };
    const ended = isEnd ? { endedAt: at, endedFrom: before?.status ?? status } : {};
    if (!before) {
      const { open, begun } = await countReported(db, robot.serialNumber, new Date(at.getTime() - DAY_MS));
      if (open >= REPORTED_OPEN_MAX || begun >= REPORTED_PER_DAY_MAX) return ignore(robot.serialNumber);
    }
    // A status that alternates for ever: only an end is still recorded.
    if (before && before.status !== status && !isEnd && (await countSteps(db, before.id)) >= DELIVERY_STEPS_MAX)
      return ignore(robot.serialNumber);
    const id = before?.id ?? randomUUID();
    const row = before
      ? await changeDelivery(db, id, { status, changedAt: at, reason: event.reason ?? '', ...names, ...ended })
      : await addDelivery(db, {
          id,
          robotDeliveryId: deliveryId,
          serialNumber: robot.serialNumber,
          siteId: robot.siteId,
          origin: 'robot',
          status,
          phoneNumber: '',
          loadingPoint: '',
          destination: '',
          ...secrets.newCodes(id),
          createdAt: at,
          changedAt: at,
          ...names,
          ...ended,
        });
    if (!row || before?.status === status) return undefined;
    await addLine(db, row, { at, kind: 'status', cause: 'robot', reason: event.reason ?? '' });
    const kind = TOLD[status];
    return () => {
      notify(row, before);
      if (kind && row.phoneNumber !== '')
        messages.write(robot, kind, row.phoneNumber, `/phone-verification-code?task=${encodeURIComponent(id)}`);
    };
  };

  const ours = async (db: Db, before: DeliveryRow, event: Reported, at: Date): Promise<Effect> => {
    const { reason = '', by = 'robot' } = event;
    const pending = before.act?.state === 'sent' ? before.act : null;
    // It closed before it heard that the parcel is somebody else's and was left inside.
    const isLeft = pending?.type === 'notMine' && event.status === 'completed';
    const status = isLeft ? 'notPickedUp' : event.status;
    if (before.status === status) return before.endedAt ? ignore(before.serialNumber) : undefined;
    // The robot has not heard of a change.
    if (!mayReport(before.status, status)) return ignore(before.serialNumber);
    // A compartment that opens and closes for ever: only an end is still recorded.
    if (!isDeliveryOver(status) && (await countSteps(db, before.id)) >= DELIVERY_STEPS_MAX)
      return ignore(before.serialNumber);
    const isAsked =
      pending !== null &&
      ((pending.type === 'cancel' && status === 'cancelled') ||
        (pending.type === 'sendBack' && status === 'notPickedUp') ||
        (pending.type === 'notMine' && status === 'notPickedUp') ||
        (pending.type === 'openCabinet' && by === 'operator'));
    const askedReason =
      pending?.type === 'notMine' ? (reason === 'jammed' ? reason : 'notMine') : reason === '' ? 'asked' : reason;
    const row = await changeStatus(
      db,
      before,
      {
        to: status,
        cause: isAsked ? pending.cause : by,
        reason: isAsked ? askedReason : reason,
        by: isAsked ? pending.by : '',
      },
      at,
    );
    await tellPeople(db, now, row);
    return () => {
      notify(row, before);
      if (row.endedAt && row.returns === 'none') queue.look(row.siteId);
      if (row.endedAt) orders.send(row.serialNumber);
    };
  };

  const isJammed = async (db: Db, { id }: DeliveryRow): Promise<boolean> =>
    isCompartmentJammed(await stepsOf(db, id, DELIVERY_STEPS_MAX));

  const compartment = async (
    db: Db,
    before: DeliveryRow,
    event: Extract<DeliveryEvent, { type: 'compartment' }>,
    at: Date,
  ): Promise<Effect> => {
    const { openId, result, closesIn } = event;
    const isAnswer = openId !== '' && before.act?.id === openId && before.act.state === 'sent';
    const isOpen = result === 'opened';
    if (result === 'closed') return (await isJammed(db, before)) ? worksAgain(db, before, event, at) : undefined;
    const act =
      isAnswer && before.act
        ? {
            ...before.act,
            state: isOpen ? ('done' as const) : ('failed' as const),
            reason: result === 'jammed' ? ('jammed' as const) : before.act.reason,
          }
        : before.act;
    const row = await changeDelivery(db, before.id, { act });
    await addLine(db, row, {
      at,
      kind: isOpen ? 'opened' : 'openFailed',
      cause: isAnswer && before.act ? before.act.cause : 'robot',
      by: isAnswer && before.act ? before.act.by : '',
      reason: result === 'jammed' ? 'jammed' : '',
      value: row.compartment,
      ...(isOpen && closesIn !== undefined && { subject: subjectWith('', { closesAt: at.getTime() + closesIn }) }),
    });
    return () => notify(row, before);
  };

  /** That a compartment that jammed in this delivery works again; after the end, nothing else of it is recorded. */
  const worksAgain = async (
    db: Db,
    row: DeliveryRow,
    { result }: Extract<DeliveryEvent, { type: 'compartment' }>,
    at: Date,
  ): Promise<Effect> => {
    const isWorking = result === 'opened' || result === 'closed';
    if (!isWorking || !(await isJammed(db, row))) return ignore(row.serialNumber);
    await addStep(db, {
      deliveryId: row.id,
      at,
      status: row.status,
      kind: 'opened',
      cause: 'robot',
      value: row.compartment,
    });
    return () => {
      notify(row, row);
      queue.look(row.siteId);
    };
  };

  /** That a compartment works again that was jammed when the delivery was taken from this robot. */
  const jamLeftBehind = async (
    db: Db,
    { serialNumber, name, siteId }: RobotRow,
    { deliveryId, result }: Extract<DeliveryEvent, { type: 'compartment' }>,
    at: Date,
  ): Promise<Effect> => {
    // A robot that refuses to open it has not shown that it works.
    const isMoved = result === 'opened' || result === 'closed';
    const row = isMoved ? await deliveryById(db, deliveryId) : undefined;
    const left = row ? await jamsLeft(db, new Date(at.getTime() - JAM_KEPT_MS), [row.id]) : [];
    const own = left.filter((jam) => jam.serialNumber === serialNumber);
    if (!row || own.length === 0) return ignore(serialNumber);
    const line = { deliveryId: row.id, at, status: row.status, kind: 'acknowledged', cause: 'robot' } as const;
    for (const { compartment: value } of own)
      await addStep(db, { ...line, subject: subjectWith(name, { serialNumber }), value });
    return () => {
      notify(row, row, serialNumber);
      queue.look(siteId);
    };
  };

  const wrongCode = async (
    db: Db,
    before: DeliveryRow,
    { tries, isLocked }: Extract<DeliveryEvent, { type: 'wrongCode' }>,
    at: Date,
  ): Promise<Effect> => {
    const row = isLocked
      ? await changeDelivery(db, before.id, { keypadLockedUntil: new Date(at.getTime() + KEYPAD_LOCK_MS) })
      : before;
    await addLine(db, row, { at, kind: isLocked ? 'keypadLocked' : 'wrongCode', cause: 'robot', value: tries });
    return () => notify(row, before);
  };

  const returned = async (
    db: Db,
    before: DeliveryRow,
    { state }: Extract<DeliveryEvent, { type: 'deliveryReturn' }>,
    at: Date,
  ): Promise<Effect> => {
    if (!before.endedAt || before.returns === 'none' || before.returns === 'returned' || before.returns === state)
      return ignore(before.serialNumber);
    if (state !== 'returned' && (await countSteps(db, before.id)) >= DELIVERY_STEPS_MAX)
      return ignore(before.serialNumber);
    const row = await changeDelivery(db, before.id, { returns: state });
    await addLine(db, row, {
      at,
      kind: state === 'returned' ? 'returned' : state === 'failed' ? 'returnFailed' : 'returning',
      cause: 'robot',
      subject: row.loadingName,
    });
    return () => {
      notify(row, before);
      orders.send(row.serialNumber);
      if (state === 'returned') queue.look(row.siteId);
    };
  };

  /** The view at the door: the first picture counts, and only one that the robot itself uploaded for this. */
  const pictured = async (
    db: Db,
    before: DeliveryRow,
    { fileId }: Extract<DeliveryEvent, { type: 'deliveryPicture' }>,
    at: Date,
  ): Promise<Effect> => {
    const { serialNumber, photoId, status, endedFrom } = before;
    const wasThere = [status, endedFrom].some((one) => one === 'arrivedAtRoom' || one === 'cabinetOpen');
    const file = wasThere && photoId === '' ? await fileById(db, fileId) : undefined;
    if (file?.kind !== 'doorPicture' || file.owner !== 'robot' || file.ownerId !== serialNumber)
      return ignore(serialNumber);
    const row = await changeDelivery(db, before.id, { photoId: file.id, photoAt: file.createdAt });
    await addLine(db, row, { at, kind: 'photoTaken', cause: 'robot' });
    return () => notify(row, before);
  };

  return {
    async heard(db, robot, event) {
      const at = new Date(now());
      const before = await lockReported(db, robot.serialNumber, event.deliveryId);
      if (!before) {
        if (event.type === 'compartment') return jamLeftBehind(db, robot, event, at);
        // One of ours that was given to another robot, or is deleted.
        if (event.type !== 'delivery' || (await deliveryById(db, event.deliveryId))) return ignore(robot.serialNumber);
        return own(db, robot, undefined, event, at);
      }
      if (!isOurs(before)) return event.type === 'delivery' ? own(db, robot, before, event, at) : undefined;
      if (before.endedAt && event.type === 'compartment') return worksAgain(db, before, event, at);
      // Keypads of deliveries that are over change nothing any more.
      if (before.endedAt && event.type === 'wrongCode') return ignore(robot.serialNumber);
      switch (event.type) {
        case 'delivery':
          return ours(db, before, event, at);
        case 'compartment':
          return compartment(db, before, event, at);
        case 'wrongCode':
          return wrongCode(db, before, event, at);
        case 'deliveryReturn':
          return returned(db, before, event, at);
        case 'deliveryPicture':
          return pictured(db, before, event, at);
      }
    },
    handleReconnect: orders.handleReconnect,
  };
}
