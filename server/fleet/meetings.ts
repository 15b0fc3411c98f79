/** What the fleet has to know of deliveries and visits: who takes in what robots tell of people (features/meetings.ts). */
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { Db } from '../db/database.ts';
import type { RobotRow } from './fleetCache.ts';

export interface Meetings {
  /** Stores it in the transaction that notes the event itself, so that it counts once. @returns what is to be done once that is committed */
  heard(db: Db, robot: RobotRow, event: EventMessage['event']): Promise<(() => void) | undefined>;
  /** Resolves when every message to people was handed over. */
  idle(): Promise<void>;
}

/** Of what robots tell of people a second copy has no use: the event keeps what happened, not to whom. */
export const withoutPeople = (event: EventMessage['event']): EventMessage['event'] => {
  if (event.type === 'visit') return { ...event, name: '-', phoneNumber: '', host: '' };
  if (event.type !== 'delivery') return event;
  const { type, deliveryId, status } = event;
  return { type, deliveryId, status };
};
