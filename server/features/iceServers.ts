/**
 * STUN and TURN servers as one caller is given them. A TURN server that shares a secret with us takes a name that says until
 * when it works, and its HMAC as the password (draft-uberti-behave-turn-rest): it tells whose it is, and ends by itself.
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
  // SHA-1 is what these servers take; an HMAC with it is sound.
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
  return iceServers.map((server) => (wantsCredential(server) ? { ...server, username, credential } : server));
}
