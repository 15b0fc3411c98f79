/**
 * For how long each kind of record is kept: the defaults, which an installation replaces with the setting RETENTION_DAYS.
 * The server deletes by these periods (server/retention.ts), and the privacy notice shows those in force.
 */
import { CASES_TTL_MS } from './alarmCase.ts';
import { CALLS_TTL_MS } from './call.ts';
import {
  CRUISE_RECORDS_TTL_MS,
  DISINFECTION_RECORDS_TTL_MS,
  INQUIRIES_TTL_MS,
  OUTBOX_TTL_MS,
  QUESTIONS_TTL_MS,
  REPORTS_TTL_MS,
  TRACKS_TTL_MS,
  VISITOR_RECORDS_TTL_MS,
} from './limits.ts';
import { MEDIA_DAYS } from './mediaLibrary.ts';

const DAY_MS = 86_400_000;
/** Days that an installation can set. */
export const RETENTION_LIMITS = { min: 1, max: 3_650 } as const;
const YEAR_DAYS = 365;

/**
 * Days by kind. `visits`: visits and deliveries; `photos`: photos and recordings of robots, other than those of alarms and
 * of the timed refresh (`stills`); `commands`: commands to robots that have ended. Faces are not here: each site sets its own days.
 */
export const RETENTION_DAYS = {
  tracks: TRACKS_TTL_MS / DAY_MS,
  stills: MEDIA_DAYS.timer,
  photos: MEDIA_DAYS.rest,
  alarmPhotos: MEDIA_DAYS.alarm,
  alarms: CASES_TTL_MS / DAY_MS,
  calls: CALLS_TTL_MS / DAY_MS,
  questions: QUESTIONS_TTL_MS / DAY_MS,
  visits: VISITOR_RECORDS_TTL_MS / DAY_MS,
  disinfections: DISINFECTION_RECORDS_TTL_MS / DAY_MS,
  routeRuns: CRUISE_RECORDS_TTL_MS / DAY_MS,
  inquiries: INQUIRIES_TTL_MS / DAY_MS,
  messages: OUTBOX_TTL_MS / DAY_MS,
  problemReports: REPORTS_TTL_MS / DAY_MS,
  commands: YEAR_DAYS,
  audit: YEAR_DAYS,
} satisfies Record<string, number>;
export type RetentionKind = keyof typeof RETENTION_DAYS;
export const RETENTION_KINDS = Object.keys(RETENTION_DAYS) as RetentionKind[];
/** Least days of the kinds that say who did what: nobody can remove the traces of last week by a setting. */
export const RETENTION_LEAST: Readonly<Partial<Record<RetentionKind, number>>> = { commands: 30, audit: 90 };
/** The kinds of the library of photos and recordings. */
export const MEDIA_RETENTION_KINDS = ['stills', 'photos', 'alarmPhotos'] as const satisfies readonly RetentionKind[];
/** Days by kind, all of them. */
export type RetentionDays = Readonly<Record<RetentionKind, number>>;

export const retentionMs = (days: RetentionDays, kind: RetentionKind): number => days[kind] * DAY_MS;
