/** Phone numbers as accounts keep them: a plus, the country code and the number, nothing else (E.164). */

/** What people write into a phone number and nobody dials. */
export const barePhoneNumber = (text: string): string => text.replace(/[\s().-]/gu, '');

/** Joins what the calls carry apart (spec 7). */
export function fullPhoneNumber(phoneNumber: string, countryAreaCode: string): string {
  const bare = barePhoneNumber(phoneNumber);
  return bare.startsWith('+') ? bare : `+${countryAreaCode.replace(/\D/gu, '')}${bare}`;
}

/** Whether it may be one. The server knows the numbering plans (server/db/phoneNumber.ts), which are too large for a check while typing. */
export const hasPhoneNumberShape = (full: string): boolean => /^\+[1-9]\d{5,14}$/u.test(full);
