/**
 * The single conditions of the rule for new passwords (spec 5), for feedback while typing. All of them together are
 * isGoodPassword (password.ts).
 */
import { PASSWORD_LENGTH } from './limits.ts';

export const PASSWORD_PARTS = ['length', 'lower', 'upper', 'digit'] as const;
export type PasswordPart = (typeof PASSWORD_PARTS)[number];

export const passwordParts = (password: string): Readonly<Record<PasswordPart, boolean>> => ({
  length: password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max,
  lower: /[a-z]/u.test(password),
  upper: /[A-Z]/u.test(password),
  digit: /\d/u.test(password),
});
