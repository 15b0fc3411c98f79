/** A user's own e-mail address and phone number: changed by code and password; a refusal changes nothing. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { CODE_TTL_MS, SIGN_IN_TRIES } from '../../../contract/rules/limits.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit, outbox, verificationCodes } from '../../../server/db/schema.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { emailCode, phoneCode } = catalogue.verification;
const { updateEmail, updatePhoneNumber } = catalogue.profile;
const { signIn, userInfo } = catalogue.session;
const PASSWORD = 'Roundhouse1';
const password = encodePassword(PASSWORD);

let test: TestServer;
let token = '';
let stranger = '';
const enter = async (email: string) =>
  ((await test.call(signIn.path, { email, password })).data as { accessToken: string }).accessToken;
beforeAll(async () => {
  test = await startTestServer();
  token = await enter('new@demo.roundhouse');
  stranger = await enter('viewer@demo.roundhouse');
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [outbox, verificationCodes]) await test.db.delete(table);
  await test.forgetTries();
});

const call = (path: string, data: object, as = token) => test.call(path, data, { token: as });
const codeTo = async (target: string): Promise<string> => {
  const rows = await test.db.select().from(outbox).where(eq(outbox.target, target));
  return /\b\d{6}\b/u.exec(rows.at(-1)?.body ?? '')?.[0] ?? 'none';
};
const me = async () => (await call(userInfo.path, { id: 'demo-new' })).data as { email: string; phoneNumber: string };
const other = (code: string): string => (code === '000000' ? '000001' : '000000');
const askEmail = async (email: string) => {
  expect(await call(emailCode.path, { email, language: 'en-us' })).toMatchObject({ code: 0 });
  return codeTo(email.toLowerCase());
};

describe('an e-mail address', () => {
  it('is changed by the code that went there, however it is written; one signs in by it from then on', async () => {
    const verificationCode = await askEmail('Fresh@Test.org');
    const before = await me();
    expect(await call(updateEmail.path, { email: ' Fresh@Test.org ', verificationCode, password })).toEqual({
      code: 0,
      message: 'ok',
      data: null,
    });
    expect((await me()).email).toBe('fresh@test.org');
    expect(await test.call(signIn.path, { email: 'fresh@test.org', password })).toMatchObject({ code: 0 });
    expect(await test.call(signIn.path, { email: before.email, password })).toMatchObject({
      code: ERRORS.accountUnknown,
    });
    expect(
      await test.db
        .select()
        .from(audit)
        .where(and(eq(audit.userId, 'demo-new'), eq(audit.act, 'account.email'))),
    ).toMatchObject([{ before: { email: before.email }, after: { email: 'fresh@test.org' } }]);
    expect(await call(updateEmail.path, { email: 'fresh@test.org', verificationCode, password })).toMatchObject({
      code: ERRORS.verificationCodeExpired,
    });
  });

  it.each<[string, (code: string) => object, keyof typeof ERRORS, string]>([
    ['a wrong password', () => ({ password: encodePassword('Wrong1234') }), 'wrongPassword', 'password'],
    ['a password that is no Base64', () => ({ password: '***' }), 'fieldInvalid', 'password'],
    ['a wrong code', (code) => ({ verificationCode: other(code) }), 'wrongVerificationCode', 'verificationCode'],
    [
      'the code of another address',
      () => ({ email: 'elsewhere@test.org' }),
      'wrongVerificationCode',
      'verificationCode',
    ],
    ['what is no address', () => ({ email: 'nowhere' }), 'fieldInvalid', 'email'],
  ])('is not changed with %s', async (_, wrong, error, field) => {
    const before = await me();
    const verificationCode = await askEmail('wanted@test.org');
    expect(
      await call(updateEmail.path, {
        email: 'wanted@test.org',
        verificationCode,
        password,
        ...wrong(verificationCode),
      }),
    ).toMatchObject({ code: ERRORS[error], data: { field } });
    expect(await me()).toEqual(before);
  });

  it('is not changed by a code that somebody else asked for, or that is too old', async () => {
    const verificationCode = await askEmail('shared@test.org');
    expect(
      await call(updateEmail.path, { email: 'shared@test.org', verificationCode, password }, stranger),
    ).toMatchObject({ code: ERRORS.wrongVerificationCode });
    test.later(CODE_TTL_MS + 1);
    expect(await call(updateEmail.path, { email: 'shared@test.org', verificationCode, password })).toMatchObject({
      code: ERRORS.verificationCodeExpired,
    });
  });

  it('is not taken from whoever got it meanwhile, and the code is not spent on it', async () => {
    const mine = await askEmail('both@test.org');
    await test.db.update(verificationCodes).set({ userId: 'demo-viewer' });
    expect(
      await call(updateEmail.path, { email: 'both@test.org', verificationCode: mine, password }, stranger),
    ).toMatchObject({ code: 0 });
    await test.db.update(verificationCodes).set({ userId: 'demo-new', usedAt: null });
    expect(await call(updateEmail.path, { email: 'both@test.org', verificationCode: mine, password })).toMatchObject({
      code: ERRORS.emailUsed,
      data: { field: 'email' },
    });
  });

  it('gives nobody at an open console a way to try passwords, nor to spend the guesses of the code', async () => {
    const verificationCode = await askEmail('tried@test.org');
    const codes = [];
    for (let i = 0; i <= SIGN_IN_TRIES; i++)
      codes.push(
        (
          await call(updateEmail.path, {
            email: 'tried@test.org',
            verificationCode,
            password: encodePassword(`Guess${i}abc`),
          })
        ).code,
      );
    expect(codes.at(-1)).toBe(ERRORS.tooManyTries);
    await test.forgetTries();
    expect(await call(updateEmail.path, { email: 'tried@test.org', verificationCode, password })).toMatchObject({
      code: 0,
    });
  });
});

describe('a phone number', () => {
  it('is changed by the code that went there, its country code apart or not', async () => {
    expect(
      await call(phoneCode.path, { phoneNumber: '138 0000 7777', countryCode: '86', language: 'en-us' }),
    ).toMatchObject({ code: 0 });
    const verificationCode = await codeTo('+8613800007777');
    expect(
      await call(updatePhoneNumber.path, {
        phoneNumber: '13800007777',
        countryAreaCode: '+86',
        verificationCode,
        password,
      }),
    ).toMatchObject({ code: 0 });
    expect((await me()).phoneNumber).toBe('+8613800007777');
  });

  it('that is no number is refused', async () => {
    expect(
      await call(updatePhoneNumber.path, {
        phoneNumber: '12',
        countryAreaCode: '86',
        verificationCode: '000000',
        password,
      }),
    ).toMatchObject({ code: ERRORS.fieldInvalid, data: { field: 'phoneNumber' } });
  });
});
