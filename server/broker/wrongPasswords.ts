/**
 * Robots' passwords, and the wrong ones, counted per user name and per address. After the first ones an answer comes late,
 * and the database is not asked about each: whoever has the right password is let in all the same.
 */
import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createBucket, type Bucket } from './bucket.ts';

const PER_NAME = { perSecond: 10 / 60, most: 10 };
const PER_ADDRESS = { perSecond: 1, most: 60 };
/** How late. */
export const WRONG_PASSWORD_WAIT_MS = 1_000;
/** What was read from the database is good for so long to refuse a password, and for nothing else. */
const FRESH_MS = 1_000;
const ATTACK_MS = 10_000;
const MOST_KEPT = 10_000;

export interface WrongPasswords {
  isRight(userName: string, passwordHash: string): Promise<boolean>;
  /** A wrong one. @returns ms to wait before that is said */
  count(userName: string, address: string | null): number;
  /** Whether many wrong ones come from there. */
  isDoubtful(address: string): boolean;
  /** It has another password now. */
  forget(userName: string): void;
}

/** @param read the hash of a robot's password; null for a robot that nobody knows */
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
  /** Names and addresses that were over, until when they count as that. */
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
