/**
 * Account management for administrators (design 13, "Account admin"). At least one administrator can always sign in:
 * administrators cannot lock or demote themselves, changes are serialised by a lock, and the caller's rights are
 * checked again under that lock.
 */
import type { Handlers } from '../../contract/endpoint.ts';
import type { accounts } from '../../contract/endpoints/accounts.ts';
import type { Account } from '../../contract/entities/account.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { INVITATIONS_MAX } from '../../contract/rules/limits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import { isValidPhoneNumber, phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import { accountPage, lockAccounts, type AccountRow } from '../db/repositories/accountAdmin.ts';
import {
  accountByEmail,
  accountById,
  accountByPhone,
  addAccount,
  changeAccount,
  type Account as StoredAccount,
} from '../db/repositories/accounts.ts';
import { appOfAccount } from '../db/repositories/apps.ts';
import { record } from '../db/repositories/audit.ts';
import { countWaitingInvitations, removeInvitation, waitingInvitations } from '../db/repositories/invitations.ts';
import { endSessionsBeside } from '../db/repositories/sessions.ts';
import type { RequestContext } from '../requestContext.ts';
import { newId } from './sessionIssuer.ts';
import { createLinkHandlers, createLinkMaker, withdrawLinksOf } from './oneTimeLinks.ts';
import { tellEnded } from './sessionsEnded.ts';

/** No password matches until the owner has set one. */
const NO_PASSWORD = '';
/** For a notice that makes pages reload the account although no session ended. */
const NO_SESSION = '';

type Needs = Pick<AppDeps, 'settings' | 'broker' | 'fleet' | 'now'>;

export function createAccountsHandlers(needs: Needs): Handlers<typeof accounts, RequestContext> {
  const { broker, fleet, now } = needs;
  const links = createLinkMaker(needs);

  /** Reads the account to change, under a lock that holds off other changes until the transaction ends. */
  const takeUp = async (db: Db, accountId: string, callerId: string): Promise<StoredAccount> => {
    await lockAccounts(db);
    const context = await accountById(db, callerId);
    // Another administrator may have just locked or demoted this one.
    if (!context || context.lockedAt !== null || !context.roles.includes('admin')) throw new ApiError('notAllowed');
    const found = await accountById(db, accountId);
    if (!found) throw new ApiError('accountGone', { field: 'accountId' });
    return found;
  };
  const endAll = async (db: Db, userId: string, kept: string): Promise<string[]> =>
    endSessionsBeside(db, userId, kept, { now: new Date(now()), code: ERRORS.sessionInvalid });

  return {
    ...createLinkHandlers(needs),

    async list(filter, { db, language }) {
      const { total, rows } = await accountPage(db, { ...filter, language, now: new Date(now()) });
      const here = new Set(broker.watchers().map(({ userId }) => userId));
      return { total, rows: rows.map((row) => accountIn(row, language, here.has(row.id))) };
    },

    async save({ accountId, ...input }, { db, userId, language, afterCommit }) {
      if (!input.email && !input.phoneNumber) throw new ApiError('parameterEmpty', { field: 'email' });
      const wantedBeside = (before: StoredAccount | null) => ({
        nickname: input.nickname,
        email: input.email || null,
        phoneNumber: input.phoneNumber === before?.phoneNumber ? input.phoneNumber : dialled(input.phoneNumber),
        roles: input.roles,
      });
      if (accountId === '') {
        return db.transaction(async (transaction) => {
          await takeUp(transaction, userId, userId);
          const wanted = wantedBeside(null);
          await demandFree(transaction, wanted, '');
          const id = newId();
          await addAccount(transaction, { id, ...wanted, passwordHash: NO_PASSWORD });
          await record(transaction, { userId, act: 'account.create', subject: id, after: wanted });
          return { id, link: await links.forPassword(transaction, id, userId) };
        });
      }
      return db.transaction(async (transaction) => {
        const before = await takeUp(transaction, accountId, userId);
        const wanted = wantedBeside(before);
        await demandPerson(transaction, accountId);
        if (accountId === userId && !wanted.roles.includes('admin'))
          throw new ApiError('notOnYourself', { field: 'roles' });
        await demandFree(transaction, wanted, accountId);
        // A name in several languages is kept unless it is changed.
        const nickname: LocalName =
          nameIn(before.nickname, language) === wanted.nickname ? before.nickname : wanted.nickname;
        await changeAccount(transaction, accountId, { ...wanted, nickname });
        if (!wanted.roles.includes('admin')) await withdrawLinksOf(transaction, accountId, userId, new Date(now()));
        await record(transaction, {
          userId,
          act: 'account.change',
          subject: accountId,
          before: shown(before),
          after: { ...wanted, nickname },
        });
        // Open pages of the account reload it, and show what its new roles allow.
        afterCommit(() => tellEnded({ broker, fleet }, accountId, [NO_SESSION]));
        return { id: accountId, link: null };
      });
    },

    async lock({ accountId, locked }, { db, userId, afterCommit }) {
      if (accountId === userId) throw new ApiError('notOnYourself', { field: 'accountId' });
      const before = await takeUp(db, accountId, userId);
      if ((before.lockedAt !== null) === locked) return null;
      await changeAccount(db, accountId, { lockedAt: locked ? new Date(now()) : null });
      const ended = locked ? await endAll(db, accountId, '') : [];
      if (locked) await withdrawLinksOf(db, accountId, userId, new Date(now()));
      await record(db, {
        userId,
        act: locked ? 'account.lock' : 'account.unlock',
        subject: accountId,
        ...(locked ? { after: { sessionsEnded: ended.length } } : {}),
      });
      afterCommit(() => tellEnded({ broker, fleet }, accountId, ended));
      return null;
    },

    async endSessions({ accountId }, { db, userId, sessionId, afterCommit }) {
      await takeUp(db, accountId, userId);
      const ended = await endAll(db, accountId, accountId === userId ? sessionId : '');
      await record(db, {
        userId,
        act: 'account.endSessions',
        subject: accountId,
        after: { sessionsEnded: ended.length },
      });
      afterCommit(() => tellEnded({ broker, fleet }, accountId, ended));
      return { ended: ended.length };
    },

    async resetPassword({ accountId }, { db, userId, afterCommit }) {
      if (accountId === userId) throw new ApiError('notOnYourself', { field: 'accountId' });
      return db.transaction(async (transaction) => {
        await takeUp(transaction, accountId, userId);
        await demandPerson(transaction, accountId);
        await changeAccount(transaction, accountId, { passwordHash: NO_PASSWORD });
        // The account may have been in the wrong hands, so links that it gave out are withdrawn.
        await withdrawLinksOf(transaction, accountId, userId, new Date(now()));
        const ended = await endAll(transaction, accountId, '');
        await record(transaction, {
          userId,
          act: 'account.resetPassword',
          subject: accountId,
          after: { sessionsEnded: ended.length },
        });
        afterCommit(() => tellEnded({ broker, fleet }, accountId, ended));
        return { link: await links.forPassword(transaction, accountId, userId) };
      });
    },

    async invite({ target: typed, roles }, { db, userId }) {
      const isEmail = typed.includes('@');
      const target = isEmail ? typed : (dialled(typed, 'target') ?? typed);
      return db.transaction(async (transaction) => {
        await takeUp(transaction, userId, userId);
        await demandFree(
          transaction,
          { email: isEmail ? target : null, phoneNumber: isEmail ? null : target },
          '',
          'target',
        );
        if ((await countWaitingInvitations(transaction, new Date(now()))) >= INVITATIONS_MAX)
          throw new ApiError('tooManyInvitations', { words: { limit: INVITATIONS_MAX } });
        const id = newId();
        const link = await links.forInvitation(transaction, { id, target, roles, invitedBy: userId });
        await record(transaction, { userId, act: 'account.invite', subject: target, after: { invitation: id, roles } });
        return { id, link };
      });
    },

    async invitations(_, { db, language }) {
      const rows = await waitingInvitations(db, new Date(now()));
      return rows.map(({ invitation: { id, target, roles, createdAt, expiresAt }, invitedBy }) => ({
        id,
        target,
        roles,
        invitedBy: nameIn(invitedBy ?? '', language),
        createdAt: createdAt.getTime(),
        expiresAt: expiresAt.getTime(),
      }));
    },

    async withdraw({ invitationId }, { db, userId }) {
      const removed = await removeInvitation(db, invitationId, new Date(now()));
      if (!removed) throw new ApiError('notFound', { field: 'invitationId' });
      await record(db, {
        userId,
        act: 'account.withdrawInvitation',
        subject: removed.target,
        before: { invitation: invitationId, roles: removed.roles },
      });
      return null;
    },
  };
}

/** @throws accountIsApp, because nobody signs in to an app's account, and its name and role belong to the app */
async function demandPerson(db: Db, accountId: string): Promise<void> {
  if (await appOfAccount(db, accountId)) throw new ApiError('accountIsApp', { field: 'accountId' });
}

/**
 * Normalises a phone number as stored in accounts; null for an empty one. @throws fieldInvalid for a number outside
 * every numbering plan
 */
function dialled(phoneNumber: string, field = 'phoneNumber'): string | null {
  const number = phoneNumberOf(phoneNumber, '');
  if (phoneNumber === '') return null;
  if (number === null || !isValidPhoneNumber(number)) throw new ApiError('fieldInvalid', { field });
  return number;
}

/** @throws emailUsed, phoneNumberUsed when another account has it */
async function demandFree(
  db: Db,
  { email, phoneNumber }: Pick<StoredAccount, 'email' | 'phoneNumber'>,
  own: string,
  field?: string,
): Promise<void> {
  const withEmail = email ? await accountByEmail(db, email) : undefined;
  if (withEmail && withEmail.id !== own) throw new ApiError('emailUsed', { field: field ?? 'email' });
  const withPhone = phoneNumber ? await accountByPhone(db, phoneNumber) : undefined;
  if (withPhone && withPhone.id !== own) throw new ApiError('phoneNumberUsed', { field: field ?? 'phoneNumber' });
}

/** Fields of an account for the audit log: neither the password nor its hash. */
const shown = ({ nickname, email, phoneNumber, roles }: StoredAccount) => ({ nickname, email, phoneNumber, roles });

const accountIn = (row: AccountRow, language: Language, isHere: boolean): Account => ({
  id: row.id,
  nickname: nameIn(row.nickname, language),
  email: row.email ?? '',
  phoneNumber: row.phoneNumber ?? '',
  roles: row.roles,
  demo: row.demo,
  lockedAt: row.lockedAt?.getTime() ?? null,
  createdAt: row.createdAt.getTime(),
  lastSeenAt: row.lastSeenAt,
  sessions: row.sessions,
  robots: row.robots,
  // The notice of the binding reaches open consoles only.
  needsRole: row.ownsRobot && !hasRight(row.roles, 'superAdmin', 'operate'),
  isHere,
  hasPassword: row.passwordHash !== NO_PASSWORD,
  appId: row.appId ?? '',
});
