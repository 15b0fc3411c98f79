/** Accounts as administrators keep them, and the public end of the links they give out. */
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
import { flag, id, idOf, limit, nothing, page } from '../entities/values.ts';
import { INVITATION_TTL_MS, INVITATIONS_MAX, PASSWORD_LINK_TTL_MS } from '../rules/limits.ts';

/** Not `userId`, which means the caller. */
const one = v.object({ accountId: idOf('account', id) });
const code = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100));
const hours = (ms: number): number => ms / 3_600_000;

export const ACCOUNT_STATES = ['all', 'open', 'locked'] as const;
export const ACCOUNT_SORTS = ['name', 'seen', 'created'] as const;

export const accounts = {
  list: endpoint('/account/get-account-list', {
    summary: 'The accounts; with `text` those whose name, e-mail or phone number has it, upper or lower case.',
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
    summary: `Creates an account (without \`accountId\`), or changes its name, addresses and roles. A new one comes with a link by which its owner sets the password, good for ${hours(PASSWORD_LINK_TTL_MS)} h. Nobody takes the role admin from themselves.`,
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
    summary: 'Locks an account, which ends its sessions at once, or opens it again. Nobody locks themselves.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ ...one.entries, locked: flag }),
    response: nothing,
  }),
  endSessions: endpoint('/account/end-sessions', {
    summary: 'Ends every session of an account, except the one that asks.',
    access: accountAdmin,
    kind: 'write',
    request: one,
    response: v.object({ ended: v.number() }),
  }),
  resetPassword: endpoint('/account/reset-password', {
    summary: `Takes the password away, ends the sessions, and answers with a link by which the owner sets a new one, good for ${hours(PASSWORD_LINK_TTL_MS)} h. Not for oneself.`,
    access: accountAdmin,
    kind: 'secret',
    request: one,
    response: v.object({ link: oneTimeLink }),
  }),
  invite: endpoint('/account/invite', {
    summary: `Invites somebody by e-mail address or phone number to make an account with these roles: the answer is a link, good for ${hours(INVITATION_TTL_MS) / 24} days. At most ${INVITATIONS_MAX} wait at a time.`,
    access: accountAdmin,
    kind: 'secret',
    request: v.object({ target: contact, roles }),
    response: v.object({ id, link: oneTimeLink }),
  }),
  invitations: endpoint('/account/get-invitation-list', {
    summary: 'The invitations that wait, newest first.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.array(invitation),
  }),
  withdraw: endpoint('/account/withdraw-invitation', {
    summary: 'Withdraws an invitation: its link works no more.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ invitationId: idOf('invitation', id) }),
    response: nothing,
  }),
  link: endpoint('/account/get-link', {
    summary: 'What a link is for: a new password, or an invitation.',
    access: publicAccess,
    kind: 'read',
    request: v.object({ code }),
    response: linkTerms,
  }),
  useLink: endpoint('/account/use-link', {
    summary:
      "Sets the password of the link's account, or makes the account that the invitation is for. A link works once.",
    access: publicAccess,
    kind: 'secret',
    request: v.object({
      code,
      nickname: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40)), ''),
      password: v.pipe(v.string(), v.maxLength(400)),
    }),
    response: v.object({ target: v.string() }),
  }),
};
