/** The fleet's interface to visits, implemented by features/visitorEvents.ts. */
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { Db } from '../db/database.ts';
import type { RobotRow } from './fleetCache.ts';

export interface VisitorEvents {
  /**
   * Stores the event's data in the transaction that records the event itself, so that it counts once. @returns an
   * effect to run after the commit
   */
  heard(db: Db, robot: RobotRow, event: EventMessage['event']): Promise<(() => void) | undefined>;
  /** Resolves when every pending message was handed over for delivery. */
  idle(): Promise<void>;
}

/** Removes personal data, which is stored elsewhere: the event log keeps what happened, not to whom. */
export const withoutPersonalData = (event: EventMessage['event']): EventMessage['event'] => {
  if (event.type === 'visit') return { ...event, name: '-', phoneNumber: '', host: '' };
  if (event.type !== 'delivery') return event;
  const { type, deliveryId, status } = event;
  return { type, deliveryId, status };
};
