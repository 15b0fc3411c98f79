/**
 * Tells contacts of an alarm case. The messages are rows, written with the case or its escalation in one transaction, and
 * a job each sends them: none is lost when the server stops, and each is in the outbox once, because its id is the
 * message's.
 */
import { randomUUID } from 'node:crypto';
import { MOST_RECIPIENTS } from '../../contract/rules/alarmContacts.ts';
import {
  DIGEST_AFTER,
  DIGEST_WINDOW_MS,
  NOTIFICATION_ATTEMPTS,
  tellAgainAfterMs,
} from '../../contract/rules/alarmNotification.ts';
import type { AlarmLevel } from '../../contract/rules/alarms.ts';
import type { Db } from '../db/database.ts';
import { addEntries, type AlarmCaseRow, planTellAgain } from '../db/repositories/alarmCases.ts';
import {
  addNotifications,
  contactsInFlood,
  countToContacts,
  withdrawQueued,
} from '../db/repositories/alarmNotifications.ts';
import { enqueueJobs, withdrawJob } from '../jobs/enqueue.ts';
import { planDigests } from './alarmDigests.ts';
import type { AlarmRecipient, AlarmRules } from './alarmRules.ts';

interface Needs {
  now: () => number;
  rules: AlarmRules;
}

/**
 * Queues the messages of a level for these cases, and writes to each history whom they go to. Cases that are told at once
 * share their statements, because many fall due together after a time without a server.
 * @param db the caller's transaction
 * @param isAgain nobody was reached before; the caller plans the next time
 */
export async function tellContacts(
  db: Db,
  { now, rules }: Needs,
  cases: readonly AlarmCaseRow[],
  level: AlarmLevel,
  isAgain = false,
): Promise<void> {
  const at = new Date(now());
  const told = await recipientsOf(db, rules, cases, level, now());
  const contactIds = [...new Set(told.flatMap(({ recipients }) => recipients.map(({ contactId }) => contactId)))];
  const since = new Date(now() - DIGEST_WINDOW_MS);
  const inFlood = await contactsInFlood(db, contactIds, since);
  const others = contactIds.filter((id) => !inFlood.has(id));
  const counts = await countToContacts(db, others, since, { most: DIGEST_AFTER });
  for (const id of inFlood) counts.set(id, DIGEST_AFTER);
  /** In a flood, too, the first message of level two is sent at once. */
  const ofLevelTwo = level === 2 ? await countToContacts(db, contactIds, since, { most: 1, level }) : counts;
  const rows = told.flatMap(({ caseId, recipients }) =>
    recipients.flatMap(({ contactId, name, language, channels }) => {
      const before = counts.get(contactId) ?? 0;
      const isFirst = level === 2 && (ofLevelTwo.get(contactId) ?? 0) === 0;
      const isFlood = before >= DIGEST_AFTER && !isFirst;
      if (!isFlood)
        for (const numbers of new Set([counts, ofLevelTwo]))
          numbers.set(contactId, (numbers.get(contactId) ?? 0) + channels.length);
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
    }),
  );
  await addNotifications(db, rows);
  const queued = rows.filter(({ state }) => state === 'queued');
  const flooded = [...new Set(rows.filter(({ state }) => state === 'digested').map(({ contactId }) => contactId))];
  await enqueueJobs(
    db,
    now,
    queued.map(({ id, channel }) => ({
      kind: channel === 'email' ? ('alarmEmail' as const) : ('alarmNotification' as const),
      payload: { notificationId: id },
      key: id,
      maxAttempts: NOTIFICATION_ATTEMPTS,
    })),
  );
  await planDigests(db, now, flooded, now() + DIGEST_WINDOW_MS);
  await addEntries(
    db,
    // Told again, a history that says already that there is nobody is not lengthened.
    (isAgain ? told.filter(({ recipients }) => recipients.length > 0) : told).map(
      ({ caseId, isSilenced, recipients: { length } }) => ({
        caseId,
        at,
        kind: length > 0 ? ('told' as const) : isSilenced ? ('notificationsOff' as const) : ('nobodyToTell' as const),
        level,
        to: length > 0 ? String(length) : '',
      }),
    ),
  );
  if (!isAgain)
    await planTellAgain(
      db,
      told.filter(({ isSilenced }) => !isSilenced).map(({ caseId }) => caseId),
      { at: new Date(at.getTime() + tellAgainAfterMs(0)), toldSince: level === 1 ? at : undefined },
    );
}

interface Told {
  caseId: string;
  recipients: readonly AlarmRecipient[];
  /** Notifications of the robot are off. */
  isSilenced: boolean;
}

async function recipientsOf(
  db: Db,
  rules: AlarmRules,
  cases: readonly AlarmCaseRow[],
  level: AlarmLevel,
  at: number,
): Promise<Told[]> {
  const silenced = await rules.silenced(
    db,
    cases.map(({ serialNumber }) => serialNumber),
  );
  const heard = cases.filter(({ serialNumber }) => !silenced.has(serialNumber));
  const recipients = await rules.recipientsOf(db, heard, level, at);
  return cases.map((row) => {
    const isSilenced = silenced.has(row.serialNumber);
    return {
      caseId: row.id,
      isSilenced,
      recipients: isSilenced
        ? []
        : recipients(row)
            .filter(({ channels }) => channels.length > 0)
            .slice(0, MOST_RECIPIENTS),
    };
  });
}

/** Withdraws what was not sent yet: somebody has the case. @param db the caller's transaction */
export async function withdrawMessages(db: Db, now: () => number, caseId: string): Promise<void> {
  for (const id of await withdrawQueued(db, { caseId }, new Date(now()))) await withdrawJob(db, now, id);
}

/** Withdraws what was not sent yet to a contact that is deleted. @param db the caller's transaction */
export async function withdrawMessagesTo(db: Db, now: () => number, contactId: string): Promise<void> {
  for (const id of await withdrawQueued(db, { contactId }, new Date(now()))) await withdrawJob(db, now, id);
}
