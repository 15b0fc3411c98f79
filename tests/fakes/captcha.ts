/** A captcha whose letters the test chooses, because tests cannot read the picture. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../server/db/database.ts';
import { secretOf } from '../../server/db/repositories/installation.ts';
import { putCaptcha } from '../../server/db/repositories/verification.ts';

const LETTERS = 'abcde';

export async function knownCaptcha(
  db: Db,
  now = Date.now(),
): Promise<{ captchaToken: string; captchaContent: string }> {
  const captchaToken = randomBytes(16).toString('hex');
  const answerHash = createHmac('sha256', await secretOf(db, 'captchaSecret'))
    .update(`${captchaToken}\n${LETTERS}`)
    .digest('hex');
  await putCaptcha(db, { token: captchaToken, answerHash, expiresAt: new Date(now + 300_000) });
  return { captchaToken, captchaContent: ' ABcde ' };
}
