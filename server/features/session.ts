/** Getting in and out, and who one is (spec 4 Login and Logout, spec 7 Auth). */
import { randomBytes } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import { session } from '../../contract/endpoints/session.ts';
import type { Credentials } from '../../contract/entities/user.ts';
import { SESSION_TTL_MS, SHORT_SESSION_TTL_MS } from '../../contract/rules/limits.ts';
import { decodePassword, isGoodPassword } from '../../contract/rules/password.ts';
import { CodedError, ERRORS } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import { nameIn } from '../db/localName.ts';
import { accountByEmail, accountById, accountByPhone, addAccount, countOwnAccounts, lockSetUp } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { addSession, endSession } from '../db/repositories/sessions.ts';
import { soleSite } from '../db/repositories/maps.ts';
import { tokenHash } from '../http/identity.ts';
import type { Caller, Db, Parts } from '../parts.ts';
import { hashPassword, isNobodysPassword, isPassword } from '../passwords.ts';
import { ROUTES } from '../routes.ts';
import { createSignInTries } from './signInTries.ts';

type Needs = Pick<Parts, 'settings' | 'broker' | 'now'>;

export function createSessionHandlers({ settings, broker, now }: Needs): Handlers<typeof session, Caller> {
  const tries = createSignInTries();

  const openSession = async (db: Db, userId: string, address: string, lifeMs: number): Promise<Credentials> => {
    const accessToken = randomBytes(32).toString('base64url');
    const id = newId();
    await addSession(db, { id, tokenHash: tokenHash(accessToken), userId, createdAt: new Date(now()), expiresAt: new Date(now() + lifeMs) });
    await record(db, { userId, act: 'session.signIn', subject: id, after: { address } });
    return { accessToken, userId };
  };

  return {
    async signIn({ email, phoneNumber, countryAreaCode, password: encoded, keep }, { db, address }) {
      if ((!email && !phoneNumber) || !encoded) throw new CodedError('accountOrPasswordEmpty');
      const phone = email ? '' : fullPhoneNumber(phoneNumber, countryAreaCode);
      const name = email ? email.toLowerCase() : phone;
      await tries.count(name, address);
      const password = decodePassword(encoded);
      if (password === null) throw new CodedError('fieldInvalid', { field: 'password' });

      const account = email ? await accountByEmail(db, email) : await accountByPhone(db, phone);
      if (!account) {
        await isNobodysPassword(password);
        throw new CodedError('accountUnknown');
      }
      if (!(await isPassword(account.passwordHash, password))) throw new CodedError('wrongPassword');
      await tries.forgive(name, address);
      if (account.demo && !settings.demo) throw new CodedError('demoOff');
      if (account.roles.length === 0) throw new CodedError('noRole');
      return db.transaction((transaction) => openSession(transaction, account.id, address, keep ? SESSION_TTL_MS : SHORT_SESSION_TTL_MS));
    },

    async signOut(_, { db, sessionId, userId, afterCommit }) {
      await endSession(db, sessionId, ERRORS.sessionInvalid);
      await record(db, { userId, act: 'session.signOut', subject: sessionId });
      afterCommit(async () => {
        // The broker's own recheck closes what this session held open, within 5 s; other sessions of the account stay.
        broker.grounds.forgetPeople();
        const notice: Notice = { type: 'sessionEnded', code: ERRORS.sessionInvalid, sessionId };
        if (broker.isUp()) await broker.publish(noticesTopic(userId), notice);
      });
      return null;
    },

    getById: async (_, { userId, nickname, roles, language }) => ({ id: userId, nickname: nameIn(nickname, language), roles: [...roles] }),

    async userInfo(_, { userId, language, db }) {
      const account = await accountById(db, userId);
      if (!account) throw new CodedError('invalidUser');
      const { id, nickname, roles, avatarPath, email, phoneNumber, demo } = account;
      return { id, nickname: nameIn(nickname, language), roles, avatarPath, email: email ?? '', phoneNumber: phoneNumber ?? '', demo };
    },

    routes: async () => [...ROUTES],

    async welcome(_, { db, language }) {
      const site = await soleSite(db);
      return {
        needsSetUp: !settings.demo && (await countOwnAccounts(db)) === 0,
        demo: settings.demo, siteName: site ? nameIn(site.name, language) : '', serverTime: now(),
      };
    },

    async setUp({ nickname, email, password: encoded }, { db, address }) {
      const password = decodePassword(encoded);
      if (password === null) throw new CodedError('fieldInvalid', { field: 'password' });
      if (settings.demo) throw new CodedError('alreadySetUp');
      if (!isGoodPassword(password)) throw new CodedError('passwordRule', { field: 'password' });
      const passwordHash = await hashPassword(password);
      return db.transaction(async (transaction) => {
        await lockSetUp(transaction);
        if ((await countOwnAccounts(transaction)) > 0) throw new CodedError('alreadySetUp');
        if (await accountByEmail(transaction, email)) throw new CodedError('emailUsed', { field: 'email' });
        const id = newId();
        await addAccount(transaction, { id, nickname, email: email.toLowerCase(), roles: ['admin', 'operator'], passwordHash });
        await record(transaction, { userId: id, act: 'account.setUp', subject: id, after: { email: email.toLowerCase() } });
        return openSession(transaction, id, address, SESSION_TTL_MS);
      });
    },
  };
}

/** Ids of ours: also parts of MQTT user names and client ids, where `:` and `~` part them. */
const newId = (): string => randomBytes(16).toString('hex');

/** With plus and country code, as accounts keep it; spaces and dashes that people write are nothing. */
function fullPhoneNumber(phoneNumber: string, countryAreaCode: string): string {
  const bare = phoneNumber.replace(/[\s().-]/gu, '');
  return bare.startsWith('+') ? bare : `+${countryAreaCode.replace(/\D/gu, '')}${bare}`;
}
