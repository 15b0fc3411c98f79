/**
 * Summaries of alarms for a contact who gets many in a short time. Messages wait for the next summary; when it is due,
 * they are put into it, and the job that sends it is queued in the same transaction. From then on the summary has exactly
 * these messages, except those that are withdrawn.
 */
import { DIGEST_WINDOW_MS, NOTIFICATION_ATTEMPTS, SEND_STOPPED } from '../../contract/rules/alarmNotification.ts';
import type { Db } from '../db/database.ts';
import {
  digestJobKey,
  failForgottenDigests,
  failOutdated,
  forgottenContacts,
  makeDigests,
} from '../db/repositories/alarmDigests.ts';
import { enqueueJobs, planJobs } from '../jobs/enqueue.ts';

/** Known to servers of earlier versions, so that only one server at a time makes or sends a summary for a contact. */
export const DIGEST_JOB = 'alarmDigest ';

/**
 * Queues the job that makes the next summary of each of these contacts, unless it waits already. Such a job starts only
 * after the caller's transaction, so that it sees the messages that were written for it.
 * @param db the caller's transaction
 */
export async function planDigests(
  db: Db,
  now: () => number,
  contactIds: readonly string[],
  dueAt: number,
): Promise<void> {
  await planJobs(
    db,
    now,
    // In one order, so that two transactions do not wait for each other.
    [...new Set(contactIds)].sort().map((contactId) => ({
      kind: 'alarmDigest' as const,
      payload: { contactId },
      key: `${DIGEST_JOB}${contactId}`,
      dueAt,
      maxAttempts: NOTIFICATION_ATTEMPTS,
    })),
  );
}

/** @param db a transaction */
export async function queueDigests(db: Db, now: () => number, contactId: string): Promise<void> {
  const digests = await makeDigests(db, contactId);
  await enqueueJobs(
    db,
    now,
    digests.map((digest) => ({
      kind: 'alarmSummary',
      payload: { ...digest },
      key: digestJobKey(digest),
      maxAttempts: NOTIFICATION_ATTEMPTS,
    })),
  );
}

/** Older messages that were left are not told any more: their contacts and numbers may be others by now. */
const LEFT_TOLD_MS = 86_400_000;

/**
 * Messages that a server of an earlier version has left: it tells only a number of them at once, and can end a job whose
 * kind it does not know. The former are told within a day, all others count as failed.
 */
export async function tellForgotten(db: Db, now: () => number): Promise<void> {
  const left = { since: new Date(now() - LEFT_TOLD_MS), before: new Date(now() - 2 * DIGEST_WINDOW_MS) };
  await db.transaction(async (transaction) => {
    await planDigests(transaction, now, await forgottenContacts(transaction, left, DIGEST_JOB), now());
  });
  await failOutdated(db, { before: left.since, keyBefore: DIGEST_JOB, reason: SEND_STOPPED, at: new Date(now()) });
  await failForgottenDigests(db, { reason: SEND_STOPPED, at: new Date(now()) });
}
