/** Applies what a gateway reports about a message: to the outbox, and to the message of an alarm case, or those of a summary. */
import { afterReport, type GatewayReport } from '../../contract/rules/alarmNotification.ts';
import type { Db } from '../db/database.ts';
import { caseById, type AlarmCaseRow } from '../db/repositories/alarmCases.ts';
import { digestByMessageId, reportDigest } from '../db/repositories/alarmDigests.ts';
import { changeNotificationState, lockNotification } from '../db/repositories/alarmNotifications.ts';
import { reportMessage } from '../db/repositories/outbox.ts';

/** @param db a transaction. @returns the message's case if the report changed anything */
export async function reportNotification(
  db: Db,
  { id, state: report, reason }: { id: string; state: GatewayReport; reason: string },
  at: Date,
): Promise<AlarmCaseRow | undefined> {
  await reportMessage(db, id, report, report === 'failed' ? reason : '');
  const digest = digestByMessageId(id);
  if (digest) await reportDigest(db, digest, at);
  const row = await lockNotification(db, id);
  const state = row && afterReport(row.state, report);
  if (!row || !state || state === row.state) return undefined;
  await changeNotificationState(db, id, { state, reason: state === 'failed' ? reason : '', settledAt: at });
  return caseById(db, row.caseId);
}
