/** Integrators' apps and their sessions. */
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, apps, sessions } from '../schema.ts';
import type { Account } from './accounts.ts';
import type { StoredSession } from './sessions.ts';

export type StoredApp = typeof apps.$inferSelect;

export async function addApp(db: Db, app: Omit<StoredApp, 'lastUsedAt' | 'revokedAt'>): Promise<void> {
  await db.insert(apps).values(app);
}

export async function appById(db: Db, appId: string): Promise<{ app: StoredApp; account: Account } | undefined> {
  const [row] = await db
    .select({ app: apps, account: accounts })
    .from(apps)
    .innerJoin(accounts, eq(accounts.id, apps.accountId))
    .where(eq(apps.appId, appId));
  return row;
}

/** The app that owns this account; undefined for a person's. */
export async function appOfAccount(db: Db, accountId: string): Promise<StoredApp | undefined> {
  const [row] = await db.select().from(apps).where(eq(apps.accountId, accountId));
  return row;
}

const makers = alias(accounts, 'makers');
const robotCount = sql<number>`(select count(*)::int from relations r where r.user_id = ${apps.accountId} and r.is_auth)`;

/** Active apps first, newest first. */
export const appsShown = (
  db: Db,
  limit: number,
): Promise<{ app: StoredApp; account: Account; createdBy: LocalName | null; robots: number }[]> =>
  db
    .select({ app: apps, account: accounts, createdBy: makers.nickname, robots: robotCount })
    .from(apps)
    .innerJoin(accounts, eq(accounts.id, apps.accountId))
    .leftJoin(makers, eq(makers.id, apps.createdBy))
    .orderBy(sql`${apps.revokedAt} is not null`, desc(apps.createdAt), desc(apps.appId))
    .limit(limit);

export async function setAppSecret(db: Db, appId: string, secret: string): Promise<void> {
  await db.update(apps).set({ secret }).where(eq(apps.appId, appId));
}

/** @returns the previous row; undefined if it is missing or already revoked */
export async function revokeApp(db: Db, appId: string, at: Date): Promise<StoredApp | undefined> {
  const [row] = await db
    .update(apps)
    .set({ revokedAt: at })
    .where(and(eq(apps.appId, appId), isNull(apps.revokedAt)))
    .returning();
  return row;
}

/** Records the last use, unless one after `before` is recorded. */
export async function touchApp(db: Db, appId: string, at: Date, before: Date): Promise<void> {
  await db
    .update(apps)
    .set({ lastUsedAt: at })
    .where(and(eq(apps.appId, appId), or(isNull(apps.lastUsedAt), lt(apps.lastUsedAt, before))));
}

/** The app's active session; undefined if there is none. */
export async function appSession(db: Db, userId: string, now: Date): Promise<StoredSession | undefined> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.way, 'app'),
        isNull(sessions.endedCode),
        gt(sessions.expiresAt, now),
      ),
    )
    .orderBy(desc(sessions.expiresAt), sessions.id)
    .limit(1);
  return row;
}
