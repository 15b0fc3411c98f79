/**
 * Credentials of MQTT clients (design 7). A person's password is a short-lived signed token bound to the session and to
 * one client id; a robot has a password of its own, stored as a hash. User name and client id contain everything that a
 * later topic check needs, because an external broker sends nothing else.
 *
 *   person   user name `user:{userId}:{sessionId}`, client id `{userId}~{serialNumber or "account"}~{tab}`
 *   robot    user name is its serial number, any client id
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Language } from '../../contract/entities/constants.ts';
import { withVoice } from '../../contract/wire/topics.ts';
import { MQTT_PASSWORD_TTL_MS } from '../../contract/rules/limits.ts';

/** Stands for the serial number in the client id of an account's own connection. */
export const ACCOUNT_KEY = 'account';

export interface PersonClient {
  kind: 'person';
  userId: string;
  sessionId: string;
  clientId: string;
  /** null for the account's own connection. */
  serialNumber: string | null;
}
export interface RobotClient {
  kind: 'robot';
  serialNumber: string;
}
export type BrokerClient = PersonClient | RobotClient | { kind: 'server' };

export const userNameOf = (userId: string, sessionId: string): string => `user:${userId}:${sessionId}`;
export const robotUserName = (serialNumber: string): string => serialNumber;
/** @param talks whether the robot is allowed to play this connection's audio */
export function clientIdOf(userId: string, serialNumber: string | null, tab: string, talks: boolean): string {
  const id = `${userId}~${serialNumber ?? ACCOUNT_KEY}~${tab.replace(/-+$/u, '') || randomBytes(8).toString('hex')}`;
  // The suffix keeps a tab name chosen by the client from ending in the mark of connections that are allowed to talk.
  return talks ? withVoice(id) : `${id}-q`;
}

/**
 * The client id of a reading token. No lease is given to it, so it cannot drive; without the mark of a voice the robot does
 * not play its sound.
 */
export const readingClientIdOf = (userId: string, serialNumber: string): string =>
  `${userId}~${serialNumber}~${randomBytes(8).toString('hex')}-r`;

/** The person behind a user name and client id; null when the two do not match. */
export function personOf(userName: string, clientId: string): PersonClient | null {
  const [prefix, userId, sessionId, more] = userName.split(':');
  if (prefix !== 'user' || !userId || !sessionId || more !== undefined) return null;
  const [first, last] = [clientId.indexOf('~'), clientId.lastIndexOf('~')];
  if (first < 0 || last <= first || clientId.slice(0, first) !== userId) return null;
  const key = clientId.slice(first + 1, last);
  return { kind: 'person', userId, sessionId, clientId, serialNumber: key === ACCOUNT_KEY ? null : key };
}

interface Claims {
  userId: string;
  sessionId: string;
  clientId: string;
  /** Language of names in the feed. */
  language: Language;
  /** Expiry, ms since 1970. */
  until: number;
}

const seal = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('base64url');

/** Creates a password for one client id. */
export function issuePassword(
  claims: Omit<Claims, 'until'>,
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
  if (claims.until < now || userName !== userNameOf(claims.userId, claims.sessionId)) return null;
  return clientId === null || claims.clientId === clientId ? claims : null;
}

/** A robot's password is long and random, so a plain hash is sufficient. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
export const newSecret = (bytes = 24): string => randomBytes(bytes).toString('base64url');
