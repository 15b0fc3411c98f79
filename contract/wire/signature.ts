/** What the two request signatures (design 3) sign; each is an HMAC-SHA256 in lower-case hex. */

/** Key of signature 1 when there is no access token. */
export const PUBLIC_KEY = 'roundhouse-public';

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

/** The lines that signature 1, of the console, signs. */
export const consoleLines = ({ id, time, path, canonical }: Signed): string[] => [id, time, path, canonical];

export interface AppSigned extends Omit<Signed, 'id'> {
  requestId: string;
  appId: string;
  version: string;
  userId: string;
}

/** The lines that signature 2, of the companion app and integrators, signs. */
export const appLines = (signed: AppSigned): string[] => [
  signed.requestId,
  signed.appId,
  signed.version,
  signed.userId,
  signed.time,
  signed.path,
  signed.canonical,
];
