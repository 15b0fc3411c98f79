/** The fleet's interface to alarms, implemented by features/raiseAlarms.ts. */
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { Db } from '../db/database.ts';
import type { RobotRow } from './fleetCache.ts';

export interface AlarmEvents {
  /**
   * Stores an alarm, or what a robot reports about one, in the transaction that records the event itself, so that it
   * counts once.
   * @param event its pose names the map as the robot does
   * @returns an effect to run after the commit
   */
  heard(
    db: Db,
    robot: RobotRow,
    event: { id: string; event: EventMessage['event'] },
    mapIdOf: (robotMapName: string) => string | null,
  ): Promise<(() => void) | undefined>;
  /**
   * The photo of a place was taken that a resolved case asked for, or will not be.
   * @param db the transaction that ends the command. @param fileId of the robot's own file; undefined without a photo
   * @returns an effect to run after the commit
   */
  photoEnded(db: Db, caseId: string, fileId: string | undefined): Promise<(() => void) | undefined>;
}
