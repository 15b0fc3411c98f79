/** Sessions: who a token speaks for. Tokens are stored hashed. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { AccountRole } from '../../../contract/entities/constants.ts';
import type { Db } from '../../parts.ts';
import type { LocalName } from '../localName.ts';
import { preparedOnce } from '../prepared.ts';
import { accounts, sessions } from '../schema.ts';

export interface SessionHolder {
  sessionId: string;
  userId: string;
  nickname: LocalName;
  roles: readonly AccountRole[];
  demo: boolean;
  expiresAt: Date;
  /** The code its holder is answered; null while it lives. */
  endedCode: number | null;
}

const byTokenHash = preparedOnce((db) =>
  db.select({
    sessionId: sessions.id, userId: sessions.userId, expiresAt: sessions.expiresAt, endedCode: sessions.endedCode,
    nickname: accounts.nickname, roles: accounts.roles, demo: accounts.demo,
  }).from(sessions).innerJoin(accounts, eq(accounts.id, sessions.userId)).where(eq(sessions.tokenHash, sql.placeholder('tokenHash'))).prepare('session_by_token'));

export async function sessionByTokenHash(db: Db, tokenHash: string): Promise<SessionHolder | undefined> {
  const [row] = await byTokenHash(db).execute({ tokenHash });
  return row;
}

export async function addSession(db: Db, session: { id: string; tokenHash: string; userId: string; createdAt: Date; expiresAt: Date }): Promise<void> {
  await db.insert(sessions).values(session);
}

export async function endSession(db: Db, id: string, code: number): Promise<void> {
  await db.update(sessions).set({ endedCode: code }).where(and(eq(sessions.id, id), isNull(sessions.endedCode)));
}

/** Forgets sessions that ended so long ago that nobody comes back with their token. */
export async function forgetSessions(db: Db, expiredBefore: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, expiredBefore));
}
