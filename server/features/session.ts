/** Sign-in, sign-out and the current user (spec 4 Login and Logout, spec 7 Auth). */
import * as v from 'valibot';
import type { Handlers } from '../../contract/endpoint.ts';
import { session } from '../../contract/endpoints/session.ts';
import { nickname as personNickname } from '../../contract/entities/account.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { Credentials } from '../../contract/entities/user.ts';
import { ADMINISTRATORS_SHOWN, SESSION_TTL_MS, SHORT_SESSION_TTL_MS } from '../../contract/rules/limits.ts';
import { decodePassword, isGoodPassword } from '../../contract/rules/password.ts';
import { fullPhoneNumber } from '../../contract/rules/phoneNumber.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import {
  accountByEmail,
  accountAdministrators,
  accountById,
  accountByPhone,
  addAccount,
  countOwnAdministrators,
  lockSetUp,
} from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { administersAny } from '../db/repositories/resourceOwners.ts';
import { endSession } from '../db/repositories/sessions.ts';
import { firstSites } from '../db/repositories/maps.ts';
import { hashPassword, verifyDummyPassword, isPassword } from '../passwords.ts';
import type { RequestContext } from '../requestContext.ts';
import { routeTable } from '../routes.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { checklistProgress } from './checklist.ts';
import { newId } from './sessionIssuer.ts';
import { createFailedSignIns } from './failedSignIns.ts';
import { isSetUpCode, spendSetUpCode } from './setUpCode.ts';
import { tellEnded } from './sessionsEnded.ts';
import { createSignInLimit } from './signInRateLimit.ts';
import { contactTargetOf } from './contactTarget.ts';
import type { AuthDeps } from './authDeps.ts';

/** With more sites than this, the sign-in page names none. */
const SITES_NAMED = 3;
const LIST_LOCALE = { zhCN: 'zh-CN', enUS: 'en-US' } as const satisfies Record<Language, string>;
const listed = (names: readonly string[], language: Language): string =>
  new Intl.ListFormat(LIST_LOCALE[language], { type: 'conjunction' }).format(names);

type Needs = Pick<AppDeps, 'settings' | 'db' | 'sharedDb' | 'broker' | 'fleet' | 'now'> &
  Pick<AuthDeps, 'codes' | 'entrance' | 'tries'>;

