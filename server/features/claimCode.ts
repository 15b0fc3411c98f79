/** The code that binds a registered robot to an account: random, easy to read aloud and to type. */
import { createHash, randomInt } from 'node:crypto';
import { CLAIM_CODE_LENGTH, CODE_LETTERS, groupsOf } from '../../contract/rules/typedCodes.ts';

const written = (letter: (index: number) => number): string =>
  groupsOf(
    Array.from({ length: CLAIM_CODE_LENGTH }, (_, i) => CODE_LETTERS[letter(i) % CODE_LETTERS.length] ?? '').join(''),
  ).join('-');

export const newClaimCode = (): string => written(() => randomInt(CODE_LETTERS.length));

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
