/**
 * STUN and TURN servers for a caller. For a TURN server with a shared secret, the user name contains the expiry and the
 * user id, and the password is its HMAC (draft-uberti-behave-turn-rest), so that credentials are attributable and
 * expire.
 */
import { createHmac } from 'node:crypto';
import { TURN_CREDENTIAL_TTL_MS } from '../../contract/rules/limits.ts';
import { wantsCredential, type IceServer, type Settings } from '../settings.ts';

export function iceServersFor(
  userId: string,
  { iceServers, turnSecret }: Pick<Settings, 'iceServers' | 'turnSecret'>,
  now: number,
): IceServer[] {
  if (turnSecret === undefined) return iceServers;
  const username = `${Math.floor((now + TURN_CREDENTIAL_TTL_MS) / 1_000)}:${userId}`;
  // TURN servers require SHA-1; HMAC-SHA1 is still secure.
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
  return iceServers.map((server) => (wantsCredential(server) ? { ...server, username, credential } : server));
}
