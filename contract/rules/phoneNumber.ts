/** Phone numbers as stored for accounts: a plus, the country code and the number without separators (E.164). */
import type { Language } from '../entities/constants.ts';

/** The country code that is proposed to readers of a language. */
export const COUNTRY_OF = { zhCN: '86', enUS: '1' } as const satisfies Record<Language, string>;

/** Removes separators. */
export const barePhoneNumber = (text: string): string => text.replace(/[\s().-]/gu, '');

/** Joins the two fields of the API (spec 7). */
export function fullPhoneNumber(phoneNumber: string, countryAreaCode: string): string {
  const bare = barePhoneNumber(phoneNumber);
  return bare.startsWith('+') ? bare : `+${countryAreaCode.replace(/\D/gu, '')}${bare}`;
}

/** Whether a number without separators begins with the country code, which may be digits of the number itself. */
export function startsWithCode(bare: string, countryAreaCode: string): boolean {
  const code = countryAreaCode.replace(/\D/gu, '');
  return code !== '' && bare.startsWith(code);
}

/** National numbers are shorter, and those of North America never begin with their country code. */
const WITH_CODE_LENGTH = 12;
/**
 * As fullPhoneNumber, but a number that was most likely typed with the country code and without a plus keeps it once:
 * for texts. The server decides by the numbering plan (rules/phonePlans.ts).
 */
export function shownPhoneNumber(phoneNumber: string, countryAreaCode: string): string {
  const bare = barePhoneNumber(phoneNumber);
  const isWhole = startsWithCode(bare, countryAreaCode) && (bare.startsWith('1') || bare.length >= WITH_CODE_LENGTH);
  return isWhole ? `+${bare}` : fullPhoneNumber(phoneNumber, countryAreaCode);
}

/**
 * A format check only. The server checks the numbering plans (rules/phonePlans.ts), which are too large to load
 * for a check while typing.
 */
export const hasPhoneNumberShape = (full: string): boolean => /^\+[1-9]\d{5,14}$/u.test(full);
