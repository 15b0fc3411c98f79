/** Verification codes and captchas. Codes and captcha answers are stored as hashes only. */
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { CodePurpose } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import { captchas, verificationCodes } from '../schema.ts';

export type StoredCode = typeof verificationCodes.$inferSelect;

/** Allows one code request per target at a time on all servers, until the transaction ends. */
export async function lockTarget(db: Db, target: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${target}`}, 0))`);
}

/** When codes of these purposes were sent to a target after `since`, latest first. */
export async function codesSince(
  db: Db,
  target: string,
  purposes: readonly CodePurpose[],
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .select({ at: verificationCodes.sentAt })
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.target, target),
        inArray(verificationCodes.purpose, [...purposes]),
        gt(verificationCodes.sentAt, since),
      ),
    )
    .orderBy(desc(verificationCodes.sentAt));
  return rows.map(({ at }) => at);
}

export async function addCode(db: Db, code: typeof verificationCodes.$inferInsert): Promise<void> {
  await db.insert(verificationCodes).values(code);
}

export async function dropCode(db: Db, id: string): Promise<void> {
  await db.delete(verificationCodes).where(eq(verificationCodes.id, id));
}

export async function lastCode(db: Db, purpose: CodePurpose, target: string): Promise<StoredCode | undefined> {
  const [row] = await db
    .select()
    .from(verificationCodes)
    .where(and(eq(verificationCodes.purpose, purpose), eq(verificationCodes.target, target)))
    .orderBy(desc(verificationCodes.sentAt), desc(verificationCodes.id))
    .limit(1);
  return row;
}

/** Counts a guess before it is checked, so that concurrent requests get at most `most` guesses. */
export async function countGuess(db: Db, id: string, most: number): Promise<boolean> {
  const taken = await db
    .update(verificationCodes)
    .set({ tries: sql`${verificationCodes.tries} + 1` })
    .where(and(eq(verificationCodes.id, id), lt(verificationCodes.tries, most), isNull(verificationCodes.usedAt)))
    .returning({ id: verificationCodes.id });
  return taken.length > 0;
}

/** @returns false for a second caller */
export async function spendCode(db: Db, id: string, at: Date): Promise<boolean> {
  const used = await db
    .update(verificationCodes)
    .set({ usedAt: at })
    .where(and(eq(verificationCodes.id, id), isNull(verificationCodes.usedAt)))
    .returning({ id: verificationCodes.id });
  return used.length > 0;
}

/** Deletes codes that are expired and no longer count for rate limits. */
export async function deleteExpiredCodes(
  db: Db,
  { sentBefore, expiredBefore }: { sentBefore: Date; expiredBefore: Date },
): Promise<void> {
  await db
    .delete(verificationCodes)
    .where(and(lt(verificationCodes.sentAt, sentBefore), lt(verificationCodes.expiresAt, expiredBefore)));
}

export async function putCaptcha(db: Db, captcha: typeof captchas.$inferInsert): Promise<void> {
  const { answerHash, expiresAt } = captcha;
  await db
    .insert(captchas)
    .values(captcha)
    .onConflictDoUpdate({ target: captchas.token, set: { answerHash, expiresAt } });
}

/** Deletes and returns the captcha of a token, so that it can be answered once. */
export async function takeCaptcha(db: Db, token: string): Promise<typeof captchas.$inferSelect | undefined> {
  const [row] = await db.delete(captchas).where(eq(captchas.token, token)).returning();
  return row;
}

export async function deleteExpiredCaptchas(db: Db, before: Date): Promise<void> {
  await db.delete(captchas).where(lt(captchas.expiresAt, before));
}
