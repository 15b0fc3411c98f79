/**
 * QR codes for signing in with the companion app, by the hash of their content. Each step is one statement, so that
 * only one of several concurrent calls succeeds.
 */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { loginQrcodes } from '../schema.ts';

export type StoredLoginQrcode = typeof loginQrcodes.$inferSelect;

export async function addLoginQrcode(
  db: Db,
  code: Pick<StoredLoginQrcode, 'codeHash' | 'device' | 'address' | 'expiresAt'>,
): Promise<void> {
  await db.insert(loginQrcodes).values({ ...code, state: 'shown' });
}

/** A code that has not expired. */
export async function loginQrcode(db: Db, codeHash: string, at: Date): Promise<StoredLoginQrcode | undefined> {
  const [row] = await db
    .select()
    .from(loginQrcodes)
    .where(and(eq(loginQrcodes.codeHash, codeHash), gt(loginQrcodes.expiresAt, at)));
  return row;
}

/** Assigns the code to the user who scanned it. @returns undefined if another user was first */
export async function takeLoginQrcode(
  db: Db,
  codeHash: string,
  scanned: Pick<StoredLoginQrcode, 'number' | 'expiresAt'> & { userId: string },
  at: Date,
): Promise<StoredLoginQrcode | undefined> {
  const [row] = await db
    .update(loginQrcodes)
    .set({ ...scanned, state: 'scanned' })
    .where(and(eq(loginQrcodes.codeHash, codeHash), eq(loginQrcodes.state, 'shown'), gt(loginQrcodes.expiresAt, at)))
    .returning();
  return row;
}

const isScannedBy = (codeHash: string, userId: string, at: Date) =>
  and(
    eq(loginQrcodes.codeHash, codeHash),
    eq(loginQrcodes.userId, userId),
    eq(loginQrcodes.state, 'scanned'),
    gt(loginQrcodes.expiresAt, at),
  );

/** Counts an attempt before the number is checked, so that concurrent requests get at most `most` attempts. */
export async function countNumberAttempt(
  db: Db,
  codeHash: string,
  userId: string,
  most: number,
  at: Date,
): Promise<StoredLoginQrcode | undefined> {
  const [row] = await db
    .update(loginQrcodes)
    .set({ tries: sql`${loginQrcodes.tries} + 1` })
    .where(and(isScannedBy(codeHash, userId, at), lt(loginQrcodes.tries, most)))
    .returning();
  return row;
}

/** @returns undefined if it is already decided, or expired */
export async function decideLoginQrcode(
  db: Db,
  codeHash: string,
  userId: string,
  state: 'approved' | 'refused',
  at: Date,
): Promise<StoredLoginQrcode | undefined> {
  const [row] = await db
    .update(loginQrcodes)
    .set({ state })
    .where(isScannedBy(codeHash, userId, at))
    .returning();
  return row;
}

/** Uses up the code. @returns the user id; undefined for a second caller */
export async function spendLoginQrcode(db: Db, codeHash: string, at: Date): Promise<string | undefined> {
  const [row] = await db
    .update(loginQrcodes)
    .set({ state: 'done' })
    .where(and(eq(loginQrcodes.codeHash, codeHash), eq(loginQrcodes.state, 'approved'), gt(loginQrcodes.expiresAt, at)))
    .returning({ userId: loginQrcodes.userId });
  return row?.userId ?? undefined;
}

export async function deleteExpiredLoginQrcodes(db: Db, before: Date): Promise<void> {
  await db.delete(loginQrcodes).where(lt(loginQrcodes.expiresAt, before));
}
