/** The facts behind broker decisions, read from the database and kept for a second: a teleop hand asks twenty times a second. */
import { LRUCache } from 'lru-cache';
import type { CoreDeps } from '../coreDeps.ts';
import { assertNoneHeld } from '../db/connectionScope.ts';
import type { Db } from '../db/database.ts';
import { activeLease } from '../db/repositories/leases.ts';
import { robotAddress, rolesAndRelation } from '../db/repositories/robots.ts';
import { sessionLives } from '../db/repositories/sessions.ts';
import type { AuthFacts } from './acl.ts';

/** How old an answer may be. Short enough that who loses a right loses the topic within 5 s. */
const KEPT_MS = 1_000;
/** How old it may be when the database does not answer: a moment without it must not throw every robot and person out. */
const RIGHTS_STALE_MS = 4_000;
/** Nobody gains by an old one: the robot's password was checked. */
const ADDRESS_STALE_MS = 3_600_000;
const MOST_KEPT = 10_000;

interface Answer<Value> {
  value: Promise<Value>;
  isSettled: boolean;
  askedAt: number;
  /** When what it says was so. */
  at: number;
}

function kept<Value>(read: (key: string) => Promise<Value>, staleMs: number, monotonicNow: () => number) {
  const found = new LRUCache<string, Answer<Value>>({ max: MOST_KEPT });
  const get = (key: string): Promise<Value> => {
    // Who holds a connection must not wait for a question that somebody else may be asking.
    assertNoneHeld('a shared read was awaited');
    const known = found.get(key);
    // One question at a time: a database that is slow or away is not asked the same again and again.
    if (known && (!known.isSettled || monotonicNow() - known.askedAt < KEPT_MS)) return known.value;
    const askedAt = monotonicNow();
    const value = read(key).catch((error: unknown) => {
      if (!known || monotonicNow() - known.at > staleMs) throw error;
      answer.at = known.at;
      return known.value;
    });
    const answer: Answer<Value> = { value, isSettled: false, askedAt, at: askedAt };
    value.then(
      () => (answer.isSettled = true),
      () => found.get(key) === answer && found.delete(key),
    );
    found.set(key, answer);
    return value;
  };
  return Object.assign(get, { forget: (key: string) => void found.delete(key), forgetAll: () => found.clear() });
}

export interface CachedAuthFacts extends AuthFacts {
  /** A lease changed hands: the old answer must not stand for another second. */
  forgetLease(serialNumber: string): void;
  /** Sessions or relations changed. */
  forgetPeople(): void;
}

export function createAuthFacts(
  db: Db,
  { now, monotonicNow }: Pick<CoreDeps, 'now' | 'monotonicNow'>,
  onPeopleChanged: () => void = () => undefined,
): CachedAuthFacts {
  const session = kept(
    async (key) => {
      const [sessionId = '', userId = ''] = key.split(' ');
      return sessionLives(db, sessionId, userId, new Date(now()));
    },
    RIGHTS_STALE_MS,
    monotonicNow,
  );

  const standing = kept(
    (key) => {
      const [userId = '', serialNumber = ''] = key.split(' ');
      return rolesAndRelation(db, userId, serialNumber);
    },
    RIGHTS_STALE_MS,
    monotonicNow,
  );

  const address = kept((serialNumber) => robotAddress(db, serialNumber), ADDRESS_STALE_MS, monotonicNow);

  const lease = kept((serialNumber) => activeLease(db, serialNumber, new Date(now())), RIGHTS_STALE_MS, monotonicNow);

  return {
    sessionLives: (sessionId, userId) => session(`${sessionId} ${userId}`),
    rolesAndRelation: (userId, serialNumber) => standing(`${userId} ${serialNumber}`),
    address: (serialNumber) => address(serialNumber),
    async lease(serialNumber, least) {
      const known = await lease(serialNumber);
      if (known !== null && known.number >= least) return known;
      // Another server may just have given it; RabbitMQ ends the connection of whoever is denied.
      lease.forget(serialNumber);
      return lease(serialNumber);
    },
    forgetLease: (serialNumber) => lease.forget(serialNumber),
    forgetPeople: () => {
      session.forgetAll();
      standing.forgetAll();
      onPeopleChanged();
    },
  };
}
