/**
 * Summaries of messages to contacts. A row of a summary has the id `<summary>:<own id>` and is `queued` until the summary
 * is sent: a server of an earlier version neither adds it to a summary of that version nor misses it when it withdraws
 * the messages of a case.
 */
import { randomBytes } from 'node:crypto';
import { and, desc, eq, gte, inArray, like, lt, sql, type SQL } from 'drizzle-orm';
import {
  type AlarmChannel,
  GATEWAY_REPORTS,
  type GatewayReport,
  type NotificationState,
} from '../../../contract/rules/alarmNotification.ts';
import type { Db } from '../database.ts';
import { alarmCases, alarmNotifications, contacts } from '../schema.ts';
import { isInDigest, lockedInOrder, type NotificationRow, waitsForSummary } from './alarmNotifications.ts';
import { messagesById } from './outbox.ts';

/** A summary by one channel to one target. */
export interface Digest {
  digestId: string;
  contactId: string;
  channel: AlarmChannel;
}

/** Ten bytes: ids of its rows have at most 64 characters, like all ids. */
const newDigestId = (): string => randomBytes(10).toString('hex');
const SEPARATOR = ':';
const IN_DIGEST = /^([0-9a-f]{20}):(.+)$/u;

/** Id of the summary in the outbox and at the gateway. */
export const digestMessageId = ({ digestId, contactId }: Omit<Digest, 'channel'>): string =>
  `${digestId}${SEPARATOR}${contactId}`;
/** @returns the summary with this id in the outbox; undefined for other messages */
export function digestByMessageId(id: string): Omit<Digest, 'channel'> | undefined {
  const [, digestId, contactId] = IN_DIGEST.exec(id) ?? [];
  return digestId === undefined || contactId === undefined ? undefined : { digestId, contactId };
}
export const digestJobKey = ({ channel, digestId, contactId }: Digest): string =>
  `digest:${channel}:${digestId}:${contactId}`;

const isOf = ({ digestId, contactId }: Omit<Digest, 'channel'>): SQL | undefined =>
  and(
    eq(alarmNotifications.contactId, contactId),
    // Not starts_with(), which does not use the index; neither part has wildcards.
    like(alarmNotifications.id, `${digestId}${SEPARATOR}%`),
  );

/**
 * Puts all messages to a contact that wait for a summary into summaries, one for each channel and target.
 * @param db a transaction
 */
export async function makeDigests(db: Db, contactId: string): Promise<Digest[]> {
  const waits = and(eq(alarmNotifications.contactId, contactId), waitsForSummary);
  const targets = new Map<string, { channel: AlarmChannel; target: string }>();
  for (const { channel, target } of await lockedInOrder(db, waits))
    targets.set(`${channel} ${target}`, { channel, target });
  const made: Digest[] = [];
  for (const { channel, target } of targets.values()) {
    const digest = { digestId: newDigestId(), contactId, channel };
    await db
      .update(alarmNotifications)
      .set({ id: sql`${`${digest.digestId}${SEPARATOR}`} || ${alarmNotifications.id}`, state: 'queued' })
      .where(and(waits, eq(alarmNotifications.channel, channel), eq(alarmNotifications.target, target)));
    made.push(digest);
  }
  return made;
}

/**
 * What a summary tells: messages that are left in it, also those of an attempt that failed for good and is repeated.
 * @returns undefined if all of them were withdrawn, or it was sent
 */
export async function readDigest(
  db: Db,
  digest: Digest,
): Promise<{ newest: NotificationRow; cases: number; serialNumbers: string[] } | undefined> {
  const isLeft = and(isOf(digest), inArray(alarmNotifications.state, ['queued', 'failed']));
  const [newest] = await db
    .select()
    .from(alarmNotifications)
    .where(isLeft)
    .orderBy(desc(alarmNotifications.at), desc(alarmNotifications.id))
    .limit(1);
  if (!newest) return undefined;
  const [told] = await db
    .select({
      cases: sql<number>`count(distinct ${alarmNotifications.caseId})::int`,
      serialNumbers: sql<string[]>`array_agg(distinct ${alarmCases.serialNumber})`,
    })
    .from(alarmNotifications)
    .innerJoin(alarmCases, eq(alarmCases.id, alarmNotifications.caseId))
    .where(isLeft);
  return told && { newest, ...told };
}

/** A summary that failed and is sent again can be withdrawn again. */
export async function requeueDigest(db: Db, digest: Digest): Promise<void> {
  await lockedInOrder(db, isOf(digest));
  await db
    .update(alarmNotifications)
    .set({ state: 'queued', settledAt: null })
    .where(and(isOf(digest), eq(alarmNotifications.state, 'failed')));
}

/** After an attempt that failed, of several. */
export async function countDigestAttempt(
  db: Db,
  digest: Digest,
  change: { reason: string; attempts: number },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockedInOrder(transaction, isOf(digest));
    await transaction
      .update(alarmNotifications)
      .set(change)
      .where(and(isOf(digest), eq(alarmNotifications.state, 'queued')));
  });
}

/**
 * The gateway has accepted the summary, or it is kept. What was withdrawn meanwhile stays so; what was given up meanwhile was sent after
 * all, unless the gateway's report that it failed came before its answer.
 */
