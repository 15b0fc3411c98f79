/**
 * Interprets a text from the companion app's camera or keyboard. Only our own codes are followed; no other link is ever
 * opened.
 */

import { groupsOf, kindOfTyped, typedCode } from './typedCodes.ts';

export type ScannedCode =
  /** Sign-in request of a page (`/mini-program?sign-in=`). */
  | { kind: 'signIn'; code: string }
  /** A robot to bind (`/mini-program?code=`). */
  | { kind: 'claim'; code: string }
  /** A point on a map, from its label (`/mini-program?point=`). */
  | { kind: 'point'; code: string };
export type Scanned =
  | ScannedCode
  /** One of these codes, but from another Roundhouse. */
  | { kind: 'elsewhere'; host: string }
  /** Another URL of this origin: a page of the console. */
  | { kind: 'ours'; path: string }
  | { kind: 'link'; host: string }
  | { kind: 'text'; text: string };

const APP_PATH = /^\/mini-program\/?$/u;
const SIGN_IN = /^[\w-]{20,64}$/u;
const POINT = /^[\w:.@-]{1,64}$/u;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const SHOWN_CHARACTERS = 80;

/** @param origin origin of the app's page */
export function readScanned(text: string, origin: string): Scanned {
  const found = text.trim();
  const url = addressIn(found);
  if (url) return readAddress(url, origin);
  const typed = typedCode(found);
  const kind = kindOfTyped(typed);
  if (kind) return { kind, code: kind === 'claim' ? groupsOf(typed).join('-') : typed };
  return { kind: 'text', text: found.length > SHOWN_CHARACTERS ? `${found.slice(0, SHOWN_CHARACTERS)}…` : found };
}

/** The code in the URL that the app was opened with; null if there is none. */
export function codeIn(search: string): ScannedCode | null {
  const query = new URLSearchParams(search);
  const signIn = query.get('sign-in');
  if (signIn !== null && SIGN_IN.test(signIn)) return { kind: 'signIn', code: signIn };
  const claim = query.get('code');
  if (claim !== null && kindOfTyped(typedCode(claim)) === 'claim') return { kind: 'claim', code: claim.toUpperCase() };
  const point = query.get('point');
  if (point !== null && POINT.test(point)) return { kind: 'point', code: point };
  return null;
}

function readAddress(url: URL, origin: string): Scanned {
  const own = isSame(url, new URL(origin));
  const code = APP_PATH.test(url.pathname) ? codeIn(url.search) : null;
  if (code) return own ? code : { kind: 'elsewhere', host: url.host };
  return own ? { kind: 'ours', path: url.pathname } : { kind: 'link', host: url.host };
}

/** Loopback names of the same machine count as the same origin. */
const isSame = (one: URL, other: URL): boolean =>
  one.origin === other.origin ||
  (one.protocol === other.protocol &&
    one.port === other.port &&
    LOOPBACK.has(one.hostname) &&
    LOOPBACK.has(other.hostname));

function addressIn(text: string): URL | null {
  if (!/^https?:\/\//iu.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
