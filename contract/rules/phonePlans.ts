/**
 * Phone number validation by the numbering plans of all countries. The plans are large: the console loads this file only
 * with a form that needs it.
 */
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { barePhoneNumber, fullPhoneNumber, hasPhoneNumberShape, startsWithCode } from './phoneNumber.ts';

/** The library also parses extensions and whole sentences, so only plain numbers are passed to it. */
const parsed = (full: string): PhoneNumber | undefined =>
  hasPhoneNumberShape(full) ? parsePhoneNumberFromString(full, { extract: false }) : undefined;

/**
 * Normalises a number to the stored form (E.164). null for a number outside all plans: an unknown country code, too
 * short or too long. A trunk prefix behind the country code (+49 0170 ...) is removed. A number that was typed with
 * the chosen country code but without a plus is recognised (`withoutPlus`).
 */
export function phoneNumberOf(phoneNumber: string, countryAreaCode: string): string | null {
  const joined = parsed(fullPhoneNumber(phoneNumber, countryAreaCode));
  const number = withoutPlus(phoneNumber, countryAreaCode, joined) ?? joined;
  // Each parse removes one trunk prefix. A number that a second parse changes again would have two keys, and limits
  // count by key.
  return number?.isPossible() && parsed(number.number)?.number === number.number ? number.number : null;
}

/**
 * Whether the numbering plan has the number: a length that exists is not enough to store a new one. Numbers are still
 * found by `phoneNumberOf` alone, so that an account with an older number can sign in.
 */
export const isValidPhoneNumber = (full: string): boolean => parsed(full)?.isValid() ?? false;

/** The country code in digits of a stored number; '' for any other text. */
export const countryCodeOf = (full: string): string => parsed(full)?.countryCallingCode ?? '';

/** A stored number as people read it, with its country code: +86 21 5555 0199. Any other text alone. */
export const internationalForm = (full: string): string => parsed(full)?.formatInternational() ?? full;

/**
 * The number that already begins with the country code; undefined if it is not a valid one. Where both readings are
 * valid, as in Germany, whose area codes also begin with 49, only a mobile number is preferred to a landline.
 */
function withoutPlus(
  phoneNumber: string,
  countryAreaCode: string,
  joined: PhoneNumber | undefined,
): PhoneNumber | undefined {
  const bare = barePhoneNumber(phoneNumber);
  const typed = startsWithCode(bare, countryAreaCode) ? parsed(`+${bare}`) : undefined;
  if (!typed?.isValid()) return undefined;
  return joined?.isValid() && (typed.getType() !== 'MOBILE' || joined.getType() === 'MOBILE') ? undefined : typed;
}

/** A number from `phoneNumberOf`, and the form stored before trunk prefixes were removed. Any other text alone. */
export function storedForms(full: string): string[] {
  const number = parsed(full);
  if (number?.number !== full) return [full];
  const withPrefix = `+${number.countryCallingCode}${number.formatNational().replace(/\D/gu, '')}`;
  return [...new Set([full, withPrefix])];
}
