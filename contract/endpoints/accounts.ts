/** Account administration, and the public endpoints for one-time links. */
import * as v from 'valibot';
import { accountAdmin, endpoint, publicAccess } from '../endpoint.ts';
import {
  account,
  contact,
  emailOrNone,
  invitation,
  linkTerms,
  nickname,
  oneTimeLink,
  phoneOrNone,
  roles,
} from '../entities/account.ts';
import { ACCOUNT_ROLES } from '../entities/constants.ts';
import { personName } from '../entities/personName.ts';
import { flag, id, limit, page } from '../entities/values.ts';
import { NICKNAME_MAX } from '../rules/limits.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import { INVITATION_TTL_MS, INVITATIONS_MAX, PASSWORD_LINK_TTL_MS } from '../rules/limits.ts';

/** Not `userId`, which means the caller. */
const one = v.object({ accountId: idOf('account', id) });
const code = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100));
const hours = (ms: number): number => ms / 3_600_000;

export const ACCOUNT_STATES = ['all', 'open', 'locked'] as const;
export const ACCOUNT_SORTS = ['name', 'seen', 'created'] as const;

export const accounts = {
  list: endpoint('/account/get-account-list', {
    summary: 'Lists accounts. `text` filters by part of the name, e-mail address or phone number, ignoring case.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({
      page,
      limit,
      text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
      role: v.optional(v.picklist(['all', ...ACCOUNT_ROLES]), 'all'),
      state: v.optional(v.picklist(ACCOUNT_STATES), 'all'),
      sort: v.optional(v.picklist(ACCOUNT_SORTS), 'name'),
      descending: v.optional(flag, false),
    }),
    response: v.object({ total: v.number(), rows: v.array(account) }),
  }),
  save: endpoint('/account/save-account', {
    summary: `Creates an account (without \`accountId\`), or changes its name, addresses and roles. A new account comes with a link for setting the password, valid for ${hours(PASSWORD_LINK_TTL_MS)} h. Callers cannot remove their own role admin.`,
    access: accountAdmin,
    kind: 'secret',
    request: v.object({
      accountId: v.optional(idOf('account', v.pipe(v.string(), v.regex(/^[\w:.@-]{0,64}$/u, 'id'))), ''),
      nickname,
      email: v.optional(emailOrNone, ''),
      phoneNumber: v.optional(phoneOrNone, ''),
      roles,
    }),
    response: v.object({ id, link: v.nullable(oneTimeLink) }),
  }),
  lock: endpoint('/account/lock-account', {
    summary:
      'Locks an account, which ends its sessions immediately, or unlocks it. Callers cannot lock their own account.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ ...one.entries, locked: flag }),
    response: nothing,
  }),
  endSessions: endpoint('/account/end-sessions', {
    summary: "Ends all sessions of an account except the caller's own session.",
    access: accountAdmin,
    kind: 'write',
    request: one,
    response: v.object({ ended: v.number() }),
  }),
  resetPassword: endpoint('/account/reset-password', {
    summary: `Removes the password, ends all sessions, and returns a link for setting a new password, valid for ${hours(PASSWORD_LINK_TTL_MS)} h. Not for the caller's own account.`,
    access: accountAdmin,
    kind: 'secret',
    request: one,
    response: v.object({ link: oneTimeLink }),
  }),
  invite: endpoint('/account/invite', {
    summary: `Invites a person by e-mail address or phone number to create an account with these roles. Returns a link, valid for ${hours(INVITATION_TTL_MS) / 24} days. At most ${INVITATIONS_MAX} invitations can be pending.`,
    access: accountAdmin,
    kind: 'secret',
    request: v.object({ target: contact, roles }),
    response: v.object({ id, link: oneTimeLink }),
  }),
  invitations: endpoint('/account/get-invitation-list', {
    summary: 'Lists the pending invitations, newest first.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.array(invitation),
  }),
  withdraw: endpoint('/account/withdraw-invitation', {
    summary: 'Withdraws an invitation: its link stops working.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ invitationId: idOf('invitation', id) }),
    response: nothing,
  }),
  link: endpoint('/account/get-link', {
    summary: 'Returns the purpose of a link: a new password, or an invitation.',
    access: publicAccess,
    kind: 'read',
    request: v.object({ code }),
    response: linkTerms,
  }),
  useLink: endpoint('/account/use-link', {
    summary: "Sets the password of the link's account, or creates the account of the invitation. A link works once.",
    access: publicAccess,
    kind: 'secret',
    request: v.object({
      code,
      nickname: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(NICKNAME_MAX), personName), ''),
      password: v.pipe(v.string(), v.maxLength(400)),
    }),
    response: v.object({ target: v.string() }),
  }),
};