export function createSessionHandlers({
  settings,
  db: ownDb,
  sharedDb,
  broker,
  fleet,
  now,
  codes,
  entrance,
  tries,
}: Needs): Handlers<typeof session, RequestContext> {
  const noteFailure = createFailedSignIns(ownDb, now);
  const countSignIn = createSignInLimit(sharedDb);
  const lifeOf = (keep: boolean): number => (keep ? SESSION_TTL_MS : SHORT_SESSION_TTL_MS);

  const byCode = async (
    input: { email: string; phoneNumber: string; countryAreaCode: string; code: string; keep: boolean },
    { db, address, device, afterCommit }: RequestContext,
  ): Promise<Credentials> => {
    const { kind, target } = contactTargetOf(input, input.countryAreaCode);
    await tries.count(target, address);
    const account = kind === 'email' ? await accountByEmail(db, target) : await accountByPhone(db, target);
    const proven = await codes.prove({ purpose: 'login', target, code: input.code }).catch(async (error: unknown) => {
      await noteFailure(account, address);
      throw error;
    });
    // The account was deleted after the code was sent.
    if (!account) throw new ApiError('wrongVerificationCode', { field: 'verificationCode' });
    await tries.forgive(target, address);
    entrance.check(account);
    return db.transaction(async (transaction) => {
      await proven.spend(transaction);
      return entrance.open(
        transaction,
        account.id,
        { address, device, afterCommit },
        { way: 'code', lifeMs: lifeOf(input.keep) },
      );
    });
  };

  return {
    async signIn({ email, phoneNumber, countryAreaCode, verificationCode: code, password: encoded, keep }, context) {
      if (code && !encoded) return byCode({ email, phoneNumber, countryAreaCode, code, keep }, context);
      const { db, address, device, afterCommit } = context;
      if ((!email && !phoneNumber) || !encoded) throw new ApiError('accountOrPasswordEmpty');
      // Numbers outside every numbering plan may have been stored before numbers were validated.
      const phone = email
        ? ''
        : (phoneNumberOf(phoneNumber, countryAreaCode) ?? fullPhoneNumber(phoneNumber, countryAreaCode));
      const name = email ? email.toLowerCase() : phone;
      await tries.count(name, address);
      const password = decodePassword(encoded);
      if (password === null) throw new ApiError('fieldInvalid', { field: 'password' });

      const account = email ? await accountByEmail(db, email) : await accountByPhone(db, phone);
      if (!account) {
        await verifyDummyPassword(password);
        await noteFailure(undefined, address);
        throw new ApiError('accountUnknown');
      }
      if (!(await isPassword(account.passwordHash, password))) {
        await noteFailure(account, address);
        throw new ApiError('wrongPassword');
      }
      await tries.forgive(name, address);
      entrance.check(account);
      await countSignIn(account.id);
      return db.transaction((transaction) =>
        entrance.open(
          transaction,
          account.id,
          { address, device, afterCommit },
          { way: 'password', lifeMs: lifeOf(keep), passwordHash: account.passwordHash },
        ),
      );
    },

    async signOut(_, { db, sessionId, userId, afterCommit }) {
      await endSession(db, sessionId, ERRORS.sessionInvalid);
      await record(db, { userId, act: 'session.signOut', subject: sessionId });
      afterCommit(() => tellEnded({ broker, fleet }, userId, [sessionId]));
      return null;
    },

    getById: async (_, { userId, nickname, roles, language }) => ({
      id: userId,
      nickname: nameIn(nickname, language),
      roles: [...roles],
    }),

    async userInfo(_, { userId, language, db }) {
      const account = await accountById(db, userId);
      if (!account) throw new ApiError('invalidUser');
      const { id, nickname, roles, avatarPath, email, phoneNumber, timeZone, demo } = account;
      return {
        id,
        nickname: nameIn(nickname, language),
        roles,
        avatarPath,
        email: email ?? '',
        phoneNumber: phoneNumber ?? '',
        timeZone,
        demo,
        checklist: await checklistProgress(db, { isDemo: settings.demo, roles }),
        administrators: roles.includes('admin')
          ? []
          : (await accountAdministrators(db))
              .slice(0, ADMINISTRATORS_SHOWN)
              .map((one) => nameIn(one.nickname, language)),
      };
    },

    routes: async (_, { db, userId, roles }) =>
      routeTable(roles.includes('admin') || (await administersAny(db, userId, roles)), settings.demo),

    async welcome(_, { db, language }) {
      const sites = await firstSites(db, SITES_NAMED + 1);
      return {
        needsSetUp: !settings.demo && (await countOwnAdministrators(db)) === 0,
        demo: settings.demo,
        siteName:
          sites.length > SITES_NAMED
            ? ''
            : listed(
                sites.map(({ name }) => nameIn(name, language)),
                language,
              ),
        serverTime: now(),
      };
    },

    async setUp({ code, nickname, email, password: encoded }, { db, address, device, afterCommit }) {
      const password = decodePassword(encoded);
      if (password === null) throw new ApiError('fieldInvalid', { field: 'password' });
      // Not in the schema of the request, which is part of the console's first load.
      if (!v.is(personNickname, nickname)) throw new ApiError('fieldInvalid', { field: 'nickname' });
      if (settings.demo || (await countOwnAdministrators(db)) > 0) throw new ApiError('alreadySetUp');
      await tries.count(`set-up ${networkOf(address)}`, address);
      if (!(await isSetUpCode(db, code))) throw new ApiError('setUpCodeWrong', { field: 'code' });
      await tries.forgive(`set-up ${networkOf(address)}`, address);
      if (!isGoodPassword(password)) throw new ApiError('passwordRule', { field: 'password' });
      const passwordHash = await hashPassword(password);
      return db.transaction(async (transaction) => {
        await lockSetUp(transaction);
        if ((await countOwnAdministrators(transaction)) > 0) throw new ApiError('alreadySetUp');
        if (await accountByEmail(transaction, email)) throw new ApiError('emailUsed', { field: 'email' });
        const id = newId();
        await spendSetUpCode(transaction);
        await addAccount(transaction, {
          id,
          nickname,
          email: email.toLowerCase(),
          roles: ['admin', 'operator'],
          passwordHash,
        });
        await record(transaction, {
          userId: id,
          act: 'account.setUp',
          subject: id,
          after: { email: email.toLowerCase() },
        });
        return entrance.open(
          transaction,
          id,
          { address, device, afterCommit },
          { way: 'setUp', lifeMs: SESSION_TTL_MS },
        );
      });
    },
  };
}
