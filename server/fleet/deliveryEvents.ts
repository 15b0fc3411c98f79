/** The fleet's interface to deliveries, implemented by features/deliveryEvents.ts. */
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { Db } from '../db/database.ts';
import type { RobotRow } from './fleetCache.ts';

type Types = 'delivery' | 'compartment' | 'wrongCode' | 'deliveryReturn' | 'deliveryPicture';
export type DeliveryEvent = Extract<EventMessage['event'], { type: Types }>;
export const isDeliveryEvent = (event: EventMessage['event']): event is DeliveryEvent =>
  event.type === 'delivery' ||
  event.type === 'compartment' ||
  event.type === 'wrongCode' ||
  event.type === 'deliveryReturn' ||
  event.type === 'deliveryPicture';

export interface DeliveryEvents {
  /**
   * Stores what a robot reports about a delivery, in the transaction that records the event itself, so that it counts
   * once. @returns an effect to run after the commit
   */
  heard(db: Db, robot: RobotRow, event: DeliveryEvent): Promise<(() => void) | undefined>;
  /** The robot is connected again: it gets the list of its deliveries. */
  handleReconnect(robot: RobotRow): void;
}
