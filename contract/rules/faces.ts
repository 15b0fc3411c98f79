/**
 * Rules of face recognition records (design 24). They are personal data: a site records none until an account
 * administrator switches it on and states the ground for it, and everything is deleted by age.
 */
import { ROBOT_SETTINGS } from './robotSettings.ts';

export const FACE_SELECT_TYPES = ['all', 'registered', 'stranger', 'highTemperature'] as const;
export type FaceSelectType = (typeof FACE_SELECT_TYPES)[number];
/** Staff consent until they withdraw it, visitors for VISITOR_CONSENT_MS. */
export const FACE_PERSON_KINDS = ['staff', 'visitor'] as const;
export type FacePersonKind = (typeof FACE_PERSON_KINDS)[number];

const DAY_MS = 86_400_000;
/** Days for which pictures and records are kept; each site can set its own. */
export const FACE_DAYS = { min: 1, max: 365, pictures: 30, records: 90 } as const;
export const daysMs = (days: number): number => days * DAY_MS;
export const VISITOR_CONSENT_MS = DAY_MS;

export const GROUND_LENGTH = { min: 10, max: 500 } as const;
export const FACE_NAME_MAX = 40;
export const CONSENT_NOTE_MAX = 200;
/** A site's registered persons; all of them are sent to its robots. */
export const FACE_PERSONS_MAX = 300;

/** Records of one robot per hour; further ones are dropped. */
export const FACES_PER_ROBOT_PER_HOUR = 240;
/** Pictures of faces count by themselves, so that they do not use up the uploads of alarms. */
export const FACE_UPLOADS_PER_HOUR = 250;
/** A picture without a record after this time is deleted, ms. */
export const FACE_ORPHAN_MS = 3_600_000;
/** A robot that was offline reports late, but not later than this, ms. */
export const FACE_LATE_MS = DAY_MS;

/** How long a revealed picture is shown, and its ticket valid, ms. */
export const REVEAL_MS = 60_000;
/** How often a page that shows one asks whether it still may, ms. */
export const REVEAL_CHECK_MS = 5_000;
/** Pictures that one person may reveal per hour. */
export const REVEALS_PER_HOUR = 20;
export const REVEAL_REASONS = ['highTemperature', 'guestAsks', 'securityCase', 'missingPerson', 'other'] as const;
export type RevealReason = (typeof REVEAL_REASONS)[number];
export const REVEAL_NOTE = { words: 4, max: 200 } as const;

/** Records that are counted, and that an export contains, at most. */
export const FACES_COUNTED = 10_000;

/** The scale on which temperatures are drawn, degrees Celsius. */
export const TEMPERATURE_SCALE = { min: 35, max: 40 } as const;
/** Readings outside are measuring errors, degrees Celsius. */
const PLAUSIBLE = { min: 30, max: 45 } as const;

/** One decimal; null for a reading that no person can have. */
export function readTemperature(degrees: number | null): number | null {
  if (degrees === null || !Number.isFinite(degrees)) return null;
  const rounded = Math.round(degrees * 10) / 10;
  return rounded >= PLAUSIBLE.min && rounded <= PLAUSIBLE.max ? rounded : null;
}

/** The threshold of a robot that reports none. */
export const USUAL_THRESHOLD = Number(
  ROBOT_SETTINGS.highTemperature.kind === 'number' && ROBOT_SETTINGS.highTemperature.initial,
);
export const isHighTemperature = (degrees: number | null, threshold: number): boolean =>
  degrees !== null && degrees >= threshold;
/** Where a temperature is on the scale, 0 to 1. */
export const onScale = (degrees: number): number =>
  Math.min(1, Math.max(0, (degrees - TEMPERATURE_SCALE.min) / (TEMPERATURE_SCALE.max - TEMPERATURE_SCALE.min)));

/** Counts words; text without spaces, as Chinese, counts two characters as one word. */
export function countWords(text: string): number {
  const cjk = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const others = text
    .replace(/\p{Script=Han}/gu, ' ')
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return others + Math.floor(cjk / 2);
}
export const isNoteEnough = (note: string): boolean =>
  note.trim().length <= REVEAL_NOTE.max && countWords(note) >= REVEAL_NOTE.words;

/** For how long an administrator lets somebody reveal the faces of a robot, ms. */
export const FACE_GRANT_MS = 3_600_000;
/** A request for that which nobody answered ends after this time, ms. */
export const FACE_REQUEST_MS = DAY_MS;
/** Requests for that which one person may send per hour. */
export const FACE_ASKS_PER_HOUR = 10;

export interface FaceSettingFields {
  isOn: boolean;
  ground: string;
  pictureDays: number;
  rowDays: number;
}
export type FaceSettingFault = 'ground' | 'pictureDays' | 'rowDays' | 'order';

const areDaysFine = (days: number): boolean => Number.isInteger(days) && days >= FACE_DAYS.min && days <= FACE_DAYS.max;
/** What keeps a site's setting from being saved; null if nothing does. */
export function faultOfFaceSetting({ isOn, ground, pictureDays, rowDays }: FaceSettingFields): FaceSettingFault | null {
  const { length } = ground.trim();
  if ((isOn && length < GROUND_LENGTH.min) || length > GROUND_LENGTH.max) return 'ground';
  if (!areDaysFine(pictureDays)) return 'pictureDays';
  if (!areDaysFine(rowDays)) return 'rowDays';
  return pictureDays > rowDays ? 'order' : null;
}

export type FaceDays = Pick<FaceSettingFields, 'pictureDays' | 'rowDays'>;
/** Administrators of a robot of a site can keep its data for a shorter time, and never longer. null if nothing keeps them. */
export function faultOfShorterDays(before: FaceDays, { pictureDays, rowDays }: FaceDays): FaceDaysFault | null {
  if (!areDaysFine(pictureDays)) return 'pictureDays';
  if (!areDaysFine(rowDays)) return 'rowDays';
  if (pictureDays > before.pictureDays) return 'longerPictures';
  if (rowDays > before.rowDays) return 'longerRows';
  return pictureDays > rowDays ? 'order' : null;
}
export type FaceDaysFault = Exclude<FaceSettingFault, 'ground'> | 'longerPictures' | 'longerRows';

/** What a user may change of a site's setting: account administrators all of it, administrators of its robots the days. */
export const FACE_SETTING_RIGHTS = ['all', 'shorter', 'nothing'] as const;
export type FaceSettingRight = (typeof FACE_SETTING_RIGHTS)[number];

/** Whole days until something is deleted, counted up; 0 once it is. */
export const daysUntil = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / DAY_MS));
