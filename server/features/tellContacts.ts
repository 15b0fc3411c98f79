/**
 * Tells contacts of an alarm case. The messages are rows, written with the case or its escalation in one transaction, and
 * a job each sends them: none is lost when the server stops, and each is in the outbox once, because its id is the
 * message's.
 */
import { randomUUID } from 'node:crypto';
import { DIGEST_AFTER, DIGEST_WINDOW_MS, NOTIFICATION_ATTEMPTS } from '../../contract/rules/alarmNotification.ts';
import type { AlarmLevel } from '../../contract/rules/alarms.ts';
import type { Db } from '../db/database.ts';
import { addEntry, type AlarmCaseRow } from '../db/repositories/alarmCases.ts';
import { addNotifications, countToContacts, withdrawQueued } from '../db/repositories/alarmNotifications.ts';
import { enqueueJobs, withdrawJob } from '../jobs/enqueue.ts';
import type { AlarmRules } from './alarmRules.ts';

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
  const recipients = (await rules.recipients(db, serialNumber, event, level, now()))
    .filter(({ channels }) => channels.length > 0)
    .slice(0, MOST_RECIPIENTS);
  const before = await countToContacts(
    db,
    recipients.map(({ contactId }) => contactId),
    new Date(now() - DIGEST_WINDOW_MS),
  );
  const rows = recipients.flatMap(({ contactId, name, language, channels }) => {
    const isFlood = (before.get(contactId) ?? 0) >= DIGEST_AFTER;
    return channels.map(({ channel, target }) => ({
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
  });
  await addNotifications(db, rows);
  const queued = rows.filter(({ state }) => state === 'queued');
  const flooded = [...new Set(rows.filter(({ state }) => state === 'digested').map(({ contactId }) => contactId))];
  await enqueueJobs(db, now, [
    ...queued.map(({ id }) => ({
      kind: 'alarmNotification' as const,
      payload: { notificationId: id },
      key: id,
      maxAttempts: NOTIFICATION_ATTEMPTS,
    })),
    ...flooded.map((contactId) => ({
      kind: 'alarmDigest' as const,
      payload: { contactId },
      key: `alarmDigest ${contactId}`,
      dueAt: now() + DIGEST_WINDOW_MS,
      maxAttempts: NOTIFICATION_ATTEMPTS,
    })),
  ]);
  const told = recipients.length;
  await addEntry(db, {
    caseId,
    at,
    kind: told > 0 ? 'told' : 'nobodyToTell',
    level,
    to: told > 0 ? String(told) : '',
  });
}

/** Withdraws what was not sent yet: somebody has the case. @param db the caller's transaction */
export async function withdrawMessages(db: Db, now: () => number, caseId: string): Promise<void> {
  for (const id of await withdrawQueued(db, caseId, new Date(now()))) await withdrawJob(db, now, id);
}
