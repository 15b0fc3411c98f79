/**
 * The two request signatures (design 3), lower-case hex HMAC-SHA256. Pure JavaScript on purpose: a page on plain http
 * other than localhost has no crypto.subtle.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Key of signature 1 when there is no access token. */
export const PUBLIC_KEY = 'roundhouse-public';

const sign = (key: string, lines: readonly string[]): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(lines.join('\n'))));

/** The `appId` of the companion app: it has no secret and signs with the access token. */
export const COMPANION_APP = 'companion';

export interface Signed {
  /** 32 hex digits, also the idempotency key. */
  id: string;
  /** Milliseconds since 1970, as in the `time` header. */
  time: string;
  path: string;
  canonical: string;
}

/** The lines that signature 1 signs. */
export const consoleLines = ({ id, time, path, canonical }: Signed): string[] => [id, time, path, canonical];

/** Signature 1, for the console. */
export const consoleSignature = (signed: Signed, token: string | null): string =>
  sign(token || PUBLIC_KEY, consoleLines(signed));

export interface AppSigned extends Omit<Signed, 'id'> {
  requestId: string;
  appId: string;
  version: string;
  userId: string;
}

/** The lines that signature 2 signs. */
export const appLines = (signed: AppSigned): string[] => [
  signed.requestId,
  signed.appId,
  signed.version,
  signed.userId,
  signed.time,
  signed.path,
  signed.canonical,
];

/** Signature 2, for the companion app and integrators. */
export const appSignature = (signed: AppSigned, secret: string): string => sign(secret, appLines(signed));
