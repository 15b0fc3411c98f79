/**
 * The two signatures of a call (design 3), lower-case hex HMAC-SHA256.
 * Pure JavaScript on purpose: a page on plain http off localhost has no crypto.subtle.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Keys the first signature where there is no token yet. */
export const PUBLIC_KEY = 'roundhouse-public';

const sign = (key: string, lines: readonly string[]): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(lines.join('\n'))));

/** The `appId` of our companion app: it holds no secret, its calls are keyed with the access token. */
export const COMPANION_APP = 'companion';

export interface Signed {
  /** 32 hex digits, also the idempotency key. */
  id: string;
  /** Milliseconds since 1970, as the `time` header carries it. */
  time: string;
  path: string;
  canonical: string;
}

/** What signature 1 signs, the console's. */
export const consoleLines = ({ id, time, path, canonical }: Signed): string[] => [id, time, path, canonical];

/** Signature 1, of the console. */
export const consoleSignature = (signed: Signed, token: string | null): string =>
  sign(token || PUBLIC_KEY, consoleLines(signed));

export interface AppSigned extends Omit<Signed, 'id'> {
  requestId: string;
  appId: string;
  version: string;
  userId: string;
}

/** What signature 2 signs, the companion's and integrators'. */
export const appLines = (signed: AppSigned): string[] => [
  signed.requestId,
  signed.appId,
  signed.version,
  signed.userId,
  signed.time,
  signed.path,
  signed.canonical,
];

/** Signature 2, of the companion app and of integrators. */
export const appSignature = (signed: AppSigned, secret: string): string => sign(secret, appLines(signed));
