/** Where a code goes: the e-mail address or the phone number that a call names, as accounts have it. */
import * as v from 'valibot';
import { CodedError } from '../../contract/wire/errors.ts';
import { phoneNumberOf } from '../db/phoneNumber.ts';

export interface Target {
  kind: 'email' | 'phone';
  /** In lower case, or with plus and country code. */
  target: string;
}

/** @throws parameterEmpty when neither is given, fieldInvalid for what is no address or number; the e-mail counts when both are given */
export function targetOf({ email, phoneNumber }: { email: string; phoneNumber: string }, countryCode: string): Target {
  if (email) {
    if (!v.EMAIL_REGEX.test(email)) throw new CodedError('fieldInvalid', { field: 'email' });
    return { kind: 'email', target: email.toLowerCase() };
  }
  if (!phoneNumber) throw new CodedError('parameterEmpty', { field: 'phoneNumber' });
  const target = phoneNumberOf(phoneNumber, countryCode);
  if (target === null) throw new CodedError('fieldInvalid', { field: 'phoneNumber' });
  return { kind: 'phone', target };
}
