/**
 * Credentials of MQTT clients (design 7). A person's password is a short-lived signed token bound to the session and to
 * one client id; a robot has a password of its own, stored as a hash. User name and client id contain everything that a
 * later topic check needs, because an external broker sends nothing else.
 *
 *   person   user name `user:{userId}:{sessionId}`, client id `{userId}~{serialNumber or "account"}~{tab}`
 *   screen   user name `screen:{keyId}`, client id `screen~{serialNumber}~{random}-{until}-r`
 *   robot    user name is its serial number, any client id
 *
 * A client id that ends in `-{until}-r` belongs to a reading token: its connection reads one robot, publishes nothing but
 * WebRTC signalling, and ends at `until`.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Language } from '../../contract/entities/constants.ts';
import { ACCOUNT_KEY, withVoice } from '../../contract/wire/topics.ts';
import { MQTT_PASSWORD_TTL_MS } from '../../contract/rules/limits.ts';

export interface PersonClient {
  kind: 'person';
  userId: string;
  sessionId: string;
  clientId: string;
  /** null for the account's own connection. */
  serialNumber: string | null;
  /** End of a reading token, ms since 1970; null for the connections of a console. */
  readsUntil: number | null;
}
/** The page on a robot's own screen, opened with a key instead of an account. */
export interface ScreenClient {
  kind: 'screen';
  keyId: string;
  serialNumber: string;
  clientId: string;
  readsUntil: number;
}
export interface RobotClient {
  kind: 'robot';
  serialNumber: string;
}
export type BrokerClient = PersonClient | ScreenClient | RobotClient | { kind: 'server' };

export const userNameOf = (userId: string, sessionId: string): string => `user:${userId}:${sessionId}`;
const SCREEN = 'screen';
export const screenUserName = (keyId: string): string => `${SCREEN}:${keyId}`;
export const robotUserName = (serialNumber: string): string => serialNumber;
/** @param talks whether the robot is allowed to play this connection's audio */
export function clientIdOf(userId: string, serialNumber: string | null, tab: string, talks: boolean): string {
  const id = `${userId}~${serialNumber ?? ACCOUNT_KEY}~${tab.replace(/-+$/u, '') || randomBytes(8).toString('hex')}`;
  // The suffix keeps a tab name chosen by the client from ending in the mark of connections that are allowed to talk.
  return talks ? withVoice(id) : `${id}-q`;
}

/**
 * The client id of a reading token. No lease is given to it, so it cannot drive; without the mark of a voice the robot does
 * not play its sound. Its end is part of it, because an external broker sends nothing else to a topic check.
 */
export const readingClientIdOf = (userId: string, serialNumber: string, until: number): string =>
  `${userId}~${serialNumber}~${randomBytes(8).toString('hex')}-${until}-r`;
export const screenClientIdOf = (serialNumber: string, until: number): string =>
  readingClientIdOf(SCREEN, serialNumber, until);
/** `until` of a reading token's client id; null for other connections. Consoles' client ids never end in `-r`. */
function readsUntil(clientId: string): number | null {
  if (!clientId.endsWith('-r')) return null;
  return Number(READING_SUFFIX.exec(clientId)?.[1] ?? 0);
}
/** Also matched in SQL (db/repositories/brokerClients.ts, mediaViewings.ts). */
const READING_SUFFIX = /-(\d{13})-r$/u;

/** The person behind a user name and client id; null when the two do not match. */
export function personOf(userName: string, clientId: string): PersonClient | null {
  const [prefix, userId, sessionId, more] = userName.split(':');
  if (prefix !== 'user' || !userId || !sessionId || more !== undefined) return null;
  const key = keyIn(clientId, userId);
  if (key === null) return null;
  return {
    kind: 'person',
    userId,
    sessionId,
    clientId,
    serialNumber: key === ACCOUNT_KEY ? null : key,
    readsUntil: readsUntil(clientId),
  };
}

/** The screen behind a user name and client id; null when the two do not match. */
export function screenOf(userName: string, clientId: string): ScreenClient | null {
  const [prefix, keyId, more] = userName.split(':');
  const serialNumber = keyIn(clientId, SCREEN);
  const until = readsUntil(clientId);
  if (prefix !== SCREEN || !keyId || more !== undefined || serialNumber === null || until === null) return null;
  return { kind: 'screen', keyId, serialNumber, clientId, readsUntil: until };
}

/** What the client id names behind its owner: a serial number, or ACCOUNT_KEY. */
function keyIn(clientId: string, owner: string): string | null {
  const [first, last] = [clientId.indexOf('~'), clientId.lastIndexOf('~')];
  return first < 0 || last <= first || clientId.slice(0, first) !== owner ? null : clientId.slice(first + 1, last);
}

/** Whether this is the user name of a person or a screen; their passwords are signed and bound to the client id. */
export const hasSignedPassword = (userName: string): boolean =>
  userName.startsWith('user:') || userName.startsWith(`${SCREEN}:`);

/** A session of an account, or the key of a screen. */
type Owner = { userId: string; sessionId: string } | { keyId: string };
type Claims = Owner & {
  clientId: string;
  /** Language of names in the feed. */
  language: Language;
  /** Expiry, ms since 1970. */
  until: number;
};
const ownersName = (owner: Owner): string =>
  'keyId' in owner ? screenUserName(owner.keyId) : userNameOf(owner.userId, owner.sessionId);

const seal = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('base64url');

/** Creates a password for one client id. */
export function issuePassword(
  claims: Owner & Pick<Claims, 'clientId' | 'language'>,
  secret: string,
  now: number,
  ttlMs = MQTT_PASSWORD_TTL_MS,
): string {
  const body = Buffer.from(JSON.stringify({ ...claims, until: now + ttlMs })).toString('base64url');
  return `${body}.${seal(body, secret)}`;
}

/** The claims of a password; null when it is forged, expired or issued to another client. */
export function open(
  password: string,
  userName: string,
  clientId: string | null,
  secret: string,
  now: number,
): Claims | null {
  const [body = '', signature = ''] = password.split('.');
  const [given, due] = [Buffer.from(signature), Buffer.from(seal(body, secret))];
  if (given.length !== due.length || !timingSafeEqual(given, due)) return null;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  if (claims.until < now || userName !== ownersName(claims)) return null;
  return clientId === null || claims.clientId === clientId ? claims : null;
}

/** A robot's password is long and random, so a plain hash is sufficient. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
export const newSecret = (bytes = 24): string => randomBytes(bytes).toString('base64url');
