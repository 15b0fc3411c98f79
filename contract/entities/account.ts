/** Accounts as administrators see them, invitations, and one-time links for setting a password. */
import * as v from 'valibot';
import { NICKNAME_MAX } from '../rules/limits.ts';
import { barePhoneNumber, hasPhoneNumberShape } from '../rules/phoneNumber.ts';
import { ACCOUNT_ROLES } from './constants.ts';
import { personName } from './personName.ts';
import { id, time } from './values.ts';

export const nickname = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NICKNAME_MAX), personName);
/** At least one (spec 6), without duplicates, in the order of ACCOUNT_ROLES. */
export const roles = v.pipe(
  v.array(v.picklist(ACCOUNT_ROLES)),
  v.minLength(1),
  v.maxLength(ACCOUNT_ROLES.length),
  v.transform((given) => ACCOUNT_ROLES.filter((role) => given.includes(role))),
);
const isEmail = (text: string): boolean => v.EMAIL_REGEX.test(text);

/** Lower case; empty if none. */
export const emailOrNone = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254),
  v.check((text) => text === '' || isEmail(text), 'email'),
);
/** With plus and country code; empty if none. */
export const phoneOrNone = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(40),
  v.transform(barePhoneNumber),
  v.check((text) => text === '' || hasPhoneNumberShape(text), 'phone'),
);
/** An e-mail address or a phone number. */
export const contact = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(254),
  v.transform((text) => (text.includes('@') ? text.toLowerCase() : barePhoneNumber(text))),
  v.check((text) => isEmail(text) || hasPhoneNumberShape(text), 'contact'),
);

export const account = v.object({
  id,
  nickname: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  roles: v.array(v.picklist(ACCOUNT_ROLES)),
  demo: v.boolean(),
  /** null if the account is active. */
  lockedAt: v.nullable(time),
  createdAt: time,
  /** When a session of the account was last used, accurate to SESSION_LAST_USED_PRECISION_MS; null before the first use. */
  lastSeenAt: v.nullable(time),
  /** Number of active sessions. */
  sessions: v.number(),
  /** Whether a console of the account is open now. */
  isHere: v.boolean(),
  /** Number of robots that the account is authorised for. */
  robots: v.number(),
  /** The account is the super administrator of a robot that its roles only let it view. */
  needsRole: v.boolean(),
  /** False until the account's owner has set a password through the link. */
  hasPassword: v.boolean(),
  /** The app that the account belongs to; such an account cannot be signed in to. Empty for a person's account. */
  appId: v.string(),
});
export type Account = v.InferOutput<typeof account>;

export const invitation = v.object({
  id,
  /** E-mail address or phone number of the invited person. */
  target: v.string(),
  roles: v.array(v.picklist(ACCOUNT_ROLES)),
  /** The administrator's name. */
  invitedBy: v.string(),
  createdAt: time,
  expiresAt: time,
});
export type Invitation = v.InferOutput<typeof invitation>;

/** Returned only once; the server stores only the hash. */
export const oneTimeLink = v.object({
  /** The console's public origin if the server has one configured; empty: use the origin of the current page. */
  host: v.string(),
  /** Path with query. */
  path: v.string(),
  expiresAt: time,
});
export type OneTimeLink = v.InferOutput<typeof oneTimeLink>;

/** The purpose of a link, as shown to its recipient. */
export const linkTerms = v.object({
  kind: v.picklist(['password', 'invitation']),
  /** Name of the account whose password is set; empty for an invitation. */
  nickname: v.string(),
  /** The e-mail address or phone number for signing in. */
  target: v.string(),
  roles: v.array(v.picklist(ACCOUNT_ROLES)),
  expiresAt: time,
});
export type LinkTerms = v.InferOutput<typeof linkTerms>;
