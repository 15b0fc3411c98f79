/**
 * A new e-mail address or phone number of the user: with the six-digit code sent to it and the user's password (spec
 * 5). An error is shown under the field that it concerns.
 */
import { COUNTRY_OF } from '../../../contract/rules/phoneNumber.ts';
import { ERRORS, errorNameOf, type ErrorName } from '../../../contract/wire/errors.ts';
import { createForm, type FormFaults, type FormFields } from '../factories/form.ts';
import {
  type CodeTarget,
  emptyFields,
  formFaults,
  targetName,
  targetOf,
  type VerificationFields,
} from '../verification/verificationRules.ts';
import type { Language } from '../../../contract/entities/constants.ts';

export type ContactKind = VerificationFields['by'];

/** The country of the number that is replaced, if it is one of the languages' countries: most keep theirs. */
const countryOf = (current: string, language: Language): string =>
  Object.values(COUNTRY_OF).find((code) => current.startsWith(`+${code}`)) ?? COUNTRY_OF[language];

/** @param current the address or number to be replaced; empty for none */
export const emptyContact = (by: ContactKind, current: string, language: Language): FormFields => ({
  by,
  current,
  country: countryOf(current, language),
  phoneNumber: '',
  email: '',
  code: '',
  password: '',
});

const fieldsOf = ({
  by = '',
  country = '',
  phoneNumber = '',
  email = '',
  code = '',
}: FormFields): VerificationFields => ({
  ...emptyFields('enUS'),
  by: by === 'email' ? by : 'phone',
  country,
  phoneNumber,
  email,
  code,
});
/** The recipient of the code. */
export const contactTarget = (draft: FormFields): CodeTarget => targetOf(fieldsOf(draft));
/** The field that contains the recipient. */
export const contactField = (draft: FormFields): 'email' | 'phoneNumber' =>
  draft['by'] === 'email' ? 'email' : 'phoneNumber';

const KEYS = {
  emailShape: 'signIn.fault.emailShape',
  phoneShape: 'verification.fault.phoneShape',
  codeShape: 'verification.fault.codeShape',
} as const;

export function contactFaults(draft: FormFields): FormFaults {
  const field = contactField(draft);
  const { code, ...found } = formFaults(fieldsOf(draft), { nickname: false, newPassword: false, acceptance: false });
  return {
    ...(targetName(contactTarget(draft)) === draft['current'] && { [field]: 'userSetting.contact.same' }),
    ...(found.email && { email: KEYS.emailShape }),
    ...(found.phoneNumber && { phoneNumber: KEYS.phoneShape }),
    ...(code && { code: KEYS.codeShape }),
    ...(draft['password'] === '' && { password: 'userSetting.password.oldEmpty' }),
  };
}

/** Errors whose own texts are sufficient. */
const FIELDS: Partial<Record<ErrorName, string>> = {
  emailUsed: 'email',
  phoneNumberUsed: 'phoneNumber',
  wrongVerificationCode: 'code',
  verificationCodeExpired: 'code',
};

export const contactFormMachine = createForm({
  id: 'contactForm',
  faultsOf: contactFaults,
  savedKey: 'userSetting.contact.saved',
  refreshesUser: true,
  secret: true,
  once: true,
  faultsBy({ code, field }) {
    const about = FIELDS[errorNameOf(code) ?? 'unknownError'];
    if (about) return { [about]: `errors.cloud_error_${code}` };
    if (code === ERRORS.wrongPassword) return { password: 'userSetting.password.oldWrong' };
    // The server validates addresses and numbers strictly.
    if (code === ERRORS.fieldInvalid && (field === 'email' || field === 'phoneNumber'))
      return { [field]: field === 'email' ? KEYS.emailShape : KEYS.phoneShape };
    return {};
  },
});
