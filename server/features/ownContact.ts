/** One's e-mail address and phone number: changed by a code that went to the new one, and the password (spec 5, 7). */
import { CodedError } from '../../contract/wire/errors.ts';
import { decodePassword } from '../../contract/rules/password.ts';
import { accountByEmail, accountById, accountByPhone, changeAccount } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import type { Caller } from '../parts.ts';
import { isPassword } from '../passwords.ts';
import type { Codes } from './codes.ts';
import type { SignInTries } from './signInTries.ts';
import type { Target } from './target.ts';

/** @throws tooManyTries, wrongPassword, wrongVerificationCode, verificationCodeExpired, emailUsed, phoneNumberUsed */
export async function changeContact(
  { codes, tries }: { codes: Codes; tries: SignInTries }, { kind, target }: Target,
  { verificationCode, password: encoded }: { verificationCode: string; password: string }, { db, userId, address }: Caller,
): Promise<void> {
  const password = decodePassword(encoded);
  if (password === null) throw new CodedError('fieldInvalid', { field: 'password' });
  const account = await accountById(db, userId);
  if (!account) throw new CodedError('invalidUser');
  // Before the code: whoever found an open console must not spend its guesses.
  const name = `password of ${userId}`;
  await tries.count(name, address);
  if (!(await isPassword(account.passwordHash, password))) throw new CodedError('wrongPassword', { field: 'password' });
  await tries.forgive(name, address);
  const proven = await codes.prove({ purpose: kind, target, userId, code: verificationCode });
  await proven.spend(db);
  const owner = kind === 'email' ? await accountByEmail(db, target) : await accountByPhone(db, target);
  if (owner) throw kind === 'email' ? new CodedError('emailUsed', { field: 'email' }) : new CodedError('phoneNumberUsed', { field: 'phoneNumber' });
  const field = kind === 'email' ? 'email' : 'phoneNumber';
  await changeAccount(db, userId, { [field]: target });
  await record(db, { userId, act: `account.${field}`, subject: userId, before: { [field]: account[field] }, after: { [field]: target } });
}
