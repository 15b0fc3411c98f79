/** Which of two words about a robot's drives is the newer one: answers and the feed overtake each other. Pure. */
import type { CruiseDrive } from '../../../contract/entities/cruiseDrive.ts';

/** What the feed says of a drive under way. */
export interface DriveSeen {
  id: string;
  revision: number;
}
export interface DriveKnown {
  /** As it was last answered. */
  drive: CruiseDrive | null;
  /** As the feed has it; null: it has none under way. */
  seen: DriveSeen | null;
  /** The drive that the feed had before it had none. */
  gone: string;
}

export const isUnderWay = (drive: Pick<CruiseDrive, 'state'> | null): boolean => drive?.state === 'inProgress';

/** An answer never sets back what is known: of one drive the later revision counts, of two the one that began later. */
export const newerOf = (known: CruiseDrive | null, found: CruiseDrive | null): CruiseDrive | null => {
  if (!known || !found) return found ?? known;
  if (known.id === found.id) return found.revision >= known.revision ? found : known;
  return found.startedAt >= known.startedAt ? found : known;
};

/** What the feed says now, joined to what it said before. */
export const withSeen = ({ seen, gone }: DriveKnown, next: DriveSeen | null): Pick<DriveKnown, 'seen' | 'gone'> =>
  next ? { seen: next, gone: '' } : { seen: null, gone: seen?.id ?? gone };

/** The feed knows of something that no answer has told yet. */
export const isBehind = ({ drive, seen, gone }: DriveKnown): boolean =>
  seen ? drive?.id !== seen.id || drive.revision < seen.revision : isUnderWay(drive) && drive?.id === gone;
