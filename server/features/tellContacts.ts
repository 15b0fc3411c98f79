/**
 * Tells contacts of an alarm case. The messages are rows, written with the case or its escalation in one transaction, and
 * a job each sends them: none is lost when the server stops, and each is in the outbox once, because its id is the
 * message's.
 */
import { randomUUID } from 'node:crypto';
import {
  DIGEST_AFTER,
  DIGEST_WINDOW_MS,
  NOTIFICATION_ATTEMPTS,
  type AlarmChannel,
} from '../../contract/rules/alarmNotification.ts';
import type { AlarmLevel } from '../../contract/rules/alarms.ts';
import type { Db } from '../db/database.ts';
import { addEntry, type AlarmCaseRow } from '../db/repositories/alarmCases.ts';
import { addNotifications, countToContact, withdrawQueued } from '../db/repositories/alarmNotifications.ts';
import { enqueueJob, withdrawJob } from '../jobs/enqueue.ts';
import type { AlarmRecipient, AlarmRules } from './alarmRules.ts';

/** Contacts told of one case at one level. */
const MOST_RECIPIENTS = 20;

interface Needs {
  now: () => number;
  rules: AlarmRules;
}

/** Queues the messages of a level, and writes to the history whom they go to. @param db the caller's transaction */
export async function tellContacts(
  db: Db,
  { now, rules }: Needs,
  { id: caseId, serialNumber, event }: AlarmCaseRow,
  level: AlarmLevel,
): Promise<void> {
  const at = new Date(now());
  const recipients = (await rules.recipients(db, serialNumber, event, level, now())).slice(0, MOST_RECIPIENTS);
  let told = 0;
  for (const recipient of recipients) if (await tell(db, now, caseId, level, recipient)) told += 1;
  await addEntry(db, {
    caseId,
    at,
    kind: told > 0 ? 'told' : 'nobodyToTell',
    level,
    to: told > 0 ? String(told) : '',
  });
}

async function tell(
  db: Db,
  now: () => number,
  caseId: string,
  level: AlarmLevel,
  { contactId, name, language, channels }: AlarmRecipient,
): Promise<boolean> {
  if (channels.length === 0) return false;
  const at = new Date(now());
  const before = await countToContact(db, contactId, new Date(now() - DIGEST_WINDOW_MS));
  const isFlood = before >= DIGEST_AFTER;
  const rows = channels.map(({ channel, target }: { channel: AlarmChannel; target: string }) => ({
    id: randomUUID(),
    caseId,
    level,
    contactId,
    name,
    channel,
    target,
    language,
    state: isFlood ? ('digested' as const) : ('queued' as const),
    at,
  }));
  await addNotifications(db, rows);
  if (isFlood) {
    await enqueueJob(db, now, {
      kind: 'alarmDigest',
      payload: { contactId },
      key: `alarmDigest ${contactId}`,
      ifWaiting: 'keep',
      dueAt: now() + DIGEST_WINDOW_MS,
      maxAttempts: NOTIFICATION_ATTEMPTS,
    });
    return true;
  }
  for (const { id } of rows)
    await enqueueJob(db, now, {
      kind: 'alarmNotification',
      payload: { notificationId: id },
      key: id,
      maxAttempts: NOTIFICATION_ATTEMPTS,
    });
  return true;
}

/** Withdraws what was not sent yet: somebody has the case. @param db the caller's transaction */
export async function withdrawMessages(db: Db, now: () => number, caseId: string): Promise<void> {
  for (const id of await withdrawQueued(db, caseId, new Date(now()))) await withdrawJob(db, now, id);
}
