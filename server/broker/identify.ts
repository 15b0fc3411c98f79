/** Who stands behind a user name and password at a broker (design 7): asked by the embedded broker and by the end points. */
import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Language } from '../../contract/entities/constants.ts';
import { robots } from '../db/schema.ts';
import type { Db } from '../parts.ts';
import type { Settings } from '../settings.ts';
import { hashOf, open, personOf, type BrokerClient } from './credentials.ts';
import type { Grounds } from './access.ts';

export type Identified = BrokerClient & { language?: Language };

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** @param clientId null where the outside broker does not tell it at sign-in; topic checks then hold it to the user name. */
export async function identify(
  { userName, password, clientId }: { userName: string; password: string; clientId: string | null },
  { db, secret, now, grounds, settings }: { db: Db; secret: string; now: number; grounds: Grounds; settings: Settings },
): Promise<Identified | null> {
  if (settings.mqtt?.username && userName === settings.mqtt.username)
    return settings.mqtt.password !== undefined && same(password, settings.mqtt.password) ? { kind: 'server' } : null;

  if (userName.startsWith('user:')) {
    const claims = open(password, userName, clientId, secret, now);
    const person = claims && personOf(userName, claims.clientId);
    return person && (await grounds.sessionLives(person.sessionId, person.userId)) ? { ...person, language: claims.language } : null;
  }

  const [robot] = await db.select({ passwordHash: robots.passwordHash }).from(robots).where(eq(robots.serialNumber, userName));
  return robot && same(hashOf(password), robot.passwordHash) ? { kind: 'robot', serialNumber: userName } : null;
}
