/**
 * The facts behind broker decisions. Cached for 1 s, because a teleop client publishes at 20 Hz; the address of a robot,
 * which never changes, for longer.
 */
import { LRUCache } from 'lru-cache';
import type { CoreDeps } from '../coreDeps.ts';
import { assertNoneHeld } from '../db/connectionScope.ts';
import type { Db } from '../db/database.ts';
import { activeLease } from '../db/repositories/leases.ts';
import { robotAddress, rolesAndRelation } from '../db/repositories/robots.ts';
import { sessionLives } from '../db/repositories/sessions.ts';
import { screenLives } from '../db/repositories/wallKeys.ts';
import type { AuthFacts } from './acl.ts';

/**
 * Age up to which a cached answer is used, ms. Short enough that a client that loses a right loses the topic within 5
 * s.
 */
const KEPT_MS = 1_000;
/** Maximum age while the database does not answer, ms: a short outage must not disconnect every robot and user. */
const RIGHTS_STALE_MS = 4_000;
/** A registered robot keeps its address, and every message of a robot asks for it. A serial number without a robot may get one. */
const ADDRESS_KEPT_MS = 600_000;
/** An old address is no security risk, because the robot's password was checked. */
const ADDRESS_STALE_MS = 3_600_000;
const MOST_KEPT = 10_000;

interface Answer<Value> {
  value: Promise<Value>;
  isSettled: boolean;
  askedAt: number;
  keptMs: number;
  /** When the value was read. */
  at: number;
}

function kept<Value>(
  read: (key: string) => Promise<Value>,
  staleMs: number,
  monotonicNow: () => number,
  keptMsOf: (value: Value) => number = () => KEPT_MS,
) {
  const found = new LRUCache<string, Answer<Value>>({ max: MOST_KEPT });
  const get = (key: string): Promise<Value> => {
    // A transaction must not wait for a shared read: the read may be waiting for a connection itself.
    assertNoneHeld('a shared read was awaited');
    const known = found.get(key);
    // One query at a time per key: a slow or unreachable database does not get the same query repeatedly.
    if (known && (!known.isSettled || monotonicNow() - known.askedAt < known.keptMs)) return known.value;
    const askedAt = monotonicNow();
    let isFresh = true;
    const value = read(key).catch((error: unknown) => {
      if (!known || monotonicNow() - known.at > staleMs) throw error;
      answer.at = known.at;
      isFresh = false;
      return known.value;
    });
    const answer: Answer<Value> = { value, isSettled: false, askedAt, keptMs: KEPT_MS, at: askedAt };
    value.then(
      (fact) => {
        answer.isSettled = true;
        if (isFresh) answer.keptMs = keptMsOf(fact);
      },
      () => found.get(key) === answer && found.delete(key),
    );
    found.set(key, answer);
    return value;
  };
  return Object.assign(get, { forget: (key: string) => void found.delete(key), forgetAll: () => found.clear() });
}

export interface CachedAuthFacts extends AuthFacts {
  /** Drops the cached lease after it was transferred. */
  forgetLease(serialNumber: string): void;
  /** Drops the cached sessions and relations after a change. */
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

  const screen = kept(
    (key) => {
      const [keyId = '', serialNumber = ''] = key.split(' ');
      return screenLives(db, keyId, serialNumber);
    },
    RIGHTS_STALE_MS,
    monotonicNow,
  );

  const address = kept(
    (serialNumber) => robotAddress(db, serialNumber),
    ADDRESS_STALE_MS,
    monotonicNow,
    (found) => (found === null ? KEPT_MS : ADDRESS_KEPT_MS),
  );

  const lease = kept((serialNumber) => activeLease(db, serialNumber, new Date(now())), RIGHTS_STALE_MS, monotonicNow);

  return {
    sessionLives: (sessionId, userId) => session(`${sessionId} ${userId}`),
    rolesAndRelation: (userId, serialNumber) => standing(`${userId} ${serialNumber}`),
    screenLives: (keyId, serialNumber) => screen(`${keyId} ${serialNumber}`),
    address: (serialNumber) => address(serialNumber),
    async lease(serialNumber, least) {
      const known = await lease(serialNumber);
      if (known !== null && known.number >= least) return known;
      // Another server may just have granted it; RabbitMQ closes the connection of a client that is denied.
      lease.forget(serialNumber);
      return lease(serialNumber);
    },
    forgetLease: (serialNumber) => lease.forget(serialNumber),
    forgetPeople: () => {
      session.forgetAll();
      standing.forgetAll();
      screen.forgetAll();
      onPeopleChanged();
    },
  };
}
