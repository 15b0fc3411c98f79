/** Sessions: who a token speaks for. Tokens are stored hashed. */
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
  /** The code its holder is answered; null while it lives. */
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

/** Whether this session is that account's and neither ended nor past its time. */
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

/** Notes that it was used, unless that was noted after `before`: of many calls at once one writes. */
export async function touchSession(db: Db, id: string, at: Date, before: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: at })
    .where(and(eq(sessions.id, id), lt(sessions.lastUsedAt, before)));
}

const living = (userId: string, now: Date) =>
  and(eq(sessions.userId, userId), isNull(sessions.endedCode), gt(sessions.expiresAt, now));

/** Those that still open doors, last used first. */
export const sessionsOf = (db: Db, userId: string, now: Date, limit: number): Promise<StoredSession[]> =>
  db
    .select()
    .from(sessions)
    .where(living(userId, now))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(limit);

/** Pages that a session which is ended let in, or was about to, and that have not come in yet: none of them is to be the next session. */
async function turnAway(db: Db, userId: string): Promise<void> {
  await db
    .update(loginQrcodes)
    .set({ state: 'refused' })
    .where(and(eq(loginQrcodes.userId, userId), inArray(loginQrcodes.state, ['scanned', 'approved'])));
}

/** Ends a session of this account. @returns false when it has no such session that lives */
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
  if (ended.length > 0) await turnAway(db, userId);
  return ended.length > 0;
}

/** Ends every session of this account but one. @returns the ids of those it ended */
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
  await turnAway(db, userId);
  return ended.map(({ id }) => id);
}

/** Ends those of this account that were not used for the longest time, so that so many are left. @returns the ids of those it ended */
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

/** Ends every session of this account, also those whose time is over. @returns the ids of those it ended */
export async function endAllSessions(db: Db, userId: string, code: number): Promise<string[]> {
  const ended = await db
    .update(sessions)
    .set({ endedCode: code })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedCode)))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

export async function endSession(db: Db, id: string, code: number): Promise<void> {
  await db
    .update(sessions)
    .set({ endedCode: code })
    .where(and(eq(sessions.id, id), isNull(sessions.endedCode)));
}

/** Forgets sessions that ended so long ago that nobody comes back with their token. */
export async function deleteExpiredSessions(db: Db, expiredBefore: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, expiredBefore));
}
