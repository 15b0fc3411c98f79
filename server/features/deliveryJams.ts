/**
 * Compartments that jammed in a delivery which another robot has now. Its people need not see that delivery: they see
 * the jam beside the board, and say there that the compartment works again.
 */
import type { Handlers } from '../../contract/endpoint.ts';
import type { deliveries as catalogue } from '../../contract/endpoints/deliveries.ts';
import { JAM_KEPT_MS } from '../../contract/rules/deliveryLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { record } from '../db/repositories/audit.ts';
import { addStep, lockDelivery } from '../db/repositories/deliveries.ts';
import { jamsLeft } from '../db/repositories/jamsLeft.ts';
import { subjectWith } from '../db/stepSubject.ts';
import type { RequestContext } from '../requestContext.ts';
import type { DeliveryParts } from './deliveryFeature.ts';

type Calls = Pick<typeof catalogue, 'clearCompartment'>;

export const createJamHandlers = ({
  fleet: { fleetCache },
  now,
  deliveries: { queue, notify },
}: Pick<AppDeps, 'fleet' | 'now'> & { deliveries: Pick<DeliveryParts, 'queue' | 'notify'> }): Handlers<
  Calls,
  RequestContext
> => ({
  async clearCompartment({ serialNumber, compartment }, { db, userId, nickname, afterCommit }) {
    const at = new Date(now());
    const since = new Date(now() - JAM_KEPT_MS);
    const open = async (ids?: readonly string[]) =>
      (await jamsLeft(db, since, ids)).filter(
        (jam) => jam.serialNumber === serialNumber && jam.compartment === compartment,
      );
    const ids = (await open()).map(({ deliveryId }) => deliveryId).toSorted();
    const rows = new Map((await Promise.all(ids.map((id) => lockDelivery(db, id)))).map((row) => [row?.id, row]));
    // Somebody else, or the robot, may have been first.
    const left = await open(ids);
    if (left.length === 0) throw new ApiError('deliveryNotFailed', { field: 'compartment' });
    const robot = fleetCache.robot(serialNumber);
    for (const { deliveryId } of left) {
      const row = rows.get(deliveryId);
      if (!row) continue;
      await addStep(db, {
        ...{ deliveryId, status: row.status, at, kind: 'acknowledged', cause: 'operator', by: nickname },
        subject: subjectWith(robot?.name ?? serialNumber, { serialNumber }),
        value: compartment,
      });
      afterCommit(() => notify(row, row, serialNumber));
    }
    await record(db, { userId, act: 'delivery.clearCompartment', subject: serialNumber, after: { compartment } });
    afterCommit(() => queue.look(robot?.siteId ?? ''));
    return null;
  },
});
