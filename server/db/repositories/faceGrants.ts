/** Requests to reveal the faces of a robot for an hour, and the permissions that they became. */
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { FACE_REQUEST_MS } from '../../../contract/rules/faces.ts';
import type { Db } from '../database.ts';
import { accounts, faceGrants, relations } from '../schema.ts';

export type FaceGrantRow = typeof faceGrants.$inferSelect;

const isOpen = (now: Date) =>
  and(isNull(faceGrants.until), gt(faceGrants.askedAt, new Date(now.getTime() - FACE_REQUEST_MS)));
/** Asked for, or in force. */
const isAlive = (now: Date) => or(gt(faceGrants.until, now), isOpen(now));
const isOver = (now: Date) =>
  or(
    lte(faceGrants.until, now),
    and(isNull(faceGrants.until), lte(faceGrants.askedAt, new Date(now.getTime() - FACE_REQUEST_MS))),
  );

/** The open request or the permission of a person; undefined without one. */
export async function faceGrantOf(
  db: Db,
  serialNumber: string,
  userId: string,
  now: Date,
): Promise<FaceGrantRow | undefined> {
  const [row] = await db
    .select()
    .from(faceGrants)
    .where(and(eq(faceGrants.serialNumber, serialNumber), eq(faceGrants.userId, userId), isAlive(now)));
  return row;
}

/**
 * Replaces an earlier request, unless it is open and says the same; a permission that is in force stays. @returns whether
 * anything changed
 */
export async function askFaceGrant(db: Db, row: Omit<FaceGrantRow, 'until'>): Promise<boolean> {
  const asked = await db
    .insert(faceGrants)
    .values(row)
    .onConflictDoUpdate({
      target: [faceGrants.serialNumber, faceGrants.userId],
      set: { ...row, until: null },
      setWhere: sql`${isOver(row.askedAt)} or (${faceGrants.until} is null and (${faceGrants.reason} <> ${row.reason} or ${faceGrants.note} <> ${row.note}))`,
    })
    .returning({ userId: faceGrants.userId });
  return asked.length > 0;
}

/** Requests, oldest first, then permissions in force; only of people who still have access. */
export const openFaceGrants = (db: Db, serialNumbers: readonly string[], now: Date): Promise<FaceGrantRow[]> =>
  serialNumbers.length === 0
    ? Promise.resolve([])
    : db
        .select(getTableColumns(faceGrants))
        .from(faceGrants)
        .innerJoin(
          relations,
          and(
            eq(relations.serialNumber, faceGrants.serialNumber),
            eq(relations.userId, faceGrants.userId),
            eq(relations.isAuth, true),
          ),
        )
        .innerJoin(accounts, and(eq(accounts.id, faceGrants.userId), isNull(accounts.lockedAt)))
        .where(and(inArray(faceGrants.serialNumber, [...serialNumbers]), isAlive(now)))
        .orderBy(sql`${faceGrants.until} is not null`, asc(faceGrants.askedAt), asc(faceGrants.userId));

/**
 * @param until null refuses the request or ends the permission. @returns the row, as it was if it is deleted; undefined if
 * the request was replaced, answered or is over
 */
export async function answerFaceGrant(
  db: Db,
  { serialNumber, userId, askedAt }: Pick<FaceGrantRow, 'serialNumber' | 'userId' | 'askedAt'>,
  until: Date | null,
  now: Date,
): Promise<FaceGrantRow | undefined> {
  const isAsked = and(
    eq(faceGrants.serialNumber, serialNumber),
    eq(faceGrants.userId, userId),
    eq(faceGrants.askedAt, askedAt),
    until ? isOpen(now) : isAlive(now),
  );
  const [row] = until
    ? await db.update(faceGrants).set({ until }).where(isAsked).returning()
    : await db.delete(faceGrants).where(isAsked).returning();
  return row;
}

/** With the access to the robot. @param userId absent: of everybody */
export async function deleteFaceGrants(db: Db, serialNumber: string, userId?: string): Promise<void> {
  await db
    .delete(faceGrants)
    .where(
      and(eq(faceGrants.serialNumber, serialNumber), userId === undefined ? undefined : eq(faceGrants.userId, userId)),
    );
}

export async function deleteExpiredFaceGrants(db: Db, now: Date): Promise<void> {
  await db.delete(faceGrants).where(isOver(now));
}
