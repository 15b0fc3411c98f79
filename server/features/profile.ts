/** The caller's account: name, password, time zone and sessions (spec 2 "personal settings", spec 7 "Auth"). */
import type { Handlers } from '../../contract/endpoint.ts';
import type { profile } from '../../contract/endpoints/profile.ts';
import type { AccountSession } from '../../contract/entities/user.ts';
import { browserOf, systemOf } from '../../contract/rules/device.ts';
import { SESSIONS_SHOWN } from '../../contract/rules/limits.ts';
import { decodePassword, isGoodPassword } from '../../contract/rules/password.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { accountById, changeAccount, type Account } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { endSessionOf, endSessionsBeside, sessionsOf, type StoredSession } from '../db/repositories/sessions.ts';
import type { FileStore } from '../files/fileStore.ts';
import { unstageFile } from '../files/files.ts';
import { guarded } from '../guarded.ts';
import { hashPassword } from '../passwords.ts';
import type { RequestContext } from '../requestContext.ts';
import { changeAvatar, storeAvatar } from './avatar.ts';
import type { Codes } from './codes.ts';
import { changeContact, proveContact, provePassword } from './ownContact.ts';
import { tellEnded } from './sessionsEnded.ts';
import type { SignInRateLimit } from './signInRateLimit.ts';
import { contactTargetOf, newContactTargetOf } from './contactTarget.ts';

export interface ProfileNeeds extends Pick<AppDeps, 'db' | 'broker' | 'fleet' | 'log' | 'now'> {
  files: FileStore;
  codes: Codes;
  tries: SignInRateLimit;
}

export function createProfileHandlers({
  db,
  broker,
  fleet,
  log,
  now,
  files,
  codes,
  tries,
}: ProfileNeeds): Handlers<typeof profile, RequestContext> {
  const endOthers = async ({ db, userId, sessionId, afterCommit }: RequestContext): Promise<{ ended: number }> => {
    const ids = await endSessionsBeside(db, userId, sessionId, { now: new Date(now()), code: ERRORS.sessionInvalid });
    for (const id of ids) await record(db, { userId, act: 'session.end', subject: id });
    if (ids.length > 0) afterCommit(() => tellEnded({ broker, fleet }, userId, ids));
    return { ended: ids.length };
  };

  /** Updates the account's other open pages. */
  const tellAfter = ({ userId, afterCommit }: RequestContext): void =>
    afterCommit(async () => {
      const notice: Notice = { type: 'accountChanged' };
      if (broker.isUp()) await broker.publish(noticesTopic(userId), notice);
    });

  return {
    async updateNickname({ nickname }, context) {
      const { db, userId } = context;
      const before = await accountOf(db, userId);
      await changeAccount(db, userId, { nickname });
      tellAfter(context);
      await record(db, {
        userId,
        act: 'account.nickname',
        subject: userId,
        before: { nickname: before.nickname },
        after: { nickname },
      });
      return null;
    },

    updateAvatar: guarded(
      ({ avatarUrl }: { avatarUrl: string }, { userId }) =>
        storeAvatar({ db, log, now, store: files }, userId, avatarUrl),
      async (_, context, staged) => {
        const avatarPath = await changeAvatar(files, staged, context);
        tellAfter(context);
        return { avatarPath };
      },
      async (staged) => {
        if (staged) await unstageFile({ db, store: files }, staged.file);
      },
    ),

    updatePassword: guarded(
      async ({ oldPassword, password: encoded }: { oldPassword: string; password: string }, context) => {
        const [old, password] = [decodePassword(oldPassword), decodePassword(encoded)];
        if (old === null) throw new ApiError('fieldInvalid', { field: 'oldPassword' });
        if (password === null) throw new ApiError('fieldInvalid', { field: 'password' });
        if (!isGoodPassword(password)) throw new ApiError('passwordRule', { field: 'password' });
        const before = await provePassword(tries, old, 'oldPassword', context);
        return { before, after: await hashPassword(password) };
      },
      async (_, context, { before, after }) => {
        const { db, userId } = context;
        // Of two concurrent changes with the same old password, the second fails.
        if (!(await changeAccount(db, userId, { passwordHash: after }, before)))
          throw new ApiError('wrongPassword', { field: 'oldPassword' });
        await record(db, { userId, act: 'account.password', subject: userId });
        return endOthers(context);
      },
    ),

    async updateTimeZone({ timeZone }, context) {
      const { db, userId } = context;
      const before = await accountOf(db, userId);
      await changeAccount(db, userId, { timeZone });
      tellAfter(context);
      await record(db, {
        userId,
        act: 'account.timeZone',
        subject: userId,
        before: { timeZone: before.timeZone },
        after: { timeZone },
      });
      return null;
    },

    updateEmail: guarded(
      ({ email, ...proof }: { email: string; verificationCode: string; password: string }, context) =>
        proveContact({ codes, tries }, contactTargetOf({ email, phoneNumber: '' }, ''), proof, context),
      async ({ email }, context, proven) => {
        await changeContact(contactTargetOf({ email, phoneNumber: '' }, ''), proven, context);
        tellAfter(context);
        return null;
      },
    ),
    updatePhoneNumber: guarded(
      (
        {
          phoneNumber,
          countryAreaCode,
          ...proof
        }: { phoneNumber: string; countryAreaCode: string; verificationCode: string; password: string },
        context,
      ) =>
        proveContact({ codes, tries }, newContactTargetOf({ email: '', phoneNumber }, countryAreaCode), proof, context),
      async ({ phoneNumber, countryAreaCode }, context, proven) => {
        await changeContact(contactTargetOf({ email: '', phoneNumber }, countryAreaCode), proven, context);
        tellAfter(context);
        return null;
      },
    ),

    async sessions(_, { db, userId, sessionId }) {
      const rows = await sessionsOf(db, userId, new Date(now()), SESSIONS_SHOWN);
      return rows.map((row) => sessionIn(row, sessionId));
    },

    async endSession({ sessionId }, { db, userId, afterCommit }) {
      if (!(await endSessionOf(db, userId, sessionId, { now: new Date(now()), code: ERRORS.sessionInvalid })))
        throw new ApiError('notFound', { field: 'sessionId' });
      await record(db, { userId, act: 'session.end', subject: sessionId });
      afterCommit(() => tellEnded({ broker, fleet }, userId, [sessionId]));
      return null;
    },

    endOtherSessions: (_, context) => endOthers(context),
  };
}

async function accountOf(db: Db, userId: string): Promise<Account> {
  const found = await accountById(db, userId);
  if (!found) throw new ApiError('invalidUser');
  return found;
}

const sessionIn = (
  { id, way, device, address, createdAt, lastUsedAt }: StoredSession,
  current: string,
): AccountSession => ({
  id,
  current: id === current,
  way,
  browser: browserOf(device),
  system: systemOf(device),
  address,
  startedAt: createdAt.getTime(),
  lastUsedAt: lastUsedAt.getTime(),
});
