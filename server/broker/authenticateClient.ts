/**
 * Authenticates MQTT clients by user name and password (design 7), for the embedded broker and for the HTTP auth
 * endpoints.
 */
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '../../contract/entities/constants.ts';
import { SERIAL_NUMBER_MAX } from '../../contract/rules/limits.ts';
import type { Db } from '../db/database.ts';
import { robotExists, robotPasswordHash } from '../db/repositories/robots.ts';
import type { Settings } from '../settings.ts';
import { hashOf, hasSignedPassword, open, personOf, screenOf, type BrokerClient } from './credentials.ts';
import type { AuthFacts } from './acl.ts';
import { createWrongPasswords, type WrongPasswords } from './wrongPasswords.ts';

/** Prefix of the servers' client ids. */
export const SERVER_ID = 'roundhouse-';

export type ClientIdentity = BrokerClient & { language?: Language };

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

interface SignIn {
  userName: string;
  password: string;
  /**
   * null for a robot at the embedded broker, and where an external broker does not send it; topic checks then rely on
   * the user name.
   */
  clientId: string | null;
  /** As returned by networkOf; null where the external broker does not send the address. */
  network: string | null;
}

interface Needs {
  db: Db;
  secret: string;
  now: number;
  authFacts: AuthFacts;
  settings: Settings;
  passwords: WrongPasswords;
  wait?: (ms: number) => Promise<unknown>;
}

/** @returns null if the client is refused; delayed where many wrong passwords came from */
export async function authenticateClient(signIn: SignIn, needs: Needs): Promise<ClientIdentity | null> {
  const { userName, network } = signIn;
  const identity = await known(signIn, needs);
  if (identity === null) {
    const late = needs.passwords.count(userName, network);
    if (late > 0) await (needs.wait ?? pause)(late);
  }
  return identity;
}

async function known(
  { userName, password, clientId }: SignIn,
  { db, secret, now, authFacts, settings, passwords }: Needs,
): Promise<ClientIdentity | null> {
  if (settings.mqtt?.username && userName === settings.mqtt.username)
    return settings.mqtt.password !== undefined && same(password, settings.mqtt.password) ? { kind: 'server' } : null;

  if (hasSignedPassword(userName)) {
    const claims = open(password, userName, clientId, secret, now);
    const screen = claims && screenOf(userName, claims.clientId);
    if (screen) return (await authFacts.screenLives(screen.keyId, screen.serialNumber)) ? screen : null;
    const person = claims && personOf(userName, claims.clientId);
    if (!person || !(await authFacts.sessionLives(person.sessionId, person.userId))) return null;
    if (
      person.serialNumber !== null &&
      (await authFacts.rolesAndRelation(person.userId, person.serialNumber)).relation === null
    )
      return null;
    return { ...person, language: claims.language };
  }

  if (userName.length > SERIAL_NUMBER_MAX || !(await passwords.isRight(userName, hashOf(password)))) return null;
  return clientId === null || (await isClientIdAllowed(db, userName, clientId))
    ? { kind: 'robot', serialNumber: userName }
    : null;
}

/**
 * A second connection with the same client id ends the first, and a robot can choose its id freely. The embedded broker
 * therefore prefixes robots' ids with the user name, so that no robot can take another's id or keep it from connecting.
 * A serial number never contains a slash.
 */
export const ownClientId = (userName: string, clientId: string): string =>
  hasSignedPassword(userName) || clientId === '' ? clientId : `robot/${userName}/${clientId}`;

/** Checks robots' passwords against the database. */
export const robotPasswords = ({ db, monotonicNow }: { db: Db; monotonicNow: () => number }): WrongPasswords =>
  createWrongPasswords({
    monotonicNow,
    read: (serialNumber) => robotPasswordHash(db, serialNumber),
  });

/**
 * An external broker has one namespace for all client ids: a robot must not use an id that looks like a person's, a
 * server's or another robot's.
 */
async function isClientIdAllowed(db: Db, serialNumber: string, clientId: string): Promise<boolean> {
  if (clientId === serialNumber) return true;
  if (clientId.includes('~') || clientId.startsWith(SERVER_ID)) return false;
  return !(await robotExists(db, clientId));
}
