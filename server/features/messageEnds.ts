/** Ends messages whose job is given up: they are failed, and a delivery's history says so. */
import { GATEWAY_SILENT, SEND_CANCELLED, SEND_STOPPED } from '../../contract/rules/alarmNotification.ts';
import { isDeliveryOver } from '../../contract/rules/delivery.ts';
import { maskAccount } from '../../contract/rules/maskAccount.ts';
import type { Db } from '../db/database.ts';
import { failDigest } from '../db/repositories/alarmDigests.ts';
import { changeNotificationState, failDigested, lockNotification } from '../db/repositories/alarmNotifications.ts';
import { deliveryById } from '../db/repositories/deliveries.ts';
import { dueTimesOf } from '../db/repositories/jobs.ts';
import type { GivenUpJob } from '../jobs/jobKind.ts';
import { addLine } from './deliveryLife.ts';

const valueOf = (payload: unknown, name: string): string =>
  typeof payload === 'object' && payload !== null ? String(Reflect.get(payload, name) ?? '') : '';

/** Of an error the message has the reason already. */
const REASONS: Readonly<Record<string, string>> = {
  timeLimit: GATEWAY_SILENT,
  stopped: SEND_STOPPED,
  cancelled: SEND_CANCELLED,
};

/** A message that was sent, reported or withdrawn meanwhile stays so. */
export async function endNotification(db: Db, { payload, reason: { code, text }, at }: GivenUpJob): Promise<void> {
  const row = await lockNotification(db, valueOf(payload, 'notificationId'));
  if (row?.state !== 'queued') return;
  const reason = REASONS[code] ?? (row.reason || text);
  await changeNotificationState(db, row.id, { state: 'failed', reason, settledAt: at });
}

/** A summary that was not made. Later messages have one to come, which includes what this one has not told. */
export async function endDigest(db: Db, { key, payload, reason: { code, text }, at }: GivenUpJob): Promise<void> {
  if (code !== 'cancelled' && (await dueTimesOf(db, [key])).has(key)) return;
  await failDigested(db, valueOf(payload, 'contactId'), { reason: REASONS[code] ?? text, at });
}

/** What was withdrawn, or sent by an attempt that was cut off, stays so. */
export async function endSummary(db: Db, { payload, reason: { code, text }, at }: GivenUpJob): Promise<void> {
  const digest = { digestId: valueOf(payload, 'digestId'), contactId: valueOf(payload, 'contactId') };
  await failDigest(db, digest, { reason: REASONS[code] ?? text, at });
}

export async function endDeliveryMessage(db: Db, { payload, at }: GivenUpJob): Promise<void> {
  const row = await deliveryById(db, valueOf(payload, 'deliveryId'));
  if (!row || isDeliveryOver(row.status)) return;
  const target = valueOf(payload, 'message') === 'deliveryLoads' ? row.loaderPhone : row.phoneNumber;
  if (target !== '')
    await addLine(db, row, { at, kind: 'messageFailed', cause: 'server', subject: maskAccount(target) });
}
