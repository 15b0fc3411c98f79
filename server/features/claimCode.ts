/** The code by which a registered robot is bound: random, easy to read out and to type. */
import { createHash, randomInt } from 'node:crypto';

/** No I, L, O, U: nothing that looks like a digit, or spells a word (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits. */
const LENGTH = 16;

const written = (letter: (index: number) => number): string =>
  Array.from(
    { length: LENGTH },
    (_, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${LETTERS[letter(i) % LETTERS.length] ?? ''}`,
  ).join('');

export const newClaimCode = (): string => written(() => randomInt(LETTERS.length));

/** @param bytes random ones, a letter each: as many as a code has, or more */
export const claimCodeFrom = (bytes: Uint8Array): string => written((i) => bytes[i] ?? 0);

/** Of a code as people write it: small letters, other dashes, the letters that were meant as digits. */
export const claimHashOf = (code: string): string =>
  createHash('sha256')
    .update(
      code
        .toUpperCase()
        .replace(/[^0-9A-Z]/gu, '')
        .replace(/O/gu, '0')
        .replace(/[IL]/gu, '1'),
    )
    .digest('hex');
