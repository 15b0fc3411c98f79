/**
 * Verification codes, sign-up, and password reset by code (spec 5, 7 "Auth"). Responses reveal no more about accounts
 * than spec 7 provides.
 */
import type { Handlers } from '../../contract/endpoint.ts';
import type { verification } from '../../contract/endpoints/verification.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { LANGUAGE_HEADER, LANGUAGES } from '../../contract/entities/constants.ts';
import { SESSION_TTL_MS } from '../../contract/rules/limits.ts';
import { decodePassword, isGoodPassword } from '../../contract/rules/password.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import {
  accountByEmail,
  accountByPhone,
  addAccount,
  changeAccount,
  type Account,
} from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { endSessionsBeside } from '../db/repositories/sessions.ts';

import { hashPassword } from '../passwords.ts';
import type { RequestContext } from '../requestContext.ts';
import type { CountAddress } from './addressLimits.ts';
import type { Captchas } from './captchas.ts';
import type { Codes, CodeSent, SentPurpose } from './codes.ts';
import { newId, type SessionIssuer } from './sessionIssuer.ts';
import { tellEnded } from './sessionsEnded.ts';
import { contactTargetOf, newContactTargetOf, type ContactTarget } from './contactTarget.ts';
import type { SignInRateLimit } from './signInRateLimit.ts';

export interface VerificationNeeds extends Pick<AppDeps, 'settings' | 'broker' | 'fleet' | 'now'> {
  captchas: Captchas;
  codes: Codes;
  entrance: SessionIssuer;
  tries: SignInRateLimit;
  countAddress: CountAddress;
}

/** A new user can watch and operate the robots that they bind or are invited to (spec 6: at least one role). */
const NEWCOMER = ['operator'] as const;
/** No session of the account is kept. */
const NONE = '';

