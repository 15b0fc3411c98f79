/** One-time links that administrators create, and their public redemption: a new password, or a new account. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { accounts } from '../../contract/endpoints/accounts.ts';
import type { OneTimeLink } from '../../contract/entities/account.ts';
import { INVITATION_TTL_MS, PASSWORD_LINK_TTL_MS } from '../../contract/rules/limits.ts';
import { decodePassword, isGoodPassword } from '../../contract/rules/password.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { hashOf, newSecret } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { lockAccounts } from '../db/repositories/accountAdmin.ts';
import {
  accountByEmail,
  accountById,
  accountByPhone,
  addAccount,
  changeAccount,
  demoAccountIds,
} from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { withdrawClaimRoles } from '../db/repositories/claims.ts';
import {
  addInvitation,
  addPasswordLink,
  invitationByCode,
  passwordLinkByCode,
  removeInvitationsOf,
  removePasswordLinksOf,
  spendInvitation,
  spendPasswordLink,
  type StoredInvitation,
} from '../db/repositories/invitations.ts';
import { hashPassword } from '../passwords.ts';
import type { RequestContext } from '../requestContext.ts';
import { newId } from './sessionIssuer.ts';

type Needs = Pick<CoreDeps, 'settings' | 'now'>;

export interface LinkMaker {
  /** A link with which the account's owner sets the password; earlier links stop working. */
  forPassword(db: Db, userId: string, givenBy: string): Promise<OneTimeLink>;
  forInvitation(
    db: Db,
    invitation: Pick<StoredInvitation, 'id' | 'target' | 'roles' | 'invitedBy'>,
  ): Promise<OneTimeLink>;
}

export function createLinkMaker({ settings, now }: Needs): LinkMaker {
  const make = (ttlMs: number) => {
    // 192 random bits cannot be guessed, so tries need no rate limit, and a plain hash suffices for storage.
    const code = newSecret();
    const expiresAt = now() + ttlMs;
    return {
      codeHash: hashOf(code),
      sentAt: new Date(now()),
      expiresAt: new Date(expiresAt),
      link: { host: settings.publicUrl ?? '', path: `/set-password?code=${code}`, expiresAt },
    };
  };
  return {
    async forPassword(db, userId, givenBy) {
      const { link, ...kept } = make(PASSWORD_LINK_TTL_MS);
      await addPasswordLink(db, { id: newId(), userId, givenBy, ...kept });
      return link;
    },
    async forInvitation(db, invitation) {
      const { link, sentAt, ...kept } = make(INVITATION_TTL_MS);
      await addInvitation(db, { ...invitation, createdAt: sentAt, ...kept });
      return link;
    },
  };
}

/** A former administrator still has the links that they created, which would open accounts. Call under lockAccounts. */
export async function withdrawLinksOf(db: Db, administrator: string, by: string, at: Date): Promise<void> {
  for (const { id, target, roles } of await removeInvitationsOf(db, administrator, at)) {
    await record(db, {
      userId: by,
      act: 'account.withdrawInvitation',
      subject: target,
      before: { invitation: id, roles },
    });
  }
  for (const accountId of await removePasswordLinksOf(db, administrator, at))
    await record(db, { userId: by, act: 'account.withdrawLink', subject: accountId });
  for (const serialNumber of await withdrawClaimRoles(db, administrator))
    await record(db, { userId: by, act: 'robot.withdrawClaimRole', subject: serialNumber });
}

/** Links created by demo administrators end with the demo. */
export async function withdrawDemoLinks(db: Db, at: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockAccounts(transaction);
    for (const id of await demoAccountIds(transaction)) await withdrawLinksOf(transaction, id, id, at);
  });
}

type LinkHandlers = Pick<Handlers<typeof accounts, RequestContext>, 'link' | 'useLink'>;

/** Public redemption. @throws linkOver for a code that was used, withdrawn, has expired, or never existed */
export function createLinkHandlers({ now }: Needs): LinkHandlers {
  return {
    async link({ code }, { db, language }) {
      const at = new Date(now());
      const invited = await invitationByCode(db, hashOf(code), at);
      if (invited)
        return {
          kind: 'invitation',
          nickname: '',
          target: invited.target,
          roles: invited.roles,
          expiresAt: invited.expiresAt.getTime(),
        };
      const link = await passwordLinkByCode(db, hashOf(code), at);
      const account = link && (await accountById(db, link.userId));
      if (!link || !account) throw new ApiError('linkOver', { field: 'code' });
      return {
        kind: 'password',
        nickname: nameIn(account.nickname, language),
        target: account.email ?? account.phoneNumber ?? '',
        roles: account.roles,
        expiresAt: link.expiresAt.getTime(),
      };
    },

    async useLink({ code, nickname, password: encoded }, { db }) {
      const password = decodePassword(encoded);
      if (password === null) throw new ApiError('fieldInvalid', { field: 'password' });
      if (!isGoodPassword(password)) throw new ApiError('passwordRule', { field: 'password' });
      const at = new Date(now());
      // Checked before the password is hashed, so that invalid links cost nothing; checked again when the link is
      // spent.
      const codeHash = hashOf(code);
      const invitation = await invitationByCode(db, codeHash, at);
      if (!invitation && !(await passwordLinkByCode(db, codeHash, at)))
        throw new ApiError('linkOver', { field: 'code' });
      if (invitation && nickname === '') throw new ApiError('parameterEmpty', { field: 'nickname' });
      const passwordHash = await hashPassword(password);
      return db.transaction(async (transaction) => {
        const invited = await invitationByCode(transaction, codeHash, at);
        if (invited) return takeUp(transaction, invited, { nickname, passwordHash, at });
        const link = await passwordLinkByCode(transaction, codeHash, at);
        if (!link || !(await spendPasswordLink(transaction, link.id, at)))
          throw new ApiError('linkOver', { field: 'code' });
        await changeAccount(transaction, link.userId, { passwordHash });
        await record(transaction, { userId: link.userId, act: 'account.setPassword', subject: link.userId });
        const account = await accountById(transaction, link.userId);
        return { target: account?.email ?? account?.phoneNumber ?? '' };
      });
    },
  };
}

async function takeUp(
  db: Db,
  { id: invitationId, target, roles, invitedBy }: StoredInvitation,
  { nickname, passwordHash, at }: { nickname: string; passwordHash: string; at: Date },
): Promise<{ target: string }> {
  if (!(await spendInvitation(db, invitationId, at))) throw new ApiError('linkOver', { field: 'code' });
  const isEmail = target.includes('@');
  if (isEmail && (await accountByEmail(db, target))) throw new ApiError('emailUsed');
  if (!isEmail && (await accountByPhone(db, target))) throw new ApiError('phoneNumberUsed');
  const id = newId();
  const addresses = { email: isEmail ? target : null, phoneNumber: isEmail ? null : target };
  await addAccount(db, { id, nickname, roles, ...addresses, passwordHash });
  await record(db, {
    userId: id,
    act: 'account.accept',
    subject: id,
    before: { invitation: invitationId, invitedBy },
    after: { nickname, roles, ...addresses },
  });
  return { target };
}
