/**
 * Deletes expired data, every hour as a background job (server/jobs/kinds/retention.ts): replies kept for repeats, old
 * sessions, password attempts that no longer count, codes, captchas and sign-in QR codes, old messages, inquiries, problem
 * reports, route run records, tracks, commands and the audit log. It also ends deliveries of robots that are gone, sees to
 * messages that no job will send, and creates the next days' partitions of the tracks. Safe to run on two servers at once.
 */
import {
  CODES_WINDOW_MS,
  DELIVERY_SILENT_MS,
  IDEMPOTENCY_TTL_MS,
  REPORTS_KEPT,
  SESSION_TTL_MS,
  VISITOR_EVENTS_TTL_MS,
} from '../contract/rules/limits.ts';
import { ALARM_EVENTS_TTL_MS } from '../contract/rules/alarmCase.ts';
import { CONTACT_RESTORE_MS } from '../contract/rules/alarmContacts.ts';
import { DELIVERY_EXPORTS_TTL_MS } from '../contract/rules/deliveryLimits.ts';
import { DONE_JOBS_TTL_MS, FAILED_JOBS_TTL_MS, MOST_ENDED_JOBS } from '../contract/rules/jobs.ts';
import { FACE_ORPHAN_MS } from '../contract/rules/faces.ts';
import { FORGOTTEN_KEPT_MS } from '../contract/rules/learningRecords.ts';
import { RETENTION_DAYS, type RetentionDays, type RetentionKind, retentionMs } from '../contract/rules/retention.ts';
import type { CoreDeps } from './coreDeps.ts';
import { deleteExpiredAudit } from './db/repositories/audit.ts';
import { deleteExpiredCommands } from './db/repositories/commands.ts';
import { deleteExpiredSchedules } from './db/repositories/schedules.ts';
import { deleteExpiredRouteRuns } from './db/repositories/cruiseRecords.ts';
import { deleteExpiredFaceGrants } from './db/repositories/faceGrants.ts';
import { eraseExpiredPersons } from './db/repositories/facePersons.ts';
import { deleteExpiredFaces, expireFacePictures, hideOrphanFaces } from './db/repositories/faces.ts';
import { deleteExpiredDisinfections } from './db/repositories/disinfections.ts';
import { deleteExpiredCalls } from './db/repositories/calls.ts';
import { markOnce } from './db/repositories/installation.ts';
import { deleteExpiredInquiries } from './db/repositories/inquiries.ts';
import { deleteExpiredInvitations } from './db/repositories/invitations.ts';
import { deleteExpiredJobs } from './db/repositories/jobs.ts';
import { deleteExpiredLoginQrcodes } from './db/repositories/loginQrcodes.ts';
import { deleteExpiredVisits } from './db/repositories/visitorRecords.ts';
import { deleteExpiredDeliveries, expireReported } from './db/repositories/deliveries.ts';
import { deleteExpiredExports } from './db/repositories/deliveryLists.ts';
import { deleteExpiredMessages, giveUpMessages } from './db/repositories/outbox.ts';
import { deleteExpiredReports } from './db/repositories/problemReports.ts';
import { deleteExpiredCases } from './db/repositories/alarmCases.ts';
import { eraseDeletedContacts } from './db/repositories/alarmContacts.ts';
import { deleteExpiredAlarmLinks } from './db/repositories/alarmLinks.ts';
import { deleteExpiredRequests } from './db/repositories/requests.ts';
import { deleteOldRightsChanges } from './db/repositories/rights.ts';
import { deleteForgottenLearning } from './db/repositories/robotSettings.ts';
import { deleteExpiredEvents, deleteForbiddenEvents } from './db/repositories/robotEvents.ts';
import { deleteExpiredSessions } from './db/repositories/sessions.ts';
import { deleteExpiredSignInTries } from './db/repositories/signInTries.ts';
import { createTrackPartitions, deleteExpiredTracks } from './db/repositories/tracks.ts';
import { deleteExpiredCaptchas, deleteExpiredCodes } from './db/repositories/verification.ts';
import { STILLS_KEPT } from '../contract/rules/files.ts';
import { markSurplusStills } from './db/repositories/files.ts';
import { restateMediaUntil } from './db/repositories/mediaItems.ts';
import { deleteExpiredMediaLinks } from './db/repositories/mediaLists.ts';
import { tellForgotten } from './features/alarmDigests.ts';
import { listUnlisted } from './features/mediaLister.ts';
import { deleteExpiredFiles } from './files/deleteFiles.ts';
import type { FilesDeps } from './files/files.ts';