export function createVerificationHandlers({
  settings,
  broker,
  fleet,
  now,
  captchas,
  codes,
  entrance,
  tries,
  countAddress,
}: VerificationNeeds): Handlers<typeof verification, RequestContext> {
  /** Demo accounts count as missing while the demo is off, because they cannot sign in. */
  const ownerOf = async (db: Db, { kind, target }: ContactTarget): Promise<Account | undefined> => {
    const found = kind === 'email' ? await accountByEmail(db, target) : await accountByPhone(db, target);
    return found && (settings.demo || !found.demo) ? found : undefined;
  };
  const isTaken = async (db: Db, { kind, target }: ContactTarget): Promise<boolean> =>
    (kind === 'email' ? await accountByEmail(db, target) : await accountByPhone(db, target)) !== undefined;

  /** Sends a code to an existing account, or a message to the target that it has no account. */
  const sendToOwner = async (
    purpose: SentPurpose,
    to: ContactTarget,
    answer: { captchaToken: string; captchaContent: string },
    { db, address, language }: RequestContext,
  ): Promise<CodeSent> => {
    await captchas.check(answer);
    await countAddress('code', address);
    return codes.send({
      purpose,
      target: to.target,
      language,
      replacementMessage: (await ownerOf(db, to)) ? undefined : 'noAccount',
    });
  };
  /**
   * Sends a code to an unused target. A used phone number may be reported (get-is-duble-regist); a used e-mail address
   * only by e-mail.
   */
  const sendToNew = async (
    purpose: SentPurpose,
    to: ContactTarget,
    { db, language, userId }: Pick<RequestContext, 'db' | 'language' | 'userId'>,
  ): Promise<CodeSent> => {
    const taken = await isTaken(db, to);
    if (taken && to.kind === 'phone') throw new ApiError('phoneNumberUsed', { field: 'phoneNumber' });
    return codes.send({
      purpose,
      target: to.target,
      language,
      replacementMessage: taken ? 'hasAccount' : undefined,
      ...(userId ? { userId } : {}),
    });
  };

  return {
    async captcha({ captchaToken }, { address }) {
      await countAddress('captcha', address);
      return { captchaToken, ...(await captchas.draw(captchaToken)) };
    },

    loginCode: async ({ countryAreaCode, ...input }, context) =>
      sendToOwner('login', contactTargetOf(input, countryAreaCode), input, context),
    forgotPasswordCode: async ({ countryCode, ...input }, context) =>
      sendToOwner('forgotPassword', contactTargetOf(input, countryCode), input, context),

    async registerCode({ countryAreaCode, ...input }, context) {
      const to = newContactTargetOf(input, countryAreaCode);
      await captchas.check(input);
      await countAddress('code', context.address);
      return sendToNew('register', to, context);
    },
    async emailCode({ email, language }, context) {
      await countAddress('code', context.address);
      return sendToNew('email', contactTargetOf({ email, phoneNumber: '' }, ''), {
        ...context,
        language: languageOf(language) ?? context.language,
      });
    },
    async phoneCode({ phoneNumber, countryCode, language }, context) {
      const to = newContactTargetOf({ email: '', phoneNumber }, countryCode);
      await countAddress('code', context.address);
      return sendToNew('phone', to, { ...context, language: languageOf(language) ?? context.language });
    },

    async isRegistered({ phoneNumber, countryAreaCode }, { db, address }) {
      const to = contactTargetOf({ email: '', phoneNumber }, countryAreaCode);
      await countAddress('registered', address);
      return { isRegistered: await isTaken(db, to) };
    },

    async signUp(
      { nickname, verificationCode, password: encoded, countryAreaCode, ...input },
      { db, address, device, afterCommit },
    ) {
      const to = newContactTargetOf(input, countryAreaCode);
      const password = newPassword(encoded);
      await tries.count(to.target, address);
      const proven = await codes.prove({ purpose: 'register', target: to.target, code: verificationCode });
      const passwordHash = await hashPassword(password);
      const contact = to.kind === 'email' ? { email: to.target } : { phoneNumber: to.target };
      const entered = await db.transaction(async (transaction) => {
        await proven.spend(transaction);
        if (await isTaken(transaction, to))
          throw to.kind === 'email'
            ? new ApiError('emailUsed', { field: 'email' })
            : new ApiError('phoneNumberUsed', { field: 'phoneNumber' });
        const id = newId();
        await addAccount(transaction, { id, nickname, roles: [...NEWCOMER], passwordHash, ...contact });
        await record(transaction, {
          userId: id,
          act: 'account.signUp',
          subject: id,
          after: { ...contact, roles: NEWCOMER, address },
        });
        return entrance.open(
          transaction,
          id,
          { address, device, afterCommit },
          { way: 'signUp', lifeMs: SESSION_TTL_MS },
        );
      });
      await tries.forgive(to.target, address);
      return entered;
    },

    async forgotPassword({ verificationCode, password: encoded, countryCode, ...input }, { db, address, afterCommit }) {
      const to = contactTargetOf(input, countryCode);
      const password = newPassword(encoded);
      await tries.count(to.target, address);
      const proven = await codes.prove({ purpose: 'forgotPassword', target: to.target, code: verificationCode });
      const owner = await ownerOf(db, to);
      // The account was deleted after the code was sent.
      if (!owner) throw new ApiError('wrongVerificationCode', { field: 'verificationCode' });
      const passwordHash = await hashPassword(password);
      const ended = await db.transaction(async (transaction) => {
        await proven.spend(transaction);
        await changeAccount(transaction, owner.id, { passwordHash });
        const sessionIds = await endSessionsBeside(transaction, owner.id, NONE, {
          now: new Date(now()),
          code: ERRORS.loginExpired,
        });
        await record(transaction, {
          userId: owner.id,
          act: 'account.forgotPassword',
          subject: owner.id,
          after: { by: to.kind, address, sessionsEnded: sessionIds.length },
        });
        return sessionIds;
      });
      await tries.forgive(to.target, address);
      if (ended.length > 0) afterCommit(() => tellEnded({ broker, fleet }, owner.id, ended));
      return null;
    },
  };
}

/** @throws fieldInvalid for invalid Base64, passwordRule; checked before the code is used up */
function newPassword(encoded: string): string {
  const password = decodePassword(encoded);
  if (password === null) throw new ApiError('fieldInvalid', { field: 'password' });
  if (!isGoodPassword(password)) throw new ApiError('passwordRule', { field: 'password' });
  return password;
}

const languageOf = (said: string): Language | undefined =>
  LANGUAGES.find((language) => said === language || said === LANGUAGE_HEADER[language]);
