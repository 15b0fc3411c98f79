/** Phone numbers as stored for accounts: a plus, the country code and the number without separators (E.164). */

/** Removes separators. */
export const barePhoneNumber = (text: string): string => text.replace(/[\s().-]/gu, '');

/** Joins the two fields of the API (spec 7). */
export function fullPhoneNumber(phoneNumber: string, countryAreaCode: string): string {
  const bare = barePhoneNumber(phoneNumber);
  return bare.startsWith('+') ? bare : `+${countryAreaCode.replace(/\D/gu, '')}${bare}`;
}

/**
 * A format check only. The server checks the numbering plans (server/db/phoneNumber.ts), which are too large to load
 * for a check while typing.
 */
export const hasPhoneNumberShape = (full: string): boolean => /^\+[1-9]\d{5,14}$/u.test(full);
