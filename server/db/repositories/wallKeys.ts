/** Keys for wall boards and robots' screens, stored as hashes only. */
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { WallKeyKind } from '../../../contract/entities/wallKey.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, robots, wallKeys } from '../schema.ts';

export type StoredKey = typeof wallKeys.$inferSelect;

export async function addKey(db: Db, key: Omit<StoredKey, 'lastUsedAt' | 'revokedAt'>): Promise<void> {
  await db.insert(wallKeys).values(key);
}

/** A valid key by its hash. */
export async function keyByHash(db: Db, keyHash: string, kind: WallKeyKind): Promise<StoredKey | undefined> {
  const [row] = await db
    .select()
    .from(wallKeys)
    .where(and(eq(wallKeys.keyHash, keyHash), eq(wallKeys.kind, kind), isNull(wallKeys.revokedAt)));
  return row;
}

/** Whether a key is valid for the screen of this robot, and the robot not retired. */
export async function screenLives(db: Db, id: string, serialNumber: string): Promise<boolean> {
  const found = await db
    .select({ id: wallKeys.id })
    .from(wallKeys)
    .innerJoin(robots, and(eq(robots.serialNumber, wallKeys.serialNumber), isNull(robots.retiredAt)))
    .where(
      and(
        eq(wallKeys.id, id),
        eq(wallKeys.kind, 'screen'),
        eq(wallKeys.serialNumber, serialNumber),
        isNull(wallKeys.revokedAt),
      ),
    );
  return found.length > 0;
}

/** Records the last use, unless one after `before` is recorded. */
export async function touchKey(db: Db, id: string, at: Date, before: Date): Promise<void> {
  await db
    .update(wallKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(wallKeys.id, id), or(isNull(wallKeys.lastUsedAt), lt(wallKeys.lastUsedAt, before))));
}

/** Valid keys first, newest first, with the names of creator and robot. */
export const keysShown = (
  db: Db,
  limit: number,
): Promise<{ key: StoredKey; createdBy: LocalName | null; robot: LocalName | null }[]> =>
  db
    .select({ key: wallKeys, createdBy: accounts.nickname, robot: robots.name })
    .from(wallKeys)
    .leftJoin(accounts, eq(accounts.id, wallKeys.createdBy))
    .leftJoin(robots, eq(robots.serialNumber, wallKeys.serialNumber))
    .orderBy(sql`${wallKeys.revokedAt} is not null`, desc(wallKeys.createdAt), desc(wallKeys.id))
    .limit(limit);

/** @returns the previous row; undefined if no valid key has this id */
export async function revokeKey(db: Db, id: string, at: Date): Promise<StoredKey | undefined> {
  const [row] = await db
    .update(wallKeys)
    .set({ revokedAt: at })
    .where(and(eq(wallKeys.id, id), isNull(wallKeys.revokedAt)))
    .returning();
  return row;
}
