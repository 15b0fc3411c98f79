/** Phone numbers by the numbering plans of all countries. */
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { fullPhoneNumber, hasPhoneNumberShape } from '../../contract/rules/phoneNumber.ts';

/** The library also reads extensions and whole sentences; only plain numbers reach it. */
const parsed = (full: string): PhoneNumber | undefined =>
  hasPhoneNumberShape(full) ? parsePhoneNumberFromString(full, { extract: false }) : undefined;

/**
 * As accounts keep it (E.164); null for a number that no plan has: an unknown country code, too short or too long.
 * A trunk prefix behind the country code (+49 0170 ...) is left out.
 */
export function phoneNumberOf(phoneNumber: string, countryAreaCode: string): string | null {
  const number = parsed(fullPhoneNumber(phoneNumber, countryAreaCode));
  // Each parse leaves out one trunk prefix: what would be another number once more has two keys, and limits count by the key.
  return number?.isPossible() && parsed(number.number)?.number === number.number ? number.number : null;
}

/** A number of `phoneNumberOf`, and how it was stored before trunk prefixes were left out. Any other text stands for itself alone. */
export function storedForms(full: string): string[] {
  const number = parsed(full);
  if (number?.number !== full) return [full];
  const withPrefix = `+${number.countryCallingCode}${number.formatNational().replace(/\D/gu, '')}`;
  return [...new Set([full, withPrefix])];
}
