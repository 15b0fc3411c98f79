/** Verification codes and captchas. Neither a code nor the letters of a picture are stored as they are. */
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { CodePurpose } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import { captchas, verificationCodes } from '../schema.ts';

export type StoredCode = typeof verificationCodes.$inferSelect;

/** One request for a code to a target at a time, on whichever server, until the transaction ends. */
export async function lockTarget(db: Db, target: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${target}`}, 0))`);
}

/** When codes of these purposes went to a target since then, last first. */
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

/** Takes one of its guesses, before it is looked at: of many at once no more than `most` get one. */
export async function takeGuess(db: Db, id: string, most: number): Promise<boolean> {
  const taken = await db
    .update(verificationCodes)
    .set({ tries: sql`${verificationCodes.tries} + 1` })
    .where(and(eq(verificationCodes.id, id), lt(verificationCodes.tries, most), isNull(verificationCodes.usedAt)))
    .returning({ id: verificationCodes.id });
  return taken.length > 0;
}

/** @returns false for whoever came second */
export async function spendCode(db: Db, id: string, at: Date): Promise<boolean> {
  const used = await db
    .update(verificationCodes)
    .set({ usedAt: at })
    .where(and(eq(verificationCodes.id, id), isNull(verificationCodes.usedAt)))
    .returning({ id: verificationCodes.id });
  return used.length > 0;
}

/** Those that neither work nor count any more. */
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

/** The captcha of a token, for the last time. */
export async function takeCaptcha(db: Db, token: string): Promise<typeof captchas.$inferSelect | undefined> {
  const [row] = await db.delete(captchas).where(eq(captchas.token, token)).returning();
  return row;
}

export async function deleteExpiredCaptchas(db: Db, before: Date): Promise<void> {
  await db.delete(captchas).where(lt(captchas.expiresAt, before));
}
