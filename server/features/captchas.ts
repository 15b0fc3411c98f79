/** Captchas that keep scripts from sending messages (spec 5, 7): each can be answered once, right or wrong. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CAPTCHA_TTL_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { drawCaptcha } from '../captcha/drawCaptcha.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { secretOf } from '../db/repositories/installation.ts';
import { putCaptcha, takeCaptcha } from '../db/repositories/verification.ts';

export interface Captchas {
  /** @returns a data URL */
  draw(token: string): Promise<{ image: string; letters: number }>;
  /** @throws captchaWrong, also when it was answered before or has expired */
  check(answer: { captchaToken: string; captchaContent: string }): Promise<void>;
}

/** @param db not the call's transaction: an answer counts even when the call is refused */
export function createCaptchas({ db, now }: Pick<CoreDeps, 'db' | 'now'>): Captchas {
  let secret: Promise<string> | undefined;
  const hashOf = async (token: string, letters: string): Promise<string> =>
    createHmac('sha256', await (secret ??= secretOf(db, 'captchaSecret')))
      .update(`${token}\n${letters.toLowerCase()}`)
      .digest('hex');
  return {
    async draw(token) {
      const { letters, png } = await drawCaptcha();
      await putCaptcha(db, {
        token,
        answerHash: await hashOf(token, letters),
        expiresAt: new Date(now() + CAPTCHA_TTL_MS),
      });
      return { image: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, letters: letters.length };
    },
    async check({ captchaToken, captchaContent }) {
      const asked = await takeCaptcha(db, captchaToken);
      const isRight =
        asked &&
        asked.expiresAt.getTime() > now() &&
        timingSafeEqual(
          Buffer.from(await hashOf(captchaToken, captchaContent.replace(/\s/gu, ''))),
          Buffer.from(asked.answerHash),
        );
      if (!isRight) throw new ApiError('captchaWrong', { field: 'captchaContent' });
    },
  };
}
