/**
 * Jammed compartments of a robot, and that one works again. Those that jammed in a delivery which another robot has now
 * are shown beside the board: people of the robot need not see that delivery.
 */
import type { Handlers } from '../../contract/endpoint.ts';
import type { deliveries as catalogue } from '../../contract/endpoints/deliveries.ts';
import type { JamLeft } from '../../contract/entities/delivery.ts';
import { isParcelLeft } from '../../contract/rules/delivery.ts';
import { JAM_KEPT_MS } from '../../contract/rules/deliveryLimits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { addStep, jammedDeliveriesOf, jamsAmong, lockDelivery } from '../db/repositories/deliveries.ts';
import { jamsLeft } from '../db/repositories/jamsLeft.ts';
import { subjectWith } from '../db/stepSubject.ts';
import type { RequestContext } from '../requestContext.ts';
import type { DeliveryParts } from './deliveryFeature.ts';
import { factsOf } from './deliveryLife.ts';

type Calls = Pick<typeof catalogue, 'jams' | 'clearCompartment'>;

export const createJamHandlers = ({
  fleet: { fleetCache },
  rights,
  now,
  deliveries: { queue, notify, acts },
}: Pick<AppDeps, 'fleet' | 'rights' | 'now'> & {
  deliveries: Pick<DeliveryParts, 'queue' | 'notify' | 'acts'>;
}): Handlers<Calls, RequestContext> => ({
  async jams({ serialNumber }, { db, userId, language }) {
    const since = new Date(now() - JAM_KEPT_MS);
    const over = (await jammedDeliveriesOf(db, serialNumber, since)).map((row) => ({
      compartment: row.compartment ?? 0,
      at: row.changedAt.getTime(),
      isParcelInside: isParcelLeft(factsOf(row), now()),
    }));
    const left = (await jamsLeft(db, since))
      .filter((jam) => jam.serialNumber === serialNumber)
      .map(({ compartment, at }) => ({ compartment, at: at.getTime(), isParcelInside: false }));
    const { roles, relation } = rights.standing(userId, serialNumber);
    const obstacle = hasRight(roles, relation, 'operate') ? null : 'notAllowed';
    const robot = fleetCache.robot(serialNumber);
    const robotName = (robot && nameIn(robot.name, language)) || serialNumber;
    // Each compartment once, since it jammed first.
    const found = new Map<number, JamLeft>();
    for (const jam of [...over, ...left].sort((a, b) => a.at - b.at)) {
      const known = found.get(jam.compartment);
      found.set(jam.compartment, {
        ...{ serialNumber, robotName, obstacle, ...(known ?? jam) },
        isParcelInside: jam.isParcelInside || known?.isParcelInside === true,
      });
    }
    return { jams: [...found.values()].sort((a, b) => a.compartment - b.compartment) };
  },

  async clearCompartment({ serialNumber, compartment }, context) {
    const { db, userId, nickname, afterCommit } = context;
    const at = new Date(now());
    const since = new Date(now() - JAM_KEPT_MS);
    // Deliveries that are over are dealt with, as from the board.
    const over = (await jammedDeliveriesOf(db, serialNumber, since)).filter((row) => row.compartment === compartment);
    for (const { id } of over) {
      await lockDelivery(db, id);
      // Somebody else, or the robot, may have been first.
      if ((await jamsAmong(db, [id], since)).has(id))
        await acts.act(context, id, 'acknowledge', {
          ...{ cause: 'operator', by: nickname },
          mayClear: (jam) => jam.serialNumber === serialNumber && jam.compartment === compartment,
        });
    }
    const open = async (ids?: readonly string[]) =>
      (await jamsLeft(db, since, ids)).filter(
        (jam) => jam.serialNumber === serialNumber && jam.compartment === compartment,
      );
    const ids = (await open()).map(({ deliveryId }) => deliveryId).toSorted();
    const rows = new Map((await Promise.all(ids.map((id) => lockDelivery(db, id)))).map((row) => [row?.id, row]));
    // Somebody else, or the robot, may have been first.
    const left = await open(ids);
    if (left.length === 0 && over.length === 0) throw new ApiError('deliveryNotFailed', { field: 'compartment' });
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
