/**
 * Changes the caller's e-mail address or phone number: requires a code sent to the new one, and the password (spec 5,
 * 7).
 */
import { ApiError } from '../../contract/wire/errors.ts';
import { decodePassword } from '../../contract/rules/password.ts';
import { accountByEmail, accountById, accountByPhone, changeAccount } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import type { PreparationContext } from '../guarded.ts';
import { isPassword } from '../passwords.ts';
import type { RequestContext } from '../requestContext.ts';
import type { Codes, ProvenCode } from './codes.ts';
import type { SignInRateLimit } from './signInRateLimit.ts';
import type { ContactTarget } from './contactTarget.ts';

/**
 * Rate-limited, so that a visitor at an unlocked console cannot guess the password. @returns its hash. @throws
 * tooManyTries, wrongPassword
 */
export async function provePassword(
  tries: SignInRateLimit,
  password: string,
  field: string,
  { db, userId, address }: PreparationContext,
): Promise<string> {
  const account = await accountById(db, userId);
  if (!account) throw new ApiError('invalidUser');
  const name = `password of ${userId}`;
  await tries.count(name, address);
  if (!(await isPassword(account.passwordHash, password))) throw new ApiError('wrongPassword', { field });
  await tries.forgive(name, address);
  return account.passwordHash;
}

/** @throws tooManyTries, wrongPassword, wrongVerificationCode, verificationCodeExpired */
export async function proveContact(
  { codes, tries }: { codes: Codes; tries: SignInRateLimit },
  { kind, target }: ContactTarget,
  { verificationCode, password: encoded }: { verificationCode: string; password: string },
  context: PreparationContext,
): Promise<ProvenCode> {
  const password = decodePassword(encoded);
  if (password === null) throw new ApiError('fieldInvalid', { field: 'password' });
  // Password before code, so that a visitor at an unlocked console cannot use up the code's guesses.
  await provePassword(tries, password, 'password', context);
  return codes.prove({ purpose: kind, target, userId: context.userId, code: verificationCode });
}

/** @throws verificationCodeExpired, emailUsed, phoneNumberUsed */
export async function changeContact(
  { kind, target }: ContactTarget,
  proven: ProvenCode,
  { db, userId }: RequestContext,
): Promise<void> {
  const account = await accountById(db, userId);
  if (!account) throw new ApiError('invalidUser');
  await proven.spend(db);
  const owner = kind === 'email' ? await accountByEmail(db, target) : await accountByPhone(db, target);
  if (owner)
    throw kind === 'email'
      ? new ApiError('emailUsed', { field: 'email' })
      : new ApiError('phoneNumberUsed', { field: 'phoneNumber' });
  const field = kind === 'email' ? 'email' : 'phoneNumber';
  await changeAccount(db, userId, { [field]: target });
  await record(db, {
    userId,
    act: `account.${field}`,
    subject: userId,
    before: { [field]: account[field] },
    after: { [field]: target },
  });
}
