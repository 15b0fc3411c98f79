/**
 * Sign-in by a QR code that the companion app scans. The page requests a code and polls its state; the app scans it,
 * shows which device asks, and approves by the number that the page then shows. The QR code alone grants nothing: the
 * page signs its polls with a pick-up key that is never shown.
 */
import * as v from 'valibot';
import { endpoint, publicAccess, signedIn } from '../endpoint.ts';
import { time } from '../entities/values.ts';
import { nothing } from '../entities/idOf.ts';
import { LOGIN_QR_GUESSES, LOGIN_QR_TTL_MS } from '../rules/limits.ts';

const qrcode = v.pipe(v.string(), v.regex(/^[\w-]{20,64}$/u, 'qrcode'));
const number = v.pipe(v.string(), v.regex(/^\d{2}$/u, 'two digits'));
const seconds = LOGIN_QR_TTL_MS / 1000;

export const qrSignIn = {
  ask: endpoint('/auth/get-login-qrcode', {
    summary: `Creates a QR code for signing in, valid for ${seconds} seconds, and its pick-up key, which must never be shown.`,
    access: publicAccess,
    kind: 'secret',
    request: v.object({}),
    response: v.object({
      qrcode: v.string(),
      /**
       * Content of the QR code: `{PUBLIC_URL}/mini-program?sign-in={qrcode}`; without PUBLIC_URL a path relative to the
       * page's origin.
       */
      url: v.string(),
      /** Signing key for login-by-qrcode. */
      pickUpKey: v.string(),
      expiresAt: time,
      serverTime: time,
    }),
  }),
  pickUp: endpoint('/auth/login-by-qrcode', {
    summary:
      'Returns the state of a code and, once it is approved, the session, only once. Poll every one or two seconds. A used, expired or unknown code: 40107.',
    access: publicAccess,
    kind: 'read',
    keyedBy: 'pickUpKey',
    request: v.object({ qrcode }),
    response: v.object({
      state: v.picklist(['shown', 'scanned', 'refused', 'done']),
      /** Two digits to show while `scanned`; empty otherwise. */
      number: v.string(),
      /** Extended when the code is scanned. */
      expiresAt: time,
      serverTime: time,
      /** Both empty unless `done`. */
      accessToken: v.string(),
      userId: v.string(),
    }),
  }),
  scan: endpoint('/auth/scan-login-qrcode', {
    summary: `For the companion app: returns what was scanned and which device asks. The first person to scan the code decides within ${seconds} seconds, and can scan it again. Everyone else, and any unknown code, gets 40107. Attempts are limited per account and IP address (40109).`,
    access: signedIn,
    kind: 'write',
    request: v.object({ qrcode }),
    response: v.object({
      state: v.picklist(['scanned', 'approved', 'refused']),
      /** User-Agent and IP address of the browser that requests the sign-in. */
      device: v.string(),
      address: v.string(),
      expiresAt: time,
      serverTime: time,
    }),
  }),
  approve: endpoint('/auth/approve-login-qrcode', {
    summary: `For the companion app: signs in the page that shows this number. A wrong number (40113, with the remaining attempts in \`left\`) can be corrected; after ${LOGIN_QR_GUESSES} wrong numbers the page is refused.`,
    access: signedIn,
    kind: 'write',
    request: v.object({ qrcode, number }),
    response: nothing,
  }),
  refuse: endpoint('/auth/refuse-login-qrcode', {
    summary: 'For the companion app: refuses the sign-in of the page.',
    access: signedIn,
    kind: 'write',
    request: v.object({ qrcode }),
    response: nothing,
  }),
};
