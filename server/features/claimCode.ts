/** The code that binds a registered robot to an account: random, easy to read aloud and to type. */
import { createHash, randomInt } from 'node:crypto';

/** Crockford's Base32 without I, L, O, U: no letters that look like digits, no accidental words. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters: 80 bits. */
const LENGTH = 16;

const written = (letter: (index: number) => number): string =>
  Array.from(
    { length: LENGTH },
    (_, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${LETTERS[letter(i) % LETTERS.length] ?? ''}`,
  ).join('');

export const newClaimCode = (): string => written(() => randomInt(LETTERS.length));

/** @param bytes random bytes, one per character: at least as many as a code has */
export const claimCodeFrom = (bytes: Uint8Array): string => written((i) => bytes[i] ?? 0);

/** Hash of a code as typed: ignores case and separators, and reads O, I, L as digits. */
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
