/** Applies what a gateway reports about a message: to the outbox, and to the message of an alarm case, or those of a summary. */
import { afterReport, type GatewayReport } from '../../contract/rules/alarmNotification.ts';
import type { Db } from '../db/database.ts';
import { type AlarmCaseRow, casesById } from '../db/repositories/alarmCases.ts';
import { digestByMessageId, reportDigest } from '../db/repositories/alarmDigests.ts';
import { changeNotificationState, lockNotification } from '../db/repositories/alarmNotifications.ts';
import { reportMessage } from '../db/repositories/outbox.ts';

/** @param db a transaction. @returns the cases whose messages the report changed */
export async function reportNotification(
  db: Db,
  { id, state: report, reason }: { id: string; state: GatewayReport; reason: string },
  at: Date,
): Promise<AlarmCaseRow[]> {
  await reportMessage(db, id, report, report === 'failed' ? reason : '');
  const digest = digestByMessageId(id);
  // No message by itself has the id of a summary.
  if (digest) return casesById(db, await reportDigest(db, digest, at));
  const row = await lockNotification(db, id);
  const state = row && afterReport(row.state, report);
  if (!row || !state || state === row.state) return [];
  await changeNotificationState(db, id, { state, reason: state === 'failed' ? reason : '', settledAt: at });
  return casesById(db, [row.caseId]);
}
