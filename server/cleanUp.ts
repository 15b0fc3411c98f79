/** Throws away what nobody will ask for again: replies kept for repeats, sessions long over, tries of passwords that count no more, codes, captchas and codes to scan, old messages, questions, problem reports and records of drives; and ends the deliveries of robots that are gone. Harmless when two servers do it. */
import {
  CODES_WINDOW_MS,
  CRUISE_RECORDS_TTL_MS,
  DELIVERY_SILENT_MS,
  IDEMPOTENCY_TTL_MS,
  INQUIRIES_TTL_MS,
  MEETING_EVENTS_TTL_MS,
  MEETINGS_TTL_MS,
  OUTBOX_TTL_MS,
  REPORTS_KEPT,
  REPORTS_TTL_MS,
  SESSION_TTL_MS,
} from '../contract/rules/limits.ts';
import type { CoreDeps } from './coreDeps.ts';
import { forgetDrives } from './db/repositories/cruiseRecords.ts';
import { forgetInquiries } from './db/repositories/inquiries.ts';
import { forgetLoginQrcodes } from './db/repositories/loginQrcodes.ts';
import { expireDeliveries, forgetMeetings } from './db/repositories/meetings.ts';
import { forgetMessages, giveUpMessages } from './db/repositories/outbox.ts';
import { forgetReports } from './db/repositories/problemReports.ts';
import { forgetRequests } from './db/repositories/requests.ts';
import { forgetRightsChanges } from './db/repositories/rights.ts';
import { forgetEvents } from './db/repositories/robotEvents.ts';
import { forgetSessions } from './db/repositories/sessions.ts';
import { forgetSignInTries } from './db/repositories/signInTries.ts';
import { forgetCaptchas, forgetCodes } from './db/repositories/verification.ts';

const EVERY_MS = 3_600_000;

export async function cleanUp({ db, now }: Pick<CoreDeps, 'db' | 'now'>): Promise<void> {
  await forgetRequests(db, new Date(now() - IDEMPOTENCY_TTL_MS));
  // Until then an old token is told that its session expired, not that it is unknown.
  await forgetSessions(db, new Date(now() - SESSION_TTL_MS));
  await forgetRightsChanges(db);
  // By this machine's clock, as the limiter counts.
  await forgetSignInTries(db, new Date());
  await forgetCodes(db, { sentBefore: new Date(now() - CODES_WINDOW_MS), expiredBefore: new Date(now()) });
  await forgetCaptchas(db, new Date(now()));
  await forgetLoginQrcodes(db, new Date(now()));
  await giveUpMessages(db, new Date(now() - EVERY_MS));
  await forgetMessages(db, new Date(now() - OUTBOX_TTL_MS));
  // Nothing stays in progress for ever: the robot of these is gone.
  await expireDeliveries(db, new Date(now() - DELIVERY_SILENT_MS), new Date(now()));
  await forgetMeetings(db, new Date(now() - MEETINGS_TTL_MS));
  await forgetEvents(db, ['delivery', 'visit'], new Date(now() - MEETING_EVENTS_TTL_MS));
  await forgetDrives(db, new Date(now() - CRUISE_RECORDS_TTL_MS));
  await forgetInquiries(db, new Date(now() - INQUIRIES_TTL_MS));
  await forgetReports(db, new Date(now() - REPORTS_TTL_MS), REPORTS_KEPT);
}

/** Cleans up every hour. @returns what ends it */
export function startCleanUp({ db, log, now }: Pick<CoreDeps, 'db' | 'log' | 'now'>): () => void {
  const timer = setInterval(
    () =>
      void cleanUp({ db, now }).catch((error: unknown) =>
        log.warn({ err: error }, 'the clean-up failed; it is tried again in an hour'),
      ),
    EVERY_MS,
  );
  return () => clearInterval(timer);
}
