/**
 * What a robot leaves undone at its site when it moves to another one or retires: scheduled tasks are switched off, runs
 * that wait end with the reason, deliveries that it does not carry yet go back into the queue, and those on board fail.
 */
import { isDeliveryOver, isNothingLoaded, type DeliveryReason } from '../../contract/rules/delivery.ts';
import type { NotStartedReason } from '../../contract/rules/schedule/scheduleLimits.ts';
import type { Db } from '../db/database.ts';
import {
  changeDelivery,
  dropWishesFor,
  lockCarriedBy,
  lockDeliveriesOf,
  type DeliveryRow,
} from '../db/repositories/deliveries.ts';
import type { RobotRow } from '../db/repositories/robots.ts';
import { lockScheduleOf, switchTasksOff, waitingRunsOfRobot, taskById } from '../db/repositories/schedules.ts';
import { changeStatus, FAILED_END, isOurs, unassign } from './deliveryLife.ts';
import type { DeliveryParts } from './deliveryFeature.ts';
import { recordNotStarted } from './scheduleRecords.ts';

type Why = Extract<DeliveryReason, 'robotMoved' | 'robotRetired'>;
const NOT_STARTED: Readonly<Record<Why, NotStartedReason>> = { robotMoved: 'robotMoved', robotRetired: 'robotGone' };

/** Whether another robot can take the delivery over: it is ours, and nothing is in the compartment. */
export const canBeTakenOver = (row: Pick<DeliveryRow, 'status' | 'origin'>): boolean =>
  isOurs(row) && isNothingLoaded(row.status);

/**
 * In the transaction that moves or retires the robot, before its row changes.
 *
 * @returns tells the people at the old site and the robot, for after the commit, once the fleet knows where the robot is now
 */
export async function endRobotWork(
  db: Db,
  { serialNumber, name, siteId }: Pick<RobotRow, 'serialNumber' | 'name' | 'siteId'>,
  why: Why,
  at: Date,
  { notify, queue, tellRobot }: Pick<DeliveryParts, 'notify' | 'queue' | 'tellRobot'>,
): Promise<() => void> {
  // A task that is saved and a delivery that is assigned meanwhile would stay with the robot.
  await lockScheduleOf(db, serialNumber);
  await lockDeliveriesOf(db, siteId);
  await switchTasksOff(db, serialNumber, why === 'robotMoved' ? why : null);
  const waiting = await waitingRunsOfRobot(db, serialNumber);
  for (const run of waiting) {
    const task = await taskById(db, run.taskId);
    if (task) await recordNotStarted(db, task, run, { reason: NOT_STARTED[why] }, at.getTime());
  }
  const changed: { before: DeliveryRow; after: DeliveryRow }[] = [];
  for (const before of await lockCarriedBy(db, serialNumber)) {
    if (isDeliveryOver(before.status)) {
      changed.push({ before, after: await changeDelivery(db, before.id, { returns: 'failed' }) });
      continue;
    }
    const change = { cause: 'server' as const, reason: why };
    if (canBeTakenOver(before)) {
      changed.push({ before, after: await unassign(db, before, { ...change, robotName: name }, at) });
      continue;
    }
    const ended = await changeStatus(db, before, { ...change, to: FAILED_END[before.status] ?? 'deliveryFailed' }, at);
    // It cannot bring the parcel back to a point of this site.
    const after = ended.returns === 'returning' ? await changeDelivery(db, ended.id, { returns: 'failed' }) : ended;
    changed.push({ before, after });
  }
  await dropWishesFor(db, serialNumber);
  return () => {
    for (const { before, after } of changed) notify(after, before);
    // It must not go on waiting at a door or for a code.
    if (why === 'robotMoved') tellRobot(serialNumber);
    queue.look(siteId);
  };
}
