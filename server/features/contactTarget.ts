/** The target of a verification code: the e-mail address or phone number of a request, normalised as in accounts. */
import * as v from 'valibot';
import { ApiError } from '../../contract/wire/errors.ts';
import { isValidPhoneNumber, phoneNumberOf } from '../../contract/rules/phonePlans.ts';

export interface ContactTarget {
  kind: 'email' | 'phone';
  /** An address in lower case, or a number with plus and country code. */
  target: string;
}

/**
 * The e-mail address takes precedence if both are given.
 * @throws parameterEmpty when neither is given, fieldInvalid for an invalid address or number
 */
export function contactTargetOf(
  { email, phoneNumber }: { email: string; phoneNumber: string },
  countryCode: string,
): ContactTarget {
  if (email) {
    if (!v.EMAIL_REGEX.test(email)) throw new ApiError('fieldInvalid', { field: 'email' });
    return { kind: 'email', target: email.toLowerCase() };
  }
  if (!phoneNumber) throw new ApiError('parameterEmpty', { field: 'phoneNumber' });
  const target = phoneNumberOf(phoneNumber, countryCode);
  if (target === null) throw new ApiError('fieldInvalid', { field: 'phoneNumber' });
  return { kind: 'phone', target };
}

/**
 * The target of a code that precedes storing it in an account.
 * @throws as contactTargetOf; fieldInvalid for a number outside every numbering plan
 */
export function newContactTargetOf(...input: Parameters<typeof contactTargetOf>): ContactTarget {
  const to = contactTargetOf(...input);
  if (to.kind === 'phone' && !isValidPhoneNumber(to.target))
    throw new ApiError('fieldInvalid', { field: 'phoneNumber' });
  return to;
}
