/**
 * Signing in by a picture that the companion app scans. The page asks for one and goes on asking what became of it; the app says what
 * it scanned, shows who asks, and approves by the number that the page then shows. What the picture holds opens nothing: the page
 * signs with a pick-up key that is never shown.
 */
import * as v from 'valibot';
import { endpoint, publicAccess, signedIn } from '../endpoint.ts';
import { nothing, time } from '../entities/values.ts';
import { LOGIN_QR_GUESSES, LOGIN_QR_TTL_MS } from '../rules/limits.ts';

const qrcode = v.pipe(v.string(), v.regex(/^[\w-]{22,64}$/u, 'qrcode'));
const number = v.pipe(v.string(), v.regex(/^\d{2}$/u, 'two digits'));
const seconds = LOGIN_QR_TTL_MS / 1000;

export const qrSignIn = {
  ask: endpoint('/auth/get-login-qrcode', {
    summary: `A code to sign in with, good for ${seconds} seconds, and its pick-up key, which must never be shown.`,
    access: publicAccess,
    kind: 'secret',
    request: v.object({}),
    response: v.object({
      qrcode: v.string(),
      /** What the picture holds: `{PUBLIC_URL}/mini-program?sign-in={qrcode}`; without a PUBLIC_URL a path, under the address that the page is open at. */
      url: v.string(),
      /** Keys the signature of login-by-qrcode. */
      pickUpKey: v.string(),
      expiresAt: time,
      serverTime: time,
    }),
  }),
  pickUp: endpoint('/auth/login-by-qrcode', {
    summary:
      'What became of a code; once it is approved, and once only, the session. Asked every one or two seconds. One that is used up, too old, or never was: 40107.',
    access: publicAccess,
    kind: 'read',
    keyedBy: 'pickUpKey',
    request: v.object({ qrcode }),
    response: v.object({
      state: v.picklist(['shown', 'scanned', 'refused', 'done']),
      /** Two digits to be shown while `scanned`; empty else. */
      number: v.string(),
      /** Scanning prolongs it. */
      expiresAt: time,
      serverTime: time,
      /** Both empty unless `done`. */
      accessToken: v.string(),
      userId: v.string(),
    }),
  }),
  scan: endpoint('/auth/scan-login-qrcode', {
    summary: `Of the companion app: what was scanned, and which device asks. The first person to scan the code decides within ${seconds} seconds, and may scan it again. Everybody else, and any unknown code, gets 40107. Tries are counted by account and by address (40109).`,
    access: signedIn,
    kind: 'write',
    request: v.object({ qrcode }),
    response: v.object({
      state: v.picklist(['scanned', 'approved', 'refused']),
      /** What the browser that asks calls itself, and the address that it asks from. */
      device: v.string(),
      address: v.string(),
      expiresAt: time,
      serverTime: time,
    }),
  }),
  approve: endpoint('/auth/approve-login-qrcode', {
    summary: `Of the companion app: signs in the page that shows this number. A wrong number (40113, with the tries \`left\`) may be corrected; after ${LOGIN_QR_GUESSES} the page is refused.`,
    access: signedIn,
    kind: 'write',
    request: v.object({ qrcode, number }),
    response: nothing,
  }),
  refuse: endpoint('/auth/refuse-login-qrcode', {
    summary: 'Of the companion app: turns the page away.',
    access: signedIn,
    kind: 'write',
    request: v.object({ qrcode }),
    response: nothing,
  }),
};
