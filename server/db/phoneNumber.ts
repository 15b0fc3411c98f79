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
  return number?.isPossible() ? number.number : null;
}

/** A number, and how it was stored before trunk prefixes were left out. The first is the one that counts. */
export function storedForms(full: string): string[] {
  const number = parsed(full);
  if (!number) return [full];
  const withPrefix = `+${number.countryCallingCode}${number.formatNational().replace(/\D/gu, '')}`;
  return [...new Set([number.number, full, withPrefix])];
}
