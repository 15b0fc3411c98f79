/** Who stands behind a user name and password at a broker (design 7): asked by the embedded broker and by the end points. */
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '../../contract/entities/constants.ts';
import { SERIAL_NUMBER_MAX } from '../../contract/rules/limits.ts';
import type { Db } from '../db/database.ts';
import { robotExists, robotPasswordHash } from '../db/repositories/robots.ts';
import type { Settings } from '../settings.ts';
import { hashOf, open, personOf, type BrokerClient } from './credentials.ts';
import type { AuthFacts } from './acl.ts';
import { createWrongPasswords, type WrongPasswords } from './wrongPasswords.ts';

/** Client ids of servers begin so. */
export const SERVER_ID = 'roundhouse-';

export type ClientIdentity = BrokerClient & { language?: Language };

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

interface SignIn {
  userName: string;
  password: string;
  /** null for a robot at the embedded broker, and where an outside broker does not tell it; topic checks then hold it to the user name. */
  clientId: string | null;
  /** As networkOf has it; null where the outside broker does not tell it. */
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

/** @returns null for whoever is to be refused: late, where many wrong passwords came from */
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

  if (isPersonsName(userName)) {
    const claims = open(password, userName, clientId, secret, now);
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
  return clientId === null || (await mayBearId(db, userName, clientId))
    ? { kind: 'robot', serialNumber: userName }
    : null;
}

/** People's user names begin so (credentials.ts): their password is bound to the client id. */
export const isPersonsName = (userName: string): boolean => userName.startsWith('user:');

/**
 * A second connection with the same client id ends the first, and a robot may choose its id freely. So the embedded broker prefixes robots' ids
 * with the user name: no robot can take another's id or keep it from connecting. A serial number never contains a slash.
 */
export const ownClientId = (userName: string, clientId: string): string =>
  isPersonsName(userName) || clientId === '' ? clientId : `robot/${userName}/${clientId}`;

/** The robots' passwords as the database has them. */
export const robotPasswords = ({ db, monotonicNow }: { db: Db; monotonicNow: () => number }): WrongPasswords =>
  createWrongPasswords({
    monotonicNow,
    read: (serialNumber) => robotPasswordHash(db, serialNumber),
  });

/** An outside broker has one name space for all: a robot may not take what looks like a person's id, a server's or another robot's. */
async function mayBearId(db: Db, serialNumber: string, clientId: string): Promise<boolean> {
  if (clientId === serialNumber) return true;
  if (clientId.includes('~') || clientId.startsWith(SERVER_ID)) return false;
  return !(await robotExists(db, clientId));
}
