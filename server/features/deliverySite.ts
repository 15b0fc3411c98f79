/** What decides which robot of a site takes a delivery: what its robots carry, their compartments, and the elevators. */
import { JAM_KEPT_MS } from '../../contract/rules/deliveryLimits.ts';
import type { Db } from '../db/database.ts';
import { carriedOn, jammedOn, type DeliveryRow } from '../db/repositories/deliveries.ts';
import { jamsLeft } from '../db/repositories/jamsLeft.ts';
import { liftFloorsAt } from '../db/repositories/sites.ts';
import type { Lifts } from './deliveryRobots.ts';

export interface DeliverySite {
  siteId: string;
  carried: readonly DeliveryRow[];
  jammed: readonly { serialNumber: string; compartment: number }[];
  lifts: Lifts;
}

export async function readDeliverySite(db: Db, siteId: string, now: number): Promise<DeliverySite> {
  const since = new Date(now - JAM_KEPT_MS);
  return {
    siteId,
    carried: await carriedOn(db, siteId),
    // Robots of other sites are not looked at.
    jammed: [...(await jammedOn(db, siteId, since)), ...(await jamsLeft(db, since))],
    lifts: await liftFloorsAt(db, siteId),
  };
}
