/**
 * The codes that people read from a screen and type into the companion app: a robot's claim code and a page's sign-in
 * code. Their lengths differ, so that one field takes both.
 */

/** Crockford's Base32 without I, L, O, U: no letters that look like digits, no accidental words. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters: 80 bits. */
export const CLAIM_CODE_LENGTH = 16;
/** Characters: 100 bits. */
export const SIGN_IN_CODE_LENGTH = 20;
const GROUP = 4;

/** In groups of four, as shown. */
export const groupsOf = (code: string): string[] => code.match(new RegExp(`.{1,${GROUP}}`, 'gu')) ?? [];

/** Without separators, in capitals, and with O, I and L read as digits. */
export const typedCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s\-–—_.]/gu, '')
    .replace(/O/gu, '0')
    .replace(/[IL]/gu, '1');

/** Which code was typed; null if it is neither. */
export function kindOfTyped(code: string): 'claim' | 'signIn' | null {
  if (!/^[0-9A-Z]+$/u.test(code)) return null;
  return code.length === CLAIM_CODE_LENGTH ? 'claim' : code.length === SIGN_IN_CODE_LENGTH ? 'signIn' : null;
}
