/** Validation of the forms that require a verification code (spec 5). */
import type { Language } from '../../../contract/entities/constants.ts';
import { type NicknameFault, nicknameFault } from '../../../contract/rules/nickname.ts';
import { isGoodPassword } from '../../../contract/rules/password.ts';
import { COUNTRY_OF, hasPhoneNumberShape, shownPhoneNumber } from '../../../contract/rules/phoneNumber.ts';

export interface VerificationFields {
  by: 'phone' | 'email';
  /** Country code without its plus (spec 5). */
  country: string;
  phoneNumber: string;
  email: string;
  code: string;
  nickname: string;
  password: string;
  /** The password, repeated. */
  repeated: string;
  /** Acceptance of agreement and privacy. */
  accepted: boolean;
  /** Stay signed in after the browser closes. */
  keep: boolean;
}
export type TextField = 'country' | 'phoneNumber' | 'email' | 'code' | 'nickname' | 'password' | 'repeated';
export type FieldFault =
  NicknameFault | 'phoneShape' | 'emailShape' | 'codeShape' | 'passwordRule' | 'passwordDiffers' | 'notAccepted';
export type FaultyField = Exclude<TextField, 'country'> | 'accepted';
export type Faults = Partial<Record<FaultyField, FieldFault>>;

/** The recipient of a code, in the shape of the API requests. */
export interface CodeTarget {
  email: string;
  phoneNumber: string;
  country: string;
}

/** The fields of a form in addition to the recipient and the code. */
export interface FormWants {
  nickname: boolean;
  newPassword: boolean;
  acceptance: boolean;
}

export const emptyFields = (language: Language): VerificationFields => ({
  by: 'phone',
  country: COUNTRY_OF[language],
  phoneNumber: '',
  email: '',
  code: '',
  nickname: '',
  password: '',
  repeated: '',
  accepted: false,
  keep: true,
});

/** Rejects only what cannot be an e-mail address; the server validates it strictly. */
const EMAIL = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/u;

export const targetOf = ({ by, email, phoneNumber, country }: VerificationFields): CodeTarget =>
  by === 'email'
    ? { email: email.trim(), phoneNumber: '', country: '' }
    : { email: '', phoneNumber: phoneNumber.trim(), country };
/** The recipient as one string, as accounts store it. */
export const targetName = ({ email, phoneNumber, country }: CodeTarget): string =>
  email.toLowerCase() || shownPhoneNumber(phoneNumber, country);

export const targetFaults = (fields: VerificationFields): Faults =>
  fields.by === 'email'
    ? EMAIL.test(fields.email.trim())
      ? {}
      : { email: 'emailShape' }
    : hasPhoneNumberShape(targetName(targetOf(fields)))
      ? {}
      : { phoneNumber: 'phoneShape' };

export function formFaults(fields: VerificationFields, { nickname, newPassword, acceptance }: FormWants): Faults {
  const nameFault = nickname ? nicknameFault(fields.nickname) : null;
  return {
    ...targetFaults(fields),
    ...(/^\d{6}$/u.test(fields.code.trim()) ? {} : { code: 'codeShape' as const }),
    ...(nameFault ? { nickname: nameFault } : {}),
    ...(newPassword && !isGoodPassword(fields.password) ? { password: 'passwordRule' as const } : {}),
    ...(newPassword && fields.repeated !== fields.password ? { repeated: 'passwordDiffers' as const } : {}),
    ...(acceptance && !fields.accepted ? { accepted: 'notAccepted' as const } : {}),
  };
}
