/** Where a code goes: the e-mail address or the phone number that a call names, as accounts have it. */
import * as v from 'valibot';
import { ApiError } from '../../contract/wire/errors.ts';
import { phoneNumberOf } from '../db/phoneNumber.ts';

export interface ContactTarget {
  kind: 'email' | 'phone';
  /** In lower case, or with plus and country code. */
  target: string;
}

/** @throws parameterEmpty when neither is given, fieldInvalid for what is no address or number; the e-mail counts when both are given */
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
