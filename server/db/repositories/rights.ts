/** Sessions, accounts, relations and apps for every server's in-memory rights, and which of them changed. */
import { and, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { accounts, apps, relations, rightsChanges, robots, sessions } from '../schema.ts';

export type ChangeKind = (typeof rightsChanges.$inferSelect)['kind'];

export interface RightsChanges {
  /** Position for the next query, which finds everything that commits after this one. */
  upTo: string;
  /** undefined: more changes than requested. */
  changed: Map<ChangeKind, string[]> | undefined;
}

/** @param since `upTo` of an earlier query; null returns only the position */
export async function rightsChangedSince(db: Db, since: string | null, most: number): Promise<RightsChanges> {
  // One statement uses one snapshot: every transaction below its xmin has ended and is visible.
  const { rows } = await db.execute<{ up_to: string; kind: ChangeKind | null; key: string | null }>(sql`
    select s.up_to, c.kind, c.key from (select pg_snapshot_xmin(pg_current_snapshot())::text as up_to) s
    left join (select distinct kind, key from ${rightsChanges} where changed_in >= ${since ?? '0'}::xid8 and ${since !== null} limit ${most + 1}) c on true`);
  const changed = new Map<ChangeKind, string[]>();
  for (const { kind, key } of rows)
    if (kind !== null && key !== null) changed.set(kind, [...(changed.get(kind) ?? []), key]);
  return { upTo: rows[0]?.up_to ?? '0', changed: rows.length > most ? undefined : changed };
}

const among = (column: Parameters<typeof inArray>[0], keys: readonly string[] | undefined): SQL | undefined =>
  keys ? inArray(column, [...keys]) : undefined;

/** Active sessions. @param ids all if absent */
export const livingSessions = (db: Db, at: Date, ids?: readonly string[]) =>
  db
    .select({
      sessionId: sessions.id,
      tokenHash: sessions.tokenHash,
      userId: sessions.userId,
      expiresAt: sessions.expiresAt,
      lastUsedAt: sessions.lastUsedAt,
      endedCode: sessions.endedCode,
      way: sessions.way,
    })
    .from(sessions)
    .where(and(isNull(sessions.endedCode), gt(sessions.expiresAt, at), among(sessions.id, ids)));

export const people = (db: Db, ids?: readonly string[]) =>
  db
    .select({
      id: accounts.id,
      nickname: accounts.nickname,
      roles: accounts.roles,
      demo: accounts.demo,
      lockedAt: accounts.lockedAt,
    })
    .from(accounts)
    .where(among(accounts.id, ids));

/** Without those to retired robots. */
export const relationsOfPeople = (db: Db, ids?: readonly string[]) =>
  db
    .select({
      id: relations.id,
      userId: relations.userId,
      serialNumber: relations.serialNumber,
      isAuth: relations.isAuth,
      isRobotAdmin: relations.isRobotAdmin,
      isSuperAdmin: relations.isSuperAdmin,
    })
    .from(relations)
    .innerJoin(robots, eq(robots.serialNumber, relations.serialNumber))
    .where(and(isNull(robots.retiredAt), among(relations.id, ids)));

/** Apps that are not revoked. */
export const openApps = (db: Db, ids?: readonly string[]) =>
  db
    .select({ appId: apps.appId, accountId: apps.accountId, secret: apps.secret })
    .from(apps)
    .where(and(isNull(apps.revokedAt), among(apps.appId, ids)));

/** Uses the database's clock, which also set the timestamps. */
export async function deleteOldRightsChanges(db: Db): Promise<void> {
  await db.delete(rightsChanges).where(lt(rightsChanges.at, sql`now() - interval '1 hour'`));
}
