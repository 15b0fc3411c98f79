/**
 * Deletes expired data: replies kept for repeats, old sessions, password attempts that no longer count, codes, captchas
 * and sign-in QR codes, old messages, inquiries, problem reports and route run records. It also ends deliveries of
 * robots that are gone. Safe to run on two servers at once.
 */
import {
  CODES_WINDOW_MS,
  CRUISE_RECORDS_TTL_MS,
  DELIVERY_SILENT_MS,
  IDEMPOTENCY_TTL_MS,
  INQUIRIES_TTL_MS,
  VISITOR_EVENTS_TTL_MS,
  VISITOR_RECORDS_TTL_MS,
  OUTBOX_TTL_MS,
  REPORTS_KEPT,
  REPORTS_TTL_MS,
  SESSION_TTL_MS,
} from '../contract/rules/limits.ts';
import type { CoreDeps } from './coreDeps.ts';
import { deleteExpiredRouteRuns } from './db/repositories/cruiseRecords.ts';
import { deleteExpiredInquiries } from './db/repositories/inquiries.ts';
import { deleteExpiredLoginQrcodes } from './db/repositories/loginQrcodes.ts';
import { expireDeliveries, deleteExpiredMeetings } from './db/repositories/visitorRecords.ts';
import { deleteExpiredMessages, giveUpMessages } from './db/repositories/outbox.ts';
import { deleteExpiredReports } from './db/repositories/problemReports.ts';
import { deleteExpiredRequests } from './db/repositories/requests.ts';
import { deleteOldRightsChanges } from './db/repositories/rights.ts';
import { deleteExpiredEvents } from './db/repositories/robotEvents.ts';
import { deleteExpiredSessions } from './db/repositories/sessions.ts';
import { deleteExpiredSignInTries } from './db/repositories/signInTries.ts';
import { deleteExpiredCaptchas, deleteExpiredCodes } from './db/repositories/verification.ts';
import { deleteExpiredFiles } from './files/deleteFiles.ts';
import type { FilesDeps } from './files/files.ts';

const EVERY_MS = 3_600_000;

type RetentionDeps = Pick<CoreDeps, 'db' | 'now'> & { files?: FilesDeps };

export async function applyRetention({ db, now, files }: RetentionDeps): Promise<void> {
  await deleteExpiredRequests(db, new Date(now() - IDEMPOTENCY_TTL_MS));
  // Kept until then, so that an old token is reported as expired and not as unknown.
  await deleteExpiredSessions(db, new Date(now() - SESSION_TTL_MS));
  await deleteOldRightsChanges(db);
  // By the system clock, like the rate limiter.
  await deleteExpiredSignInTries(db, new Date());
  await deleteExpiredCodes(db, { sentBefore: new Date(now() - CODES_WINDOW_MS), expiredBefore: new Date(now()) });
  await deleteExpiredCaptchas(db, new Date(now()));
  await deleteExpiredLoginQrcodes(db, new Date(now()));
  await giveUpMessages(db, new Date(now() - EVERY_MS));
  await deleteExpiredMessages(db, new Date(now() - OUTBOX_TTL_MS));
  // Deliveries of robots that are gone must not stay in progress forever.
  await expireDeliveries(db, new Date(now() - DELIVERY_SILENT_MS), new Date(now()));
  await deleteExpiredMeetings(db, new Date(now() - VISITOR_RECORDS_TTL_MS));
  await deleteExpiredEvents(db, ['delivery', 'visit'], new Date(now() - VISITOR_EVENTS_TTL_MS));
  await deleteExpiredRouteRuns(db, new Date(now() - CRUISE_RECORDS_TTL_MS));
  await deleteExpiredInquiries(db, new Date(now() - INQUIRIES_TTL_MS));
  await deleteExpiredReports(db, new Date(now() - REPORTS_TTL_MS), REPORTS_KEPT);
  if (files) await deleteExpiredFiles(files);
}

/** Applies retention every hour. @returns a function that stops it */
export function startRetention({ db, log, now, files }: RetentionDeps & Pick<CoreDeps, 'log'>): () => void {
  const timer = setInterval(
    () =>
      void applyRetention({ db, now, ...(files ? { files } : {}) }).catch((error: unknown) =>
        log.warn({ err: error }, 'the clean-up failed; retrying in an hour'),
      ),
    EVERY_MS,
  );
  return () => clearInterval(timer);
}
