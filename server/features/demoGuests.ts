/**
 * The guests of the demo: they order things all day, so that its delivery robots have something to do. Starts with the
 * simulated robots only, so that real installations have none.
 */
import type { AppDeps } from '../appDeps.ts';
import { waitingOn } from '../db/repositories/deliveries.ts';
import { DEMO_SITE_IDS, demoOrderOn } from '../db/seed/demoGuests.ts';
import { createDelivery } from './deliveryCreation.ts';
import type { DeliveryParts } from './deliveryFeature.ts';
import { readDeliverySite } from './deliverySite.ts';

/** How often a guest may order, ms, and how probable that is. */
const EVERY_MS = 12_000;
const ORDERS = 0.6;
/** Guests wait for a robot before the next one orders. */
const WAITING_MAX = 2;

type Needs = Pick<AppDeps, 'db' | 'log' | 'now' | 'fleet'> & {
  deliveries: Pick<DeliveryParts, 'queue' | 'secrets' | 'notify'>;
  /** 0 <= x < 1; random by default. */
  chance?: () => number;
};

/** One look at a site: a guest orders if there are robots to bring it. */
export async function orderOnce(needs: Needs, siteId: string): Promise<boolean> {
  const { db, now, fleet, deliveries, chance = Math.random } = needs;
  const robots = deliveries.queue
    .robotsOf(await readDeliverySite(db, siteId, now()))
    .filter(
      ({ serialNumber, live }) => live.connection === 'online' && fleet.fleetCache.robot(serialNumber)?.simulated,
    );
  if (robots.every(({ carries }) => carries.length > 0)) return false;
  if ((await waitingOn(db, siteId, WAITING_MAX)).length >= WAITING_MAX) return false;
  const order = demoOrderOn(siteId, chance);
  const [from, to] = order ? [fleet.fleetCache.point(order.from), fleet.fleetCache.point(order.to)] : [];
  if (!order || !from || !to) return false;
  const row = await db.transaction((transaction) =>
    createDelivery(
      transaction,
      { now, secrets: deliveries.secrets },
      {
        siteId,
        from,
        to,
        origin: 'demo',
        phoneNumber: order.phoneNumber,
        loaderPhone: '',
        recipientName: order.recipientName,
        note: order.note,
        size: 'small',
        notBefore: 0,
        wantedRobot: '',
        createdBy: '',
        createdByName: '',
      },
    ),
  );
  deliveries.notify(row);
  deliveries.queue.look(siteId);
  return true;
}

export function startDemoGuests(needs: Needs): { close(): Promise<void> } {
  const { log, chance = Math.random } = needs;
  const round = async (): Promise<void> => {
    for (const id of DEMO_SITE_IDS) if (chance() < ORDERS) await orderOnce(needs, id);
  };
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= round()
      .catch((error: unknown) => log.warn({ err: error }, 'the guests of the demo could not order'))
      .finally(() => (running = undefined));
  }, EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
