/**
 * Decides which information about a robot's route runs is newer: API responses and the feed can overtake each other.
 * Pure.
 */
import type { CruiseDrive } from '../../../contract/entities/cruiseDrive.ts';

/** An active run as seen in the feed. */
export interface DriveSeen {
  id: string;
  revision: number;
}
export interface DriveKnown {
  /** The run of the last API response. */
  drive: CruiseDrive | null;
  /** The run in the feed; null: none is active. */
  seen: DriveSeen | null;
  /** Id of the last run in the feed, after the feed had none any more. */
  gone: string;
}

export const isUnderWay = (drive: Pick<CruiseDrive, 'state'> | null): boolean => drive?.state === 'inProgress';

/** A response never replaces newer data: for the same run the higher revision wins, for two runs the later start. */
export const newerOf = (known: CruiseDrive | null, found: CruiseDrive | null): CruiseDrive | null => {
  if (!known || !found) return found ?? known;
  if (known.id === found.id) return found.revision >= known.revision ? found : known;
  return found.startedAt >= known.startedAt ? found : known;
};

/** Merges the feed's current run with the previous one. */
export const withSeen = ({ seen, gone }: DriveKnown, next: DriveSeen | null): Pick<DriveKnown, 'seen' | 'gone'> =>
  next ? { seen: next, gone: '' } : { seen: null, gone: seen?.id ?? gone };

/** The feed has a change that no API response contains yet. */
export const isBehind = ({ drive, seen, gone }: DriveKnown): boolean =>
  seen ? drive?.id !== seen.id || drive.revision < seen.revision : isUnderWay(drive) && drive?.id === gone;
