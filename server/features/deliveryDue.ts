/**
 * What falls due in the life of a delivery: a robot that does not take it or falls silent, waiting that ends, and
 * deliveries that nobody finishes. A robot decides about its waiting itself; the server steps in if it does not.
 */
import type { RobotLive } from '../../contract/entities/robot.ts';
import { isDeliveryOver, timeoutOf, type DeliveryReason } from '../../contract/rules/delivery.ts';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import { REPLACE_SILENT_MS, TIMEOUT_GRACE_MS } from '../../contract/rules/deliveryLimits.ts';
import { DELIVERY_SILENT_MS } from '../../contract/rules/limits.ts';
import { ROBOT_SILENT_MS } from '../../contract/rules/limits.ts';
import { anyDueDelivery, changeDelivery, takeDueDeliveries, type DeliveryRow } from '../db/repositories/deliveries.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { DueSource } from '../jobs/due.ts';
import { changeStatus, FAILED_END, nextDue, unassign } from './deliveryLife.ts';
import type { NotifyDelivery } from './deliveryNotices.ts';
import type { DeliveryOrders } from './deliveryOrders.ts';
import type { DeliveryQueue } from './deliveryQueue.ts';

/** How often the queue looks for a robot for a delivery that waits, ms. */
const QUEUE_EVERY_MS = 5_000;
type Outcome =
  | { type: 'change'; to: DeliveryStatus; reason: DeliveryReason }
  /** Back into the queue. */
  | { type: 'unassign'; reason: DeliveryReason }
  /** The queue looks for a robot. */
  | { type: 'look' }
  | { type: 'later' };

/** What happens to a delivery that is due. @param live of its robot; null without one */
export function dueOutcome(
  row: Pick<DeliveryRow, 'status' | 'serialNumber' | 'createdAt' | 'changedAt' | 'hasMoreTime' | 'notBefore'>,
  live: Pick<RobotLive, 'connection' | 'at'> | null,
  now: number,
): Outcome {
  const { status } = row;
  const wait = timeoutOf({
    status,
    createdAt: row.createdAt.getTime(),
    changedAt: row.changedAt.getTime(),
    hasMoreTime: row.hasMoreTime,
  });
  if (wait === null) return { type: 'later' };
  if (wait.to === 'expired' && wait.at <= now) return { type: 'change', to: 'expired', reason: 'tooOld' };
  if (status === 'created')
    return row.serialNumber === '' ? { type: 'look' } : { type: 'unassign', reason: 'robotSilent' };
  const heardAt = live?.at ?? 0;
  const silentMs = now - Math.max(heardAt, row.changedAt.getTime());
  if (status === 'goingToLoadingPoint')
    return silentMs >= REPLACE_SILENT_MS ? { type: 'unassign', reason: 'robotSilent' } : { type: 'later' };
  if (silentMs >= DELIVERY_SILENT_MS)
    return { type: 'change', to: FAILED_END[status] ?? 'deliveryFailed', reason: 'robotSilent' };
  // A robot without network goes on by itself; what it did is not known before it is heard again.
  const isHeard = live?.connection === 'online' && now - heardAt <= 2 * ROBOT_SILENT_MS;
  if (isHeard && wait.to !== 'expired' && now >= wait.at + TIMEOUT_GRACE_MS)
    return { type: 'change', to: wait.to, reason: 'noOneCame' };
  return { type: 'later' };
}

interface Needs {
  fleet: () => Fleet;
  orders: DeliveryOrders;
  queue: DeliveryQueue;
  notify: NotifyDelivery;
}

export function deliveryDueSource({ fleet, orders, queue, notify }: Needs): DueSource {
  return {
    name: 'deliveries',
    isDue: (_, now) => anyDueDelivery(now),
    async take(db, at, limit, afterCommit) {
      const due = await takeDueDeliveries(db, at, limit);
      const sites = new Set<string>();
      for (const row of due) {
        const live = row.serialNumber === '' ? null : fleet().live(row.serialNumber, 'enUS');
        const outcome = dueOutcome(row, live, at.getTime());
        const { serialNumber, siteId } = row;
        if (outcome.type === 'look') {
          await changeDelivery(db, row.id, { dueAt: new Date(at.getTime() + QUEUE_EVERY_MS) });
          sites.add(siteId);
          continue;
        }
        if (outcome.type === 'later') {
          await changeDelivery(db, row.id, { dueAt: nextDue(row, at.getTime()) });
          continue;
        }
        const { reason } = outcome;
        const after =
          outcome.type === 'unassign'
            ? await unassign(
                db,
                row,
                { cause: 'time', reason, robotName: fleet().fleetCache.robot(serialNumber)?.name ?? serialNumber },
                at,
              )
            : await changeStatus(db, row, { to: outcome.to, cause: 'time', reason }, at);
        const isOver = isDeliveryOver(after.status);
        if (!isOver) sites.add(siteId);
        afterCommit(() => {
          notify(after, row);
          orders.send(serialNumber);
          if (isOver && after.returns === 'none') queue.look(siteId);
        });
      }
      for (const siteId of sites) afterCommit(() => queue.look(siteId));
      return due.length;
    },
  };
}