export async function settleDigest(
  db: Db,
  digest: Digest,
  { state, ...change }: { state: 'sent' | 'kept'; attempts: number; settledAt: Date },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockedInOrder(transaction, isOf(digest));
    const outcome = (await reportedOutcome(transaction, digest)) ?? { state, reason: '' };
    await transaction
      .update(alarmNotifications)
      .set({ ...change, ...outcome })
      .where(and(isOf(digest), inArray(alarmNotifications.state, ['queued', 'failed'])));
  });
}

/**
 * The gateway has reported on the summary.
 * @param db a transaction
 * @returns the cases whose messages it changed
 */
export async function reportDigest(db: Db, digest: Omit<Digest, 'channel'>, at: Date): Promise<string[]> {
  await lockedInOrder(db, isOf(digest));
  const outcome = await reportedOutcome(db, digest);
  if (!outcome) return [];
  // One that waits is settled by its attempt.
  const changed = await db
    .update(alarmNotifications)
    .set({ ...outcome, settledAt: at })
    .where(and(isOf(digest), inArray(alarmNotifications.state, CHANGED_BY[outcome.state])))
    .returning({ caseId: alarmNotifications.caseId });
  return [...new Set(changed.map(({ caseId }) => caseId))];
}

/** Servers of earlier versions leave the messages of a summary that they sent `digested`. */
const CHANGED_BY: Readonly<Record<GatewayReport, NotificationState[]>> = {
  failed: ['sent', 'digested'],
  delivered: ['sent', 'digested', 'failed'],
  answered: ['sent', 'digested', 'failed', 'delivered'],
};

/** What the gateway has reported, according to the outbox, whose state never goes back; undefined without a report. */
async function reportedOutcome(db: Db, digest: Omit<Digest, 'channel'>) {
  const [message] = await messagesById(db, [digestMessageId(digest)]);
  const state = GATEWAY_REPORTS.find((one) => one === message?.state);
  return message && state && { state, reason: state === 'failed' ? message.error : '' };
}

/** Ends a summary that is given up. @param db a transaction */
export async function failDigest(
  db: Db,
  digest: Omit<Digest, 'channel'>,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await lockedInOrder(db, isOf(digest));
  await db
    .update(alarmNotifications)
    .set({ state: 'failed', settledAt: at, ...(reason === '' ? {} : { reason }) })
    .where(and(isOf(digest), eq(alarmNotifications.state, 'queued')));
}

/** Whether a message is told in a summary, or will be. */
export const isOfSummary = ({ id, state }: Pick<NotificationRow, 'id' | 'state'>): boolean =>
  state === 'digested' || IN_DIGEST.test(id);

/** The key of the job that sends the message, by itself or in a summary. */
export function jobKeyOf(row: Pick<NotificationRow, 'id' | 'contactId' | 'channel'>): string {
  const digestId = IN_DIGEST.exec(row.id)?.[1];
  return digestId === undefined ? row.id : digestJobKey({ ...row, digestId });
}

const liveJob = (key: SQL): SQL =>
  sql`exists (select 1 from jobs live where live.key = ${key} and live.state in ('waiting', 'running'))`;

/** It waits for a summary that no job will make. @param keyBefore the key of such a job, up to the contact's id */
const isForgotten = (keyBefore: string): SQL | undefined =>
  and(waitsForSummary, sql`not ${liveJob(sql`${keyBefore}::text || ${alarmNotifications.contactId}`)}`);

/** Contacts that still exist, with forgotten messages of this time. */
export async function forgottenContacts(
  db: Db,
  { since, before }: { since: Date; before: Date },
  keyBefore: string,
): Promise<string[]> {
  const { contactId, at } = alarmNotifications;
  const rows = await db
    .selectDistinct({ contactId })
    .from(alarmNotifications)
    .innerJoin(contacts, eq(contacts.id, contactId))
    .where(and(isForgotten(keyBefore), gte(at, since), lt(at, before)));
  return rows.map((row) => row.contactId);
}

/** Ends forgotten messages from before then. */
export async function failOutdated(
  db: Db,
  { before, keyBefore, reason, at }: { before: Date; keyBefore: string; reason: string; at: Date },
): Promise<void> {
  const isOutdated = and(isForgotten(keyBefore), lt(alarmNotifications.at, before));
  await db.transaction(async (transaction) => {
    await lockedInOrder(transaction, isOutdated);
    await transaction.update(alarmNotifications).set({ state: 'failed', reason, settledAt: at }).where(isOutdated);
  });
}

/** Ends messages of summaries whose job was ended by a server that does not know its kind. */
export async function failForgottenDigests(db: Db, { reason, at }: { reason: string; at: Date }): Promise<void> {
  const { id, channel, contactId } = alarmNotifications;
  const key = sql`'digest:' || ${channel} || ':' || split_part(${id}, ${SEPARATOR}, 1) || ':' || ${contactId}`;
  const isStranded = and(eq(alarmNotifications.state, 'queued'), isInDigest, sql`not ${liveJob(key)}`);
  await db.transaction(async (transaction) => {
    await lockedInOrder(transaction, isStranded);
    await transaction.update(alarmNotifications).set({ state: 'failed', reason, settledAt: at }).where(isStranded);
  });
}
