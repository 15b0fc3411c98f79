/** The fleet's interface to calls, implemented by features/callEvents.ts. */
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { CallScreenEvent } from '../../contract/wire/calls.ts';
import type { Db } from '../db/database.ts';
import type { RobotRow } from './fleetCache.ts';

export type CallEvent = Extract<EventMessage['event'], { type: 'call' }>;

export interface CallEvents {
  /**
   * Stores what a robot reports about a call, in the transaction that records the event itself, so that it counts once.
   * @returns an effect to run after the commit
   */
  heard(db: Db, robot: RobotRow, event: CallEvent): Promise<(() => void) | undefined>;
  /** What the robot shows and says in a call; not stored as an event. */
  heardScreen(robot: RobotRow, event: CallScreenEvent): Promise<void>;
  /** The robot is connected again: it is told its call. */
  handleReconnect(robot: RobotRow): void;
}
