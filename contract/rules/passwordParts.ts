/** The rule for new passwords in parts (spec 5), to show which of them what is typed meets. All of them together are isGoodPassword (password.ts). */
import { PASSWORD_LENGTH } from './limits.ts';

export const PASSWORD_PARTS = ['length', 'lower', 'upper', 'digit'] as const;
export type PasswordPart = (typeof PASSWORD_PARTS)[number];

export const passwordParts = (password: string): Readonly<Record<PasswordPart, boolean>> => ({
  length: password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max,
  lower: /[a-z]/u.test(password),
  upper: /[A-Z]/u.test(password),
  digit: /\d/u.test(password),
});
