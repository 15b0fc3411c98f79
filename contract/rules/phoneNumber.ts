/** Phone numbers as accounts keep them: a plus, the country code and the number, nothing else (E.164). */

/** Joins what the calls carry apart (spec 7); spaces, dashes and brackets that people write are nothing. */
export function fullPhoneNumber(phoneNumber: string, countryAreaCode: string): string {
  const bare = phoneNumber.replace(/[\s().-]/gu, '');
  return bare.startsWith('+') ? bare : `+${countryAreaCode.replace(/\D/gu, '')}${bare}`;
}

export const isPhoneNumber = (full: string): boolean => /^\+[1-9]\d{6,14}$/u.test(full);
