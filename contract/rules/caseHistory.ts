/**
 * How much the history of an alarm case holds. Notes, reports of the robot and repeated messages end first, then acts that
 * would lengthen the case; taking and resolving it always have room.
 */
import { CASE_ENTRIES_MAX, type CaseEntryKind } from './alarmCase.ts';

/** Places of the history that only the case's life uses. */
const LIFE_RESERVE = 40;
/** Places among them for what ends the case: to take it, to accept it, to resolve it. */
const END_RESERVE = 10;
/** Acts that a full history refuses. The case can still be taken and resolved. */
const LENGTHENING: ReadonlySet<CaseEntryKind> = new Set(['handOverAsked', 'released', 'reopened']);

/** A contact without an account can give one case back this often. */
export const RELEASES_PER_CONTACT = 3;
/** The newest messages of a case that are returned with it. */
export const CASE_MESSAGES_SHOWN = 200;

function placesFor(kind: CaseEntryKind): number {
  switch (kind) {
    case 'note':
    case 'over':
    case 'noPicture':
      return CASE_ENTRIES_MAX - LIFE_RESERVE;
    case 'taken':
    case 'handOverAccepted':
    case 'handOverDeclined':
    case 'ownerGone':
      // The last place is for resolving: a case with a full history cannot be opened again.
      return CASE_ENTRIES_MAX - 1;
    case 'raised':
    case 'resolved':
    case 'merged':
      return CASE_ENTRIES_MAX;
    default:
      return CASE_ENTRIES_MAX - END_RESERVE;
  }
}

/** Whether a history of `count` entries has room for one more of this kind. */
export const hasRoomFor = (kind: CaseEntryKind, count: number): boolean => count < placesFor(kind);

/** Whether an act is refused when there is no room for its entry; the others are carried out without one. */
export const needsRoom = (kind: CaseEntryKind): boolean => LENGTHENING.has(kind);
