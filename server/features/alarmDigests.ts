/**
 * Summaries of alarms for a contact who gets many in a short time. Messages wait for the next summary; when it is due,
 * they are put into it, and the job that sends it is queued in the same transaction. From then on the summary has exactly
 * these messages, except those that are withdrawn.
 */
import { DIGEST_WINDOW_MS, NOTIFICATION_ATTEMPTS, SEND_STOPPED } from '../../contract/rules/alarmNotification.ts';
import type { Db } from '../db/database.ts';
import { digestJobKey, failForgottenDigests, forgottenContacts, makeDigests } from '../db/repositories/alarmDigests.ts';
import { enqueueJob, enqueueJobs } from '../jobs/enqueue.ts';

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
  // In one order, so that two transactions do not wait for each other.
  for (const contactId of [...contactIds].sort())
    await enqueueJob(db, now, {
      kind: 'alarmDigest',
      payload: { contactId },
      key: `${DIGEST_JOB}${contactId}`,
      ifWaiting: 'keep',
      dueAt,
      maxAttempts: NOTIFICATION_ATTEMPTS,
    });
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

/**
 * Messages that a server of an earlier version has left: it does not tell what is older than a day or beyond a number, and
 * can end a job whose kind it does not know. The former are told, the latter count as failed.
 */
export async function tellForgotten(db: Db, now: () => number): Promise<void> {
  const before = new Date(now() - 2 * DIGEST_WINDOW_MS);
  await db.transaction(async (transaction) => {
    await planDigests(transaction, now, await forgottenContacts(transaction, before, DIGEST_JOB), now());
  });
  await failForgottenDigests(db, { reason: SEND_STOPPED, at: new Date(now()) });
}
