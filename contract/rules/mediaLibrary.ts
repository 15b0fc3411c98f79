/** Rules of the library of photos and recordings: where they come from, how long they are kept, what can be deleted. */

export const LIBRARY_KINDS = ['photo', 'video'] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];
/**
 * `operator`: taken by a person in the console; `task`: at a stop of a run; `interval`: by the setting `photoInterval`
 * on a patrol; `timer`: by the timed refresh; `alarm`: of an alarm case; `robot`: uploaded by the robot for another reason.
 */
export const MEDIA_SOURCES = ['operator', 'task', 'interval', 'timer', 'alarm', 'robot'] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];

const DAY_MS = 86_400_000;
/** Retention in days by source; `rest` for all others. */
export const MEDIA_DAYS = { timer: 30, rest: 90, alarm: 365 } as const;
/** A file whose retention period became shorter is kept at least this long from then on, in days. */
export const SHORTENED_MEDIA_DAYS = 7;
/** Time under Deleted, in days. */
export const DELETED_MEDIA_DAYS = 30;
/** Validity of a link that works without an account, in days. */
export const MEDIA_LINK_DAYS = 7;
export const MEDIA_LINK_MS = MEDIA_LINK_DAYS * DAY_MS;
/** Links of one photo or recording that work at the same time. */
export const MEDIA_LINKS_MAX = 10;
/** Persons who opened a photo or recording last, of whom the library knows. */
export const MEDIA_VIEWS_KEPT = 5;
/** Photos and recordings that one call keeps, deletes or restores, or for which it returns addresses. */
export const MEDIA_AT_ONCE = 100;
/** Photos and recordings in one export. */
export const MEDIA_EXPORT_ITEMS = 500;
/** Photos and recordings that one call lists. */
export const MEDIA_PAGE = 60;
/** Groups that the overview lists; the list ends there. */
export const MEDIA_GROUPS_MAX = 500;
/** Newest pictures of a robot that one call lists. */
export const NEWEST_PICTURES = 12;
/** Photos of a robot before a moment, and after it, that one call lists. */
export const PHOTOS_AROUND = 20;
/** Time for which a deletion can be undone in its message, ms. */
export const MEDIA_UNDO_MS = 5_000;

/** Those of which there is a small picture. Earlier servers say so of no photo, although all photos have one. */
export const withThumbnail = <Item extends { kind: LibraryKind; hasThumbnail: boolean }>(
  items: readonly Item[],
): Item[] => items.filter(({ kind, hasThumbnail }) => kind === 'photo' || hasThumbnail);

export const mediaDays = (source: MediaSource): number =>
  source === 'timer' ? MEDIA_DAYS.timer : source === 'alarm' ? MEDIA_DAYS.alarm : MEDIA_DAYS.rest;

/** When a photo or recording is deleted, ms since 1970; null: never. */
export function mediaUntil(item: {
  source: MediaSource;
  takenAt: number;
  isKept: boolean;
  deletedAt: number | null;
}): number | null {
  const { source, takenAt, isKept, deletedAt } = item;
  if (isKept) return null;
  const until = takenAt + mediaDays(source) * DAY_MS;
  return deletedAt === null ? until : Math.min(until, deletedAt + DELETED_MEDIA_DAYS * DAY_MS);
}

export const MEDIA_GROUPINGS = ['day', 'robot', 'place'] as const;
export const DELETE_REFUSALS = ['kept', 'openCase', 'recording'] as const;
export type DeleteRefusal = (typeof DELETE_REFUSALS)[number];

/** Why a photo or recording cannot be deleted; null if it can. */
export const whyNotDeleted = (item: {
  isKept: boolean;
  isOfOpenCase: boolean;
  isRecording: boolean;
}): DeleteRefusal | null =>
  item.isRecording ? 'recording' : item.isKept ? 'kept' : item.isOfOpenCase ? 'openCase' : null;
