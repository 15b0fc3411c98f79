/** Codes to sign in with by the companion app, by the hash of what the picture shows. Each step is one statement: of two at once one wins. */
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

/** One that still lives. */
export async function loginQrcode(db: Db, codeHash: string, at: Date): Promise<StoredLoginQrcode | undefined> {
  const [row] = await db
    .select()
    .from(loginQrcodes)
    .where(and(eq(loginQrcodes.codeHash, codeHash), gt(loginQrcodes.expiresAt, at)));
  return row;
}

/** Takes it for whoever scanned it. @returns undefined when somebody else was first */
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

/** Takes one of the tries of its number, before that is looked at: of many at once no more than `most` get one. */
export async function takeNumberTry(
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

/** @returns undefined when it is decided already, or over */
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

/** Uses it up. @returns whose it is; undefined for whoever came second */
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