const GIVE_UP_MS = 3_600_000;
/** Longer than two versions run side by side. */
const FORBIDDEN_EVENTS_MS = 7 * 86_400_000;
export const RECORDS_END_MARK = 'recordsEnd';
const ANNOUNCED_MS = 14 * 86_400_000;
/** Files that one run enters into the library. */
const MOST_UNLISTED = 1_000;

/** Without `files`, expired files stay (tests); without `days`, the defaults apply. */
export type RetentionDeps = Pick<CoreDeps, 'db' | 'now'> & { files?: FilesDeps; days?: RetentionDays };

/** What is older than this is deleted. */
const before = ({ now, days = RETENTION_DAYS }: RetentionDeps, kind: RetentionKind): Date =>
  new Date(now() - retentionMs(days, kind));

/**
 * Earlier versions kept the audit log and commands for ever: who updates has two weeks to set how long they stay
 * (docs/servers.md).
 */
async function isAnnounced({ db, now }: RetentionDeps): Promise<boolean> {
  return now() - Number(await markOnce(db, RECORDS_END_MARK, String(now()))) >= ANNOUNCED_MS;
}

/**
 * All steps, by the name under which the job's log shows them. A new one is a line here; a step that fails does not stop
 * the others.
 */
const STEPS: Readonly<Record<string, (deps: RetentionDeps) => Promise<unknown>>> = {
  repliesOfWrites: ({ db, now }) => deleteExpiredRequests(db, new Date(now() - IDEMPOTENCY_TTL_MS)),
  // Kept until then, so that an old token is reported as expired and not as unknown.
  sessions: ({ db, now }) => deleteExpiredSessions(db, new Date(now() - SESSION_TTL_MS)),
  rightsChanges: ({ db }) => deleteOldRightsChanges(db),
  // By the system clock, like the rate limiter.
  signInAttempts: ({ db }) => deleteExpiredSignInTries(db, new Date()),
  verificationCodes: ({ db, now }) =>
    deleteExpiredCodes(db, { sentBefore: new Date(now() - CODES_WINDOW_MS), expiredBefore: new Date(now()) }),
  invitations: ({ db, now }) => deleteExpiredInvitations(db, new Date(now())),
  captchas: ({ db, now }) => deleteExpiredCaptchas(db, new Date(now())),
  signInQrCodes: ({ db, now }) => deleteExpiredLoginQrcodes(db, new Date(now())),
  unsentMessages: ({ db, now }) => giveUpMessages(db, new Date(now() - GIVE_UP_MS)),
  forgottenSummaries: ({ db, now }) => tellForgotten(db, now),
  messages: (deps) => deleteExpiredMessages(deps.db, before(deps, 'messages')),
  // Deliveries of robots that are gone must not stay in progress forever.
  silentDeliveries: ({ db, now }) => expireReported(db, new Date(now() - DELIVERY_SILENT_MS), new Date(now())),
  deliveries: (deps) => deleteExpiredDeliveries(deps.db, before(deps, 'visits')),
  deliveryExports: ({ db, now }) => deleteExpiredExports(db, new Date(now() - DELIVERY_EXPORTS_TTL_MS)),
  visits: (deps) => deleteExpiredVisits(deps.db, before(deps, 'visits')),
  photoEvents: ({ db, now }) => deleteExpiredEvents(db, ['photo'], new Date(now() - VISITOR_EVENTS_TTL_MS)),
  forgottenLearning: ({ db, now }) => deleteForgottenLearning(db, new Date(now() - FORGOTTEN_KEPT_MS)),
  visitorEvents: ({ db, now }) =>
    deleteExpiredEvents(
      db,
      ['delivery', 'compartment', 'wrongCode', 'deliveryReturn', 'deliveryPicture', 'visit'],
      new Date(now() - VISITOR_EVENTS_TTL_MS),
    ),
  alarmCases: (deps) => deleteExpiredCases(deps.db, before(deps, 'alarms')),
  alarmLinks: ({ db, now }) => deleteExpiredAlarmLinks(db, new Date(now())),
  deletedContacts: ({ db, now }) => eraseDeletedContacts(db, new Date(now() - CONTACT_RESTORE_MS)),
  alarmEvents: ({ db, now }) =>
    deleteExpiredEvents(db, ['alarm', 'alarmPicture', 'alarmOver'], new Date(now() - ALARM_EVENTS_TTL_MS)),
  routeRuns: (deps) => deleteExpiredRouteRuns(deps.db, before(deps, 'routeRuns')),
  schedules: (deps) => deleteExpiredSchedules(deps.db, before(deps, 'routeRuns')),
  disinfections: (deps) => deleteExpiredDisinfections(deps.db, before(deps, 'disinfections')),
  calls: (deps) => deleteExpiredCalls(deps.db, before(deps, 'calls')),
  callEvents: ({ db, now }) => deleteExpiredEvents(db, ['call'], new Date(now() - VISITOR_EVENTS_TTL_MS)),
  inquiries: (deps) => deleteExpiredInquiries(deps.db, before(deps, 'inquiries')),
  problemReports: (deps) => deleteExpiredReports(deps.db, before(deps, 'problemReports'), REPORTS_KEPT),
  commands: async (deps) =>
    (await isAnnounced(deps)) ? await deleteExpiredCommands(deps.db, before(deps, 'commands')) : undefined,
  audit: async (deps) =>
    (await isAnnounced(deps)) ? await deleteExpiredAudit(deps.db, before(deps, 'audit')) : undefined,
  trackPartitions: ({ db, now }) => createTrackPartitions(db, new Date(now())),
  tracks: (deps) => deleteExpiredTracks(deps.db, before(deps, 'tracks')),
  // Each site sets its own days. The files are marked here, and deleted by the step `files`.
  faceGrants: ({ db, now }) => deleteExpiredFaceGrants(db, new Date(now())),
  facePersons: ({ db, now }) => eraseExpiredPersons(db, new Date(now())),
  faceRecords: ({ db, now }) => deleteExpiredFaces(db, new Date(now())),
  facePictures: ({ db, now }) => expireFacePictures(db, new Date(now())),
  facePicturesWithoutRecord: ({ db, now }) => hideOrphanFaces(db, new Date(now() - FACE_ORPHAN_MS)),
  // A server of an earlier version stores faces as events, also while it runs beside this one during an upgrade.
  faceEvents: ({ db, now }) => deleteForbiddenEvents(db, ['face'], new Date(now() - FORBIDDEN_EVENTS_MS)),
  questionEvents: (deps) => deleteExpiredEvents(deps.db, ['question'], before(deps, 'questions')),
  mediaLinks: ({ db, now }) => deleteExpiredMediaLinks(db, new Date(now())),
  unlistedMedia: ({ db, now }) => listUnlisted(db, now(), MOST_UNLISTED),
  mediaPeriods: ({ db, now, days = RETENTION_DAYS }) => restateMediaUntil(db, days, new Date(now())),
  // Marked first, deleted by the next step.
  stillPictures: ({ db }) => markSurplusStills(db, STILLS_KEPT),
  files: async ({ files }) => files && deleteExpiredFiles(files),
  backgroundJobs: ({ db, now }) =>
    deleteExpiredJobs(db, {
      doneBefore: new Date(now() - DONE_JOBS_TTL_MS),
      failedBefore: new Date(now() - FAILED_JOBS_TTL_MS),
      keep: MOST_ENDED_JOBS,
    }),
};

/** Called around the steps, so that the job can report them. */
export interface RetentionReport {
  /** A signal that ends retention between two steps. */
  signal?: AbortSignal;
  onStep?: (step: { name: string; done: number; of: number; error?: unknown }) => void;
}

/**
 * Applies all steps. @param steps all by default (tests)
 * @throws AggregateError with the names of the steps that failed, after the others have run
 */
export async function applyRetention(
  deps: RetentionDeps,
  { signal, onStep }: RetentionReport = {},
  steps = STEPS,
): Promise<void> {
  const failed: { name: string; error: unknown }[] = [];
  const all = Object.entries(steps);
  for (const [index, [name, run]] of all.entries()) {
    signal?.throwIfAborted();
    const step = { name, done: index + 1, of: all.length };
    try {
      await run(deps);
      onStep?.(step);
    } catch (error) {
      failed.push({ name, error });
      onStep?.({ ...step, error });
    }
  }
  if (failed.length > 0)
    throw new AggregateError(
      failed.map(({ error }) => error),
      `${failed.length} of ${all.length} steps failed: ${failed.map(({ name }) => name).join(', ')}`,
    );
}
