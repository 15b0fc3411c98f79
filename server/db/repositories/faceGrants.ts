/** Requests to reveal the faces of a robot for an hour, and the permissions that they became. */
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { FACE_REQUEST_MS } from '../../../contract/rules/faces.ts';
import type { Db } from '../database.ts';
import { faceGrants } from '../schema.ts';

export type FaceGrantRow = typeof faceGrants.$inferSelect;

const isOpen = (now: Date) =>
  and(isNull(faceGrants.until), gt(faceGrants.askedAt, new Date(now.getTime() - FACE_REQUEST_MS)));
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
    .where(
      and(
        eq(faceGrants.serialNumber, serialNumber),
        eq(faceGrants.userId, userId),
        or(gt(faceGrants.until, now), isOpen(now)),
      ),
    );
  return row;
}

/** Replaces an earlier request; a permission that is in force stays. @returns whether anything changed */
export async function askFaceGrant(db: Db, row: Omit<FaceGrantRow, 'until'>): Promise<boolean> {
  const asked = await db
    .insert(faceGrants)
    .values(row)
    .onConflictDoUpdate({
      target: [faceGrants.serialNumber, faceGrants.userId],
      set: { ...row, until: null },
      setWhere: sql`${faceGrants.until} is null or ${lte(faceGrants.until, row.askedAt)}`,
    })
    .returning({ userId: faceGrants.userId });
  return asked.length > 0;
}

/** Oldest first. */
export const openFaceGrants = (db: Db, serialNumbers: readonly string[], now: Date): Promise<FaceGrantRow[]> =>
  serialNumbers.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(faceGrants)
        .where(and(inArray(faceGrants.serialNumber, [...serialNumbers]), isOpen(now)))
        .orderBy(asc(faceGrants.askedAt), asc(faceGrants.userId));

/** @param until null refuses. @returns the request; undefined if it is no longer open */
export async function answerFaceGrant(
  db: Db,
  { serialNumber, userId }: Pick<FaceGrantRow, 'serialNumber' | 'userId'>,
  until: Date | null,
  now: Date,
): Promise<FaceGrantRow | undefined> {
  const isAsked = and(eq(faceGrants.serialNumber, serialNumber), eq(faceGrants.userId, userId), isOpen(now));
  const [row] = until
    ? await db.update(faceGrants).set({ until }).where(isAsked).returning()
    : await db.delete(faceGrants).where(isAsked).returning();
  return row;
}

export async function deleteExpiredFaceGrants(db: Db, now: Date): Promise<void> {
  await db.delete(faceGrants).where(isOver(now));
}
