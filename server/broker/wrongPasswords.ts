/**
 * Checks robots' passwords, and counts wrong ones per user name and per address. After a number of them responses are
 * delayed and the database is not queried each time; a correct password is always accepted.
 */
import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createBucket, type Bucket } from './bucket.ts';

const PER_NAME = { perSecond: 10 / 60, most: 10 };
const PER_ADDRESS = { perSecond: 1, most: 60 };
/** Delay of such a response, ms. */
export const WRONG_PASSWORD_WAIT_MS = 1_000;
/** A hash read from the database is cached for this long, only to refuse passwords and never to accept them. */
const FRESH_MS = 1_000;
const ATTACK_MS = 10_000;
const MOST_KEPT = 10_000;

export interface WrongPasswords {
  isRight(userName: string, passwordHash: string): Promise<boolean>;
  /** Counts a wrong password. @returns ms to wait before responding */
  count(userName: string, address: string | null): number;
  /** Whether this address has sent many wrong passwords. */
  isDoubtful(address: string): boolean;
  /** The robot's password has changed. */
  forget(userName: string): void;
}

/** @param read returns the hash of a robot's password; null for an unknown robot */
export function createWrongPasswords({
  read,
  monotonicNow: now,
}: {
  read: (userName: string) => Promise<string | null>;
  monotonicNow: () => number;
}): WrongPasswords {
  const hashes = new LRUCache<string, { value: Promise<string | null>; at: number }>({ max: MOST_KEPT });
  const names = new LRUCache<string, Bucket>({ max: MOST_KEPT, memoMethod: () => createBucket(PER_NAME, now) });
  const addresses = new LRUCache<string, Bucket>({ max: MOST_KEPT, memoMethod: () => createBucket(PER_ADDRESS, now) });
  /** User names and addresses over the limit, each with the end of that state. */
  const underAttack = new LRUCache<string, number>({ max: MOST_KEPT });
  const doubtful = new LRUCache<string, number>({ max: MOST_KEPT });

  return {
    async isRight(userName, passwordHash) {
      const known = hashes.get(userName);
      const fresh = (underAttack.get(userName) ?? -Infinity) > now() ? ATTACK_MS : FRESH_MS;
      if (known && now() - known.at < fresh && !same(await known.value, passwordHash)) return false;
      const value = read(userName);
      hashes.set(userName, { value, at: now() });
      value.catch(() => hashes.get(userName)?.value === value && hashes.delete(userName));
      return same(await value, passwordHash);
    },
    count(userName, address) {
      const isNameOver = !names.memo(userName).take();
      const isAddressOver = address !== null && !addresses.memo(address).take();
      if (isNameOver) underAttack.set(userName, now() + ATTACK_MS);
      if (isAddressOver) doubtful.set(address, now() + ATTACK_MS);
      return isNameOver || isAddressOver ? WRONG_PASSWORD_WAIT_MS : 0;
    },
    isDoubtful: (address) => (doubtful.get(address) ?? -Infinity) > now(),
    forget(userName) {
      hashes.delete(userName);
      underAttack.delete(userName);
    },
  };
}

const same = (known: string | null, given: string): boolean => {
  if (known === null) return false;
  const [left, right] = [Buffer.from(known), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
};
