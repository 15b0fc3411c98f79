/** Assembles what deliveries consist of: the queue, what robots are told and report, acts, messages, what falls due. */
import type { AppDeps } from '../appDeps.ts';
import { areCodesLost } from '../db/repositories/installation.ts';
import type { Db } from '../db/database.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { DeliveryEvents } from '../fleet/deliveryEvents.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { DueSource } from '../jobs/due.ts';
import { createDeliveryActs, type DeliveryActs } from './deliveryActs.ts';
import { deliveryDueSource } from './deliveryDue.ts';
import { createDeliveryEvents } from './deliveryEvents.ts';
import { createDeliveryMessageLimits, type DeliveryMessageLimits } from './deliveryMessageLimits.ts';
import { createDeliveryNotices, type NotifyDelivery } from './deliveryNotices.ts';
import { createDeliveryOrders } from './deliveryOrders.ts';
import { createDeliveryQueue, type DeliveryQueue } from './deliveryQueue.ts';
import { createDeliverySecrets, type DeliverySecrets } from './deliverySecrets.ts';
import { createDrivingDistances } from './drivingDistances.ts';
import { createIgnoredReports } from './ignoredReports.ts';
import type { LiveRights } from '../rights/liveRights.ts';
import type { VisitorMessages } from './visitorMessages.ts';

export interface DeliveryParts {
  secrets: DeliverySecrets;
  messageLimits: DeliveryMessageLimits;
  acts: DeliveryActs;
  queue: DeliveryQueue;
  notify: NotifyDelivery;
  /** Sends a robot the list of its deliveries. */
  tellRobot: (serialNumber: string) => void;
}
export interface DeliveryFeature extends DeliveryParts {
  events: DeliveryEvents;
  source: DueSource;
  /** Reports of robots that were ignored since the start. */
  ignoredReports(): number;
  close(): Promise<void>;
}

interface Needs extends Pick<AppDeps, 'db' | 'broker' | 'log' | 'now'> {
  /** For the key of the codes; no transaction. */
  sharedDb: Db;
  messages: VisitorMessages;
  store: FileStore;
  rights: Pick<LiveRights, 'standing'>;
  /** The fleet is created with the events, so it is asked for later. */
  fleet: () => Fleet;
}

export async function createDeliveryFeature({
  db,
  sharedDb,
  broker,
  log,
  now,
  messages,
  store,
  rights,
  fleet,
}: Needs): Promise<DeliveryFeature> {
  const secrets = await createDeliverySecrets(sharedDb);
  const sealed = await secrets.sealStored(db);
  if (sealed > 0) log.info({ deliveries: sealed }, 'codes of deliveries were sealed');
  if (await areCodesLost(db)) log.warn({ deliveries: await secrets.replaceCodes(db) }, 'open deliveries got new codes');
  const notify = createDeliveryNotices({ broker, fleetCache: () => fleet().fleetCache, log, now });
  const orders = createDeliveryOrders({ db, log, now, fleet, secrets });
  const queue = createDeliveryQueue({
    db,
    log,
    now,
    fleet,
    distances: createDrivingDistances(store),
    rights,
    onAssigned(rows) {
      for (const serialNumber of new Set(rows.map((row) => row.serialNumber))) orders.send(serialNumber);
      for (const row of rows) notify(row);
    },
  });
  const ignored = createIgnoredReports({ now, log });
  return {
    secrets,
    messageLimits: createDeliveryMessageLimits(sharedDb),
    queue,
    notify,
    tellRobot: (serialNumber) => void orders.send(serialNumber),
    acts: createDeliveryActs({ fleet, now, orders, queue, notify }),
    events: createDeliveryEvents({
      now,
      fleetCache: () => fleet().fleetCache,
      secrets,
      orders,
      queue,
      messages,
      notify,
      ignored,
    }),
    ignoredReports: ignored.total,
    source: deliveryDueSource({ fleet, orders, queue, notify }),
    async close() {
      await queue.idle();
      await orders.close();
    },
  };
}
