/**
 * Verification codes (spec 5, 8): six digits to a phone number or an e-mail address, stored as a keyed hash, good once and for ten
 * minutes, ended by five wrong guesses. The last one of a purpose and a target counts.
 */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { CODE_PURPOSES, type CodePurpose, type Language } from '../../contract/entities/constants.ts';
import type { MessageKind } from '../../contract/entities/message.ts';
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
  takeGuess,
  spendCode,
} from '../db/repositories/verification.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { NotSent } from '../gateway/gateway.ts';
import { messageText } from './messageTexts.ts';

export type SentPurpose = Extract<CodePurpose, MessageKind>;

export interface CodeWish {
  purpose: SentPurpose;
  /** As accounts have it: an e-mail address in lower case, or a phone number with plus and country code. */
  target: string;
  language: Language;
  /** Whose it is, where somebody is signed in. */
  userId?: string;
  /** Written there in place of the code, which then nobody learns: to the asker it looks the same. */
  instead?: 'noAccount' | 'hasAccount' | undefined;
  /** Nothing is written at all; to the asker it looks the same. */
  toNobody?: boolean;
  /** Nobody waits until the message has gone: how long that takes would tell whether one went. */
  aside?: boolean;
}
export interface CodeSent {
  /** Seconds. */
  pause: number;
  lasts: number;
}
export interface ProvenCode {
  /** Uses the code up: with the change it was for, in one transaction. @throws verificationCodeExpired for whoever came second */
  spend(db: Db): Promise<void>;
}

export interface Codes {
  /** @throws codeTooOften with the seconds to wait, codeNotSent */
  send(wish: CodeWish): Promise<CodeSent>;
  /** Takes a guess and looks whether it is right. @throws wrongVerificationCode, verificationCodeExpired (also for one that was used, or guessed at too often) */
  prove(guess: Pick<CodeWish, 'purpose' | 'target' | 'userId'> & { code: string }): Promise<ProvenCode>;
}

/** @param db not a call's transaction: a wrong guess counts although the call is refused */
export function createCodes({ db, now, gateway }: Pick<CoreDeps, 'db' | 'now'> & { gateway: Gateway }): Codes {
  let secret: Promise<string> | undefined;
  const hashOf = async (id: string, code: string): Promise<string> =>
    createHmac('sha256', await (secret ??= secretOf(db, 'codeSecret')))
      .update(`${id}\n${code}`)
      .digest('hex');

  return {
    async send({ purpose, target, language, userId, instead, toNobody = false, aside = false }) {
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
            target,
            language,
            ...text,
            ...(instead ? {} : { secret: code }),
          });
        } catch (error) {
          // It may be asked for again at once.
          await dropCode(db, id);
          throw error instanceof NotSent ? new ApiError('codeNotSent') : error;
        }
      };
      // The outbox and the log have why one did not go.
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
      if (last.expiresAt.getTime() <= now() || !(await takeGuess(db, last.id, CODE_GUESSES))) return over();
      if (!timingSafeEqual(Buffer.from(await hashOf(last.id, code)), Buffer.from(last.codeHash))) return wrong();
      return {
        spend: async (transaction) => void ((await spendCode(transaction, last.id, new Date(now()))) || over()),
      };
    },
  };
}

/** A visitor's are asked for without an account and without a picture: whoever asks for them must not use up what the owner of the number signs in with. */
const countedWith = (purpose: CodePurpose): readonly CodePurpose[] =>
  CODE_PURPOSES.filter((one) => (one === 'visit') === (purpose === 'visit'));

/** @param sent when codes went to the target within the window, last first */
function demandPause(sent: readonly Date[], at: number): void {
  const [last] = sent;
  const nth = sent[CODES_PER_TARGET - 1];
  const until = Math.max(last ? last.getTime() + CODE_PAUSE_MS : 0, nth ? nth.getTime() + CODES_WINDOW_MS : 0);
  if (until > at) throw new ApiError('codeTooOften', { words: { seconds: Math.ceil((until - at) / 1000) } });
}
