/**
 * Background jobs: the kinds that exist and the lane in which each is shown. A new kind is one line here, one file in
 * server/jobs/kinds and its title in the locale file `jobs`.
 */

/** Lanes of the page, in its order. */
export const JOB_LANES = [
  'schedules',
  'escalations',
  'notifications',
  'reports',
  'exports',
  'imports',
  'rollUps',
  'photos',
  'retention',
] as const;
export type JobLane = (typeof JOB_LANES)[number];

/** Stored, so names never change. */
export const JOB_KINDS = {
  retention: 'retention',
  alarmNotification: 'notifications',
  alarmEmail: 'notifications',
  alarmDigest: 'notifications',
  /** Sends what `alarmDigest` has put together. */
  alarmSummary: 'notifications',
  deliveryMessage: 'notifications',
  deliveryExport: 'exports',
  trackExport: 'exports',
  mediaExport: 'exports',
  mapPictures: 'imports',
  storedFiles: 'imports',
  trackHours: 'rollUps',
  demoTracks: 'rollUps',
  demoFaces: 'imports',
  demoPhotos: 'imports',
  demoAlarmPictures: 'imports',
  demoSoftware: 'imports',
  leftRecording: 'photos',
} as const satisfies Record<string, JobLane>;
export type JobKindName = keyof typeof JOB_KINDS;
export const isJobKind = (kind: string): kind is JobKindName => Object.hasOwn(JOB_KINDS, kind);

/** `waiting` also holds jobs that failed and are tried again by themselves later. */
export const JOB_STATES = ['failed', 'running', 'waiting', 'done', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * Why a job did not succeed. `error`: its handler threw; `timeLimit`: it took too long; `stopped`: servers that ran it
 * ended without finishing it; `cancelled`: by a person or by what it was for; `replaced`: a newer job has its key.
 */
export const JOB_REASONS = ['error', 'timeLimit', 'stopped', 'cancelled', 'replaced'] as const;
export type JobReasonCode = (typeof JOB_REASONS)[number];

/** What a job counts while it runs. */
export const JOB_UNITS = ['steps', 'rows', 'files'] as const;
export type JobUnit = (typeof JOB_UNITS)[number];

/** Ranges of the lanes. Two parts in seven of a range are past. */
export const JOB_RANGES = { '6h': 6, '24h': 24, '7d': 168 } as const;
export type JobRange = keyof typeof JOB_RANGES;

export const MOST_JOB_LOG_LINES = 200;
export const MOST_JOB_TEXT = 500;
export const MOST_JOB_SUBJECT = 200;
/** Maximum number of failed, running or waiting jobs that the page lists, each. */
export const MOST_JOBS_LISTED = 100;
/** Maximum number of marks in all lanes. */
export const MOST_JOB_MARKS = 500;
/** Retention of jobs that are done or cancelled, and of failed ones, ms. */
export const DONE_JOBS_TTL_MS = 7 * 86_400_000;
export const FAILED_JOBS_TTL_MS = 30 * 86_400_000;
/** Maximum number of ended jobs that are kept. */
export const MOST_ENDED_JOBS = 50_000;
/** The page is read again after this time while it is visible, ms. */
export const JOBS_RELOAD_MS = 5_000;
