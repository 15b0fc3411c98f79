/** The user's own account settings and sessions (spec 2 "personal settings", spec 7 "Auth"). */
import * as v from 'valibot';
import { endpoint, signedIn } from '../endpoint.ts';
import { accountSession, ownName, ownZone } from '../entities/profile.ts';
import { AVATAR_BODY_LIMIT_BYTES, AVATAR_MAX_BYTES, AVATAR_MAX_PX } from '../rules/limits.ts';
import { id } from '../entities/values.ts';
import { idOf, nothing } from '../entities/idOf.ts';

/** Base64 of any password: a weak one gets its own error code from the handler. */
const encoded = v.pipe(v.string(), v.nonEmpty(), v.maxLength(400));
const code = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/u, 'six digits'));

export const profile = {
  updateNickname: endpoint('/auth/update-nickname', {
    summary: 'Renames the caller. The name is plain text: markup in it is not interpreted.',
    access: signedIn,
    kind: 'write',
    request: v.object({ nickname: ownName }),
    response: nothing,
  }),
  updateAvatar: endpoint('/auth/update-avatar', {
    summary: `Sets the caller's picture: a data URL of PNG, JPEG or WebP, at most ${AVATAR_MAX_BYTES / 2 ** 20} MB and ${AVATAR_MAX_PX} pixels a side, verified by content; an empty value removes it. Returns the path of the picture.`,
    access: signedIn,
    kind: 'write',
    bodyLimit: AVATAR_BODY_LIMIT_BYTES,
    request: v.object({ avatarUrl: v.pipe(v.string(), v.maxLength(AVATAR_BODY_LIMIT_BYTES)) }),
    response: v.object({ avatarPath: v.string() }),
  }),
  updatePassword: endpoint('/auth/update-password', {
    summary: "Changes the caller's password (both are Base64-encoded) and ends the caller's other sessions.",
    access: signedIn,
    kind: 'write',
    request: v.object({ oldPassword: encoded, password: encoded }),
    response: v.object({ ended: v.number() }),
  }),
  updateTimeZone: endpoint('/auth/update-time-zone', {
    summary: "Sets the caller's time zone (IANA), used where no site determines the zone; empty: the reader's own.",
    access: signedIn,
    kind: 'write',
    request: v.object({ timeZone: ownZone }),
    response: nothing,
  }),
  updateEmail: endpoint('/auth/update-email', {
    summary:
      "Changes the caller's e-mail address, with the code that was sent there and the caller's Base64-encoded password.",
    access: signedIn,
    kind: 'write',
    request: v.object({
      email: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.email(), v.maxLength(254)),
      verificationCode: code,
      password: encoded,
    }),
    response: nothing,
  }),
  updatePhoneNumber: endpoint('/auth/update-phone-number', {
    summary:
      "Changes the caller's phone number, with the code that was sent there and the caller's Base64-encoded password.",
    access: signedIn,
    kind: 'write',
    request: v.object({
      phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
      countryAreaCode: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\+?\d{0,4}$/u, 'country code')), ''),
      verificationCode: code,
      password: encoded,
    }),
    response: nothing,
  }),
  sessions: endpoint('/auth/get-session-list', {
    summary: "Lists the caller's sessions, most recently used first.",
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.array(accountSession),
  }),
  endSession: endpoint('/auth/end-session', {
    summary: "Ends one of the caller's sessions; its open pages are signed out immediately.",
    access: signedIn,
    kind: 'write',
    request: v.object({ sessionId: idOf('session', id) }),
    response: nothing,
  }),
  endOtherSessions: endpoint('/auth/end-other-sessions', {
    summary: "Ends all of the caller's sessions except the current one.",
    access: signedIn,
    kind: 'write',
    request: v.object({}),
    response: v.object({ ended: v.number() }),
  }),
};
