/** Accounts as their administrators see them, invitations, and links by which a person sets a password. */
import * as v from 'valibot';
import { NICKNAME_MAX } from '../rules/limits.ts';
import { barePhoneNumber, hasPhoneNumberShape } from '../rules/phoneNumber.ts';
import { ACCOUNT_ROLES } from './constants.ts';
import { id, time } from './values.ts';

export const nickname = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NICKNAME_MAX));
/** At least one (spec 6), each once, in the order of ACCOUNT_ROLES. */
export const roles = v.pipe(
  v.array(v.picklist(ACCOUNT_ROLES)),
  v.minLength(1),
  v.maxLength(ACCOUNT_ROLES.length),
  v.transform((given) => ACCOUNT_ROLES.filter((role) => given.includes(role))),
);
const isEmail = (text: string): boolean => v.EMAIL_REGEX.test(text);

/** Lower case; empty for none. */
export const emailOrNone = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254),
  v.check((text) => text === '' || isEmail(text), 'email'),
);
/** With plus and country code; empty for none. */
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
  /** When it was locked; null while it is open. */
  lockedAt: v.nullable(time),
  createdAt: time,
  /** When a session of it was last used, as exact as SESSION_TOUCH_MS; null before the first. */
  lastSeenAt: v.nullable(time),
  /** Sessions that live. */
  sessions: v.number(),
  /** A console of it is open now. */
  isHere: v.boolean(),
  /** Robots it is authorised for. */
  robots: v.number(),
  /** False until the person has set one by the link. */
  hasPassword: v.boolean(),
  /** Of the app whose account it is: nobody signs in to it. Empty for a person's. */
  appId: v.string(),
});
export type Account = v.InferOutput<typeof account>;

export const invitation = v.object({
  id,
  /** Whom it is for: e-mail address or phone number. */
  target: v.string(),
  roles: v.array(v.picklist(ACCOUNT_ROLES)),
  /** The administrator's name. */
  invitedBy: v.string(),
  createdAt: time,
  expiresAt: time,
});
export type Invitation = v.InferOutput<typeof invitation>;

/** Given out once; the server keeps only its hash. */
export const oneTimeLink = v.object({
  /** Under which people reach the console, where the server was told; else empty: the console's own. */
  host: v.string(),
  /** With its query. */
  path: v.string(),
  expiresAt: time,
});
export type OneTimeLink = v.InferOutput<typeof oneTimeLink>;

/** What a link is for, told to whoever holds it. */
export const linkTerms = v.object({
  kind: v.picklist(['password', 'invitation']),
  /** Whose password; empty for an invitation. */
  nickname: v.string(),
  /** By which the person will sign in: e-mail address or phone number. */
  target: v.string(),
  roles: v.array(v.picklist(ACCOUNT_ROLES)),
  expiresAt: time,
});
export type LinkTerms = v.InferOutput<typeof linkTerms>;
