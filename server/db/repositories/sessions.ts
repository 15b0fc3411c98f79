/** Sessions by token. Tokens are stored as hashes. */
import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { AccountRole } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { preparedStatement } from '../preparedStatement.ts';
import { accounts, loginQrcodes, sessions } from '../schema.ts';

export interface SessionHolder {
  sessionId: string;
  userId: string;
  nickname: LocalName;
  roles: readonly AccountRole[];
  demo: boolean;
  expiresAt: Date;
  lastUsedAt: Date;
  /** The error code for its holder; null while the session is active. */
  endedCode: number | null;
}

const byTokenHash = preparedStatement((db) =>
  db
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      expiresAt: sessions.expiresAt,
      lastUsedAt: sessions.lastUsedAt,
      endedCode: sessions.endedCode,
      nickname: accounts.nickname,
      roles: accounts.roles,
      demo: accounts.demo,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare('session_by_token'),
);

export async function sessionByTokenHash(db: Db, tokenHash: string): Promise<SessionHolder | undefined> {
  const [row] = await byTokenHash(db).execute({ tokenHash });
  return row;
}

/** Whether this session belongs to the account and has neither ended nor expired. */
export async function sessionLives(db: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedCode), gt(sessions.expiresAt, now)),
    );
  return rows.length > 0;
}

export type StoredSession = typeof sessions.$inferSelect;

export async function addSession(db: Db, session: Omit<StoredSession, 'endedCode'>): Promise<void> {
  await db.insert(sessions).values(session);
}

/** Records the last use, unless one after `before` is recorded: only one of several concurrent calls writes. */
export async function touchSession(db: Db, id: string, at: Date, before: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: at })
    .where(and(eq(sessions.id, id), lt(sessions.lastUsedAt, before)));
}

const living = (userId: string, now: Date) =>
  and(eq(sessions.userId, userId), isNull(sessions.endedCode), gt(sessions.expiresAt, now));

/** Active sessions, last used first. */
export const sessionsOf = (db: Db, userId: string, now: Date, limit: number): Promise<StoredSession[]> =>
  db
    .select()
    .from(sessions)
    .where(living(userId, now))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(limit);

/**
 * Refuses the account's pending QR sign-ins: an ended session may have approved them, and they must not become new
 * sessions.
 */
async function refusePendingQrSignIns(db: Db, userId: string): Promise<void> {
  await db
    .update(loginQrcodes)
    .set({ state: 'refused' })
    .where(and(eq(loginQrcodes.userId, userId), inArray(loginQrcodes.state, ['scanned', 'approved'])));
}

/** Ends a session of this account. @returns false if it has no such active session */
export async function endSessionOf(
  db: Db,
  userId: string,
  id: string,
  { now, code }: { now: Date; code: number },
): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ endedCode: code })
    .where(and(living(userId, now), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  if (ended.length > 0) await refusePendingQrSignIns(db, userId);
  return ended.length > 0;
}

/** Ends all other sessions of this account. @returns the ids of the ended sessions */
export async function endSessionsBeside(
  db: Db,
  userId: string,
  kept: string,
  { now, code }: { now: Date; code: number },
): Promise<string[]> {
  const ended = await db
    .update(sessions)
    .set({ endedCode: code })
    .where(and(living(userId, now), ne(sessions.id, kept)))
    .returning({ id: sessions.id });
  await refusePendingQrSignIns(db, userId);
  return ended.map(({ id }) => id);
}

/** Ends the account's least recently used sessions, so that `left` remain. @returns the ids of the ended sessions */
export async function endOldestSessions(
  db: Db,
  userId: string,
  left: number,
  { now, code }: { now: Date; code: number },
): Promise<string[]> {
  const oldest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(living(userId, now))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .offset(left);
  const ended = await db
    .update(sessions)
    .set({ endedCode: code })
    .where(inArray(sessions.id, oldest))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** Ends every session of this account, including expired ones. @returns the ids of the ended sessions */
export async function endAllSessions(db: Db, userId: string, code: number): Promise<string[]> {
  const ended = await db
    .update(sessions)
    .set({ endedCode: code })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedCode)))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** Accounts with a session that was not ended. */
export async function usersWithSessions(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ userId: sessions.userId }).from(sessions).where(isNull(sessions.endedCode));
  return rows.map(({ userId }) => userId);
}

/** Accounts with a session that was neither ended nor has expired. */
export const accountsWithSessions = (
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; nickname: LocalName }[]> =>
  db
    .selectDistinctOn([accounts.id], { id: accounts.id, nickname: accounts.nickname })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .where(and(isNull(sessions.endedCode), gt(sessions.expiresAt, now)))
    .orderBy(accounts.id)
    .limit(limit);

/** Whether a session was neither ended nor has expired. */
export async function isSessionOpen(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.endedCode), gt(sessions.expiresAt, now)));
  return rows.length > 0;
}

export async function endSession(db: Db, id: string, code: number): Promise<void> {
  await db
    .update(sessions)
    .set({ endedCode: code })
    .where(and(eq(sessions.id, id), isNull(sessions.endedCode)));
}

/** Deletes sessions that expired so long ago that their tokens are no longer in use. */
export async function deleteExpiredSessions(db: Db, expiredBefore: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, expiredBefore));
}
