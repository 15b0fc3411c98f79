/** Validation of the two forms of the sign-in page (spec 5). */
import type { Language } from '../../../contract/entities/constants.ts';
import { isGoodPassword } from '../../../contract/rules/password.ts';

export interface SignInFields {
  /** E-mail or phone number. */
  account: string;
  /** Country code of a phone number that has none, without the plus. */
  country: string;
  password: string;
  /** Stay signed in after the browser closes. */
  keep: boolean;
  // Only on the first start.
  /** The setup code that the server printed. */
  code: string;
  nickname: string;
  email: string;
  /** The password, repeated. */
  repeated: string;
}
export type SignInField = keyof SignInFields;
export type FieldFault =
  'accountEmpty' | 'passwordEmpty' | 'passwordRule' | 'passwordDiffers' | 'codeEmpty' | 'nicknameEmpty' | 'emailShape';
export type Faults = Partial<Record<SignInField, FieldFault>>;

const COUNTRY_OF = { zhCN: '86', enUS: '1' } as const satisfies Record<Language, string>;
export const emptyFields = (language: Language): SignInFields => ({
  account: '',
  country: COUNTRY_OF[language],
  password: '',
  keep: true,
  code: '',
  nickname: '',
  email: '',
  repeated: '',
});

/** A phone number without a country code, so far as it is typed: four digits are neither an e-mail address nor a slip. */
export const isNationalNumber = (account: string): boolean =>
  /^[\d\s().-]+$/u.test(account) && account.replace(/\D/gu, '').length >= 4;

/** Rejects only what cannot be an e-mail address; the server validates it strictly. */
const EMAIL = /^[^\s@]+@[^\s@]+$/u;
const found = (faults: Record<string, FieldFault | false>): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Faults;

export const signInFaults = ({ account, password }: SignInFields): Faults =>
  found({ account: account.trim() === '' && 'accountEmpty', password: password === '' && 'passwordEmpty' });

export const setUpFaults = ({ code, nickname, email, password, repeated }: SignInFields): Faults =>
  found({
    code: code.trim() === '' && 'codeEmpty',
    nickname: nickname.trim() === '' && 'nicknameEmpty',
    email: !EMAIL.test(email.trim()) && 'emailShape',
    password: !isGoodPassword(password) && 'passwordRule',
    repeated: repeated !== password && 'passwordDiffers',
  });
