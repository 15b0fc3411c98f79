/** Tells the consoles that a delivery was made or changed. */
import type { Logger } from 'pino';
import { boardGroup } from '../../contract/rules/delivery.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { Broker } from '../broker/broker.ts';
import type { DeliveryRow } from '../db/repositories/deliveries.ts';
import type { FleetCache } from '../fleet/fleetCache.ts';
import { factsOf } from './deliveryLife.ts';

/**
 * @param before the row before the change; undefined for a new delivery
 * @param jammed a robot that the delivery left jammed: its people see the jam beside their board and on its page; by default
 * the robot that it was taken from
 */
export type NotifyDelivery = (row: DeliveryRow, before?: DeliveryRow, jammed?: string) => void;

interface Needs {
  broker: Pick<Broker, 'isUp' | 'publish'>;
  fleetCache: () => Pick<FleetCache, 'usersOf' | 'robots'>;
  log: Pick<Logger, 'warn'>;
  now: () => number;
}

export function createDeliveryNotices({ broker, fleetCache, log, now }: Needs): NotifyDelivery {
  /** Of its robot; while it waits for one, of all robots of the site. */
  const readersOf = ({ serialNumber, siteId }: DeliveryRow): readonly string[] => {
    const { usersOf, robots } = fleetCache();
    if (serialNumber !== '') return usersOf(serialNumber);
    const ofSite = [...robots()].filter((robot) => robot.siteId === siteId && !robot.retiredAt);
    return [...new Set(ofSite.flatMap((robot) => usersOf(robot.serialNumber)))];
  };
  return (row, before, jammed = before && before.serialNumber !== row.serialNumber ? before.serialNumber : '') => {
    if (!broker.isUp()) return;
    const needs = (one: DeliveryRow): boolean => boardGroup(factsOf(one), now()) === 'needsYou';
    const notice: Notice = {
      type: 'deliveryChanged',
      deliveryId: row.id,
      siteId: row.siteId,
      serialNumber: row.serialNumber,
      status: row.status,
      needsYou: needs(row) && !(before && needs(before)),
    };
    const readers = new Set(readersOf(row));
    // They need not see the robot that has the delivery now.
    const beside: Notice = { ...notice, serialNumber: jammed, needsYou: false };
    const others = jammed === '' || jammed === row.serialNumber ? [] : fleetCache().usersOf(jammed);
    void Promise.allSettled([
      ...[...readers].map((userId) => broker.publish(noticesTopic(userId), notice)),
      ...others.map((userId) => broker.publish(noticesTopic(userId), beside)),
    ]).then((results) => {
      const failed = results.find((one) => one.status === 'rejected');
      if (failed) log.warn({ err: failed.reason as unknown }, 'a notice about a delivery was not sent');
    });
  };
}
