/** Phone number validation by the numbering plans of all countries. */
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { fullPhoneNumber, hasPhoneNumberShape } from '../../contract/rules/phoneNumber.ts';

/** The library also parses extensions and whole sentences, so only plain numbers are passed to it. */
const parsed = (full: string): PhoneNumber | undefined =>
  hasPhoneNumberShape(full) ? parsePhoneNumberFromString(full, { extract: false }) : undefined;

/**
 * Normalises a number to the stored form (E.164). null for a number outside all plans: an unknown country code, too
 * short or too long. A trunk prefix behind the country code (+49 0170 ...) is removed.
 */
export function phoneNumberOf(phoneNumber: string, countryAreaCode: string): string | null {
  const number = parsed(fullPhoneNumber(phoneNumber, countryAreaCode));
  // Each parse removes one trunk prefix. A number that a second parse changes again would have two keys, and limits
  // count by key.
  return number?.isPossible() && parsed(number.number)?.number === number.number ? number.number : null;
}

/** A number from `phoneNumberOf`, and the form stored before trunk prefixes were removed. Any other text alone. */
export function storedForms(full: string): string[] {
  const number = parsed(full);
  if (number?.number !== full) return [full];
  const withPrefix = `+${number.countryCallingCode}${number.formatNational().replace(/\D/gu, '')}`;
  return [...new Set([full, withPrefix])];
}
