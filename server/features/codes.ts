/**
 * Verification codes (spec 5, 8): six digits, sent to a phone number or an e-mail address, stored as a keyed hash,
 * valid once and for ten minutes, invalid after five wrong guesses. Only the latest code of a purpose and a target is
 * valid.
 */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { CODE_PURPOSES, type CodePurpose, type Language } from '../../contract/entities/constants.ts';
import { type MessageKind, topicOf } from '../../contract/entities/message.ts';
import {
  CODE_DIGITS,
  CODE_GUESSES,
  CODE_PAUSE_MS,
  CODE_TTL_MS,
  CODES_PER_TARGET,
  CODES_WINDOW_MS,
} from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { secretOf } from '../db/repositories/installation.ts';
import {
  addCode,
  codesSince,
  dropCode,
  lastCode,
  lockTarget,
  countGuess,
  spendCode,
} from '../db/repositories/verification.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { NotSent } from '../gateway/gateway.ts';
import { messageText } from './messageTexts.ts';

export type SentPurpose = Extract<CodePurpose, MessageKind>;

export interface CodeRequest {
  purpose: SentPurpose;
  /** As stored in accounts: an e-mail address in lower case, or a phone number with plus and country code. */
  target: string;
  language: Language;
  /** The signed-in user, if any. */
  userId?: string;
  /** Message sent to the target instead of the code, which is then never disclosed; the response is the same. */
  replacementMessage?: 'noAccount' | 'hasAccount' | undefined;
  /** Sends no message at all; the response is the same. */
  suppressMessage?: boolean;
  /** Does not wait for the message: the response time would reveal whether one was sent. */
  aside?: boolean;
}
export interface CodeSent {
  /** Seconds until the next code can be requested. */
  pause: number;
  lasts: number;
}
export interface ProvenCode {
  /**
   * Uses up the code, in the same transaction as the change it authorises. @throws verificationCodeExpired when it was
   * used concurrently
   */
  spend(db: Db): Promise<void>;
}

export interface Codes {
  /** @throws codeTooOften with the seconds to wait, codeNotSent */
  send(wish: CodeRequest): Promise<CodeSent>;
  /**
   * Counts a guess and checks it. @throws wrongVerificationCode, verificationCodeExpired (also when used, or after too
   * many guesses)
   */
  prove(guess: Pick<CodeRequest, 'purpose' | 'target' | 'userId'> & { code: string }): Promise<ProvenCode>;
}

/** @param db not the call's transaction: a wrong guess counts even when the call is refused */
export function createCodes({ db, now, gateway }: Pick<CoreDeps, 'db' | 'now'> & { gateway: Gateway }): Codes {
  let secret: Promise<string> | undefined;
  const hashOf = async (id: string, code: string): Promise<string> =>
    createHmac('sha256', await (secret ??= secretOf(db, 'codeSecret')))
      .update(`${id}\n${code}`)
      .digest('hex');

  return {
    async send({
      purpose,
      target,
      language,
      userId,
      replacementMessage: instead,
      suppressMessage: toNobody = false,
      aside = false,
    }) {
      const id = randomUUID();
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
      const codeHash = await hashOf(id, code);
      await db.transaction(async (transaction) => {
        await lockTarget(transaction, target);
        const at = now();
        demandPause(await codesSince(transaction, target, countedWith(purpose), new Date(at - CODES_WINDOW_MS)), at);
        await addCode(transaction, {
          id,
          purpose,
          target,
          userId: userId ?? null,
          codeHash,
          sentAt: new Date(at),
          expiresAt: new Date(at + CODE_TTL_MS),
        });
      });
      const write = async (): Promise<void> => {
        try {
          const text = messageText(instead ?? purpose, language, { code, minutes: CODE_TTL_MS / 60_000 });
          await gateway.send({
            channel: target.startsWith('+') ? 'sms' : 'email',
            topic: topicOf(instead ?? purpose),
            target,
            language,
            ...text,
            ...(instead ? {} : { secret: code }),
          });
        } catch (error) {
          // Removed, so that a new code can be requested at once.
          await dropCode(db, id);
          throw error instanceof NotSent ? new ApiError('codeNotSent') : error;
        }
      };
      // The outbox and the log contain the reason for a failure.
      if (!toNobody) await (aside ? void write().catch(() => undefined) : write());
      return { pause: CODE_PAUSE_MS / 1000, lasts: CODE_TTL_MS / 1000 };
    },

    async prove({ purpose, target, userId, code }) {
      const wrong = (): never => {
        throw new ApiError('wrongVerificationCode', { field: 'verificationCode' });
      };
      const over = (): never => {
        throw new ApiError('verificationCodeExpired', { field: 'verificationCode' });
      };
      const last = await lastCode(db, purpose, target);
      if (!last || last.userId !== (userId ?? null)) return wrong();
      if (last.expiresAt.getTime() <= now() || !(await countGuess(db, last.id, CODE_GUESSES))) return over();
      if (!timingSafeEqual(Buffer.from(await hashOf(last.id, code)), Buffer.from(last.codeHash))) return wrong();
      return {
        spend: async (transaction) => void ((await spendCode(transaction, last.id, new Date(now()))) || over()),
      };
    },
  };
}

/**
 * Visitors' codes need no account and no captcha. They are counted separately, so that requesting them cannot use up
 * the number owner's sign-in codes.
 */
const countedWith = (purpose: CodePurpose): readonly CodePurpose[] =>
  CODE_PURPOSES.filter((one) => (one === 'visit') === (purpose === 'visit'));

/** @param sent times of codes sent to the target within the window, latest first */
function demandPause(sent: readonly Date[], at: number): void {
  const [last] = sent;
  const nth = sent[CODES_PER_TARGET - 1];
  const until = Math.max(last ? last.getTime() + CODE_PAUSE_MS : 0, nth ? nth.getTime() + CODES_WINDOW_MS : 0);
  if (until > at) throw new ApiError('codeTooOften', { words: { seconds: Math.ceil((until - at) / 1000) } });
}
