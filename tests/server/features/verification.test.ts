/**
 * Verification codes, captchas, sign-in by code, registration, new passwords: what works, what is refused, and what is
 * not disclosed.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import {
  CAPTCHA_TTL_MS,
  CODE_GUESSES,
  CODE_PAUSE_MS,
  CODE_TTL_MS,
  CODES_PER_ADDRESS,
  CODES_PER_TARGET,
  CODES_WINDOW_MS,
} from '../../../contract/rules/limits.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import type { Reply } from '../../../contract/wire/envelope.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { applyRetention } from '../../../server/retention.ts';
import { accounts, audit, captchas, outbox, sessions, verificationCodes } from '../../../server/db/schema.ts';
import { knownCaptcha } from '../../fakes/captcha.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const {
  captcha,
  loginCode,
  registerCode,
  isRegistered,
  signUp,
  forgotPasswordCode,
  forgotPassword,
  emailCode,
  phoneCode,
} = catalogue.verification;
const { signIn, userInfo } = catalogue.session;
const operator = 'operator@demo.roundhouse';
const password = encodePassword('NewPass1');

let test: TestServer;
let now: number;
beforeAll(async () => {
  now = Date.now();
  test = await startTestServer({ now: () => now });
});
afterAll(() => test.close());
let addresses = 0;
beforeEach(async () => {
  addresses += 1;
  await test.db.delete(outbox);
  await test.db.delete(verificationCodes);
  await test.forgetTries();
});

const call = (path: string, data: object, more: Parameters<TestServer['call']>[2] = {}): Promise<Reply> =>
  test.call(path, data, { address: `10.2.0.${addresses}`, ...more });
/** Requests a code with a solved captcha. */
const ask = async (path: string, data: object, more: Parameters<TestServer['call']>[2] = {}): Promise<Reply> =>
  call(path, { ...data, ...(await knownCaptcha(test.db, now)) }, more);
const messagesTo = (target: string) => test.db.select().from(outbox).where(eq(outbox.target, target));
const codeTo = async (target: string): Promise<string> =>
  /\b\d{6}\b/u.exec((await messagesTo(target)).at(-1)?.body ?? '')?.[0] ?? 'none';
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('a captcha', () => {
  it('is a picture, and the letters are nowhere beside it', async () => {
    const { code, data } = await call(captcha.path, { captchaToken: 'a-token-of-the-page', captchaType: 'image' });
    const { image, letters } = data as { image: string; letters: number };
    expect([code, letters]).toEqual([0, 5]);
    const bytes = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([300, 100]);
    const [row] = await test.db.select().from(captchas).where(eq(captchas.token, 'a-token-of-the-page'));
    expect(row?.answerHash).toMatch(/^[0-9a-f]{64}$/u);
  });

  it('is answered once: right or wrong, it is gone', async () => {
    const known = await knownCaptcha(test.db, now);
    const wrong = { email: operator, captchaToken: known.captchaToken, captchaContent: 'wrong' };
    expect(await call(loginCode.path, wrong)).toMatchObject({
      code: ERRORS.captchaWrong,
      data: { field: 'captchaContent' },
    });
    expect(await call(loginCode.path, { email: operator, ...known })).toMatchObject({ code: ERRORS.captchaWrong });
    const good = await knownCaptcha(test.db, now);
    expect(await call(loginCode.path, { email: operator, ...good })).toMatchObject({ code: 0 });
    expect(await call(loginCode.path, { email: 'viewer@demo.roundhouse', ...good })).toMatchObject({
      code: ERRORS.captchaWrong,
    });
  });

  it('is worth nothing after five minutes', async () => {
    const late = await knownCaptcha(test.db, now - CAPTCHA_TTL_MS);
    expect(await call(registerCode.path, { email: 'late@example.org', ...late })).toMatchObject({
      code: ERRORS.captchaWrong,
    });
    expect(await messagesTo('late@example.org')).toEqual([]);
  });
});

describe('a code', () => {
  it("is six digits in the reader's language, kept in the outbox, hashed everywhere else", async () => {
    expect(await ask(loginCode.path, { email: ` ${operator.toUpperCase()} ` }, { language: 'zh-cn' })).toEqual({
      code: 0,
      message: 'ok',
      data: { pause: 60, lasts: 600 },
    });
    const [message] = await messagesTo(operator);
    expect(message).toMatchObject({ channel: 'email', state: 'kept', language: 'zhCN', subject: '登录验证码' });
    const code = await codeTo(operator);
    expect(code).toMatch(/^\d{6}$/u);
    const rows = JSON.stringify([await test.db.select().from(verificationCodes), await test.db.select().from(audit)]);
    expect(rows).not.toContain(code);
    expect(test.logged.join('')).not.toContain(code);
  });

  it('goes to a phone number, however it is written, as an SMS', async () => {
    expect(await ask(loginCode.path, { phoneNumber: '138 0000-0001', countryAreaCode: '86' })).toMatchObject({
      code: 0,
    });
    expect(await messagesTo('+8613800000001')).toMatchObject([{ channel: 'sms', state: 'kept' }]);
  });

  it('a number of a length that exists, but in no numbering plan, has no new account and may have an old one', async () => {
    const phone = { phoneNumber: '138 0000 0', countryAreaCode: '86' };
    expect(await ask(registerCode.path, phone)).toMatchObject({
      code: ERRORS.fieldInvalid,
      data: { field: 'phoneNumber' },
    });
    expect(await ask(loginCode.path, phone)).toMatchObject({ code: 0 });
  });

  it.each([
    ['no target', {}, ERRORS.parameterEmpty, 'phoneNumber'],
    ['an e-mail that is none', { email: 'nobody' }, ERRORS.fieldInvalid, 'email'],
    ['a number that is none', { phoneNumber: '12', countryAreaCode: '86' }, ERRORS.fieldInvalid, 'phoneNumber'],
    ['a number without its country', { phoneNumber: '013800000001' }, ERRORS.fieldInvalid, 'phoneNumber'],
    [
      'a country that is none',
      { phoneNumber: '13800000001', countryAreaCode: 'China' },
      ERRORS.fieldInvalid,
      'countryAreaCode',
    ],
  ])('goes nowhere with %s', async (_, data, code, field) => {
    expect(await ask(loginCode.path, data)).toMatchObject({ code, data: { field } });
  });

  it('is sent once a minute to a target, whatever it is for, and of two asked for at once one goes', async () => {
    const replies = await Promise.all([
      ask(loginCode.path, { email: operator }),
      ask(loginCode.path, { email: operator }),
    ]);
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, ERRORS.codeTooOften]);
    now += CODE_PAUSE_MS - 10_000;
    expect(await ask(forgotPasswordCode.path, { email: operator })).toMatchObject({
      code: ERRORS.codeTooOften,
      data: { words: { seconds: 10 } },
    });
    now += 10_000;
    expect(await ask(forgotPasswordCode.path, { email: operator })).toMatchObject({ code: 0 });
    expect(await messagesTo(operator)).toHaveLength(2);
  });

  it('is sent so often an hour to a target, and then again', async () => {
    for (let i = 0; i < CODES_PER_TARGET; i++) {
      expect(await ask(loginCode.path, { email: operator })).toMatchObject({ code: 0 });
      now += CODE_PAUSE_MS;
    }
    const { code, data } = await ask(loginCode.path, { email: operator });
    expect(code).toBe(ERRORS.codeTooOften);
    now += (data as { words: { seconds: number } }).words.seconds * 1_000;
    expect(await ask(loginCode.path, { email: operator })).toMatchObject({ code: 0 });
    expect(now).toBeGreaterThan(CODES_WINDOW_MS);
  });

  it('is sent so often an hour for an address, whatever the targets', async () => {
    const replies = [];
    for (let i = 0; i <= CODES_PER_ADDRESS; i++)
      replies.push(
        (await ask(registerCode.path, { email: `newcomer-${i}@example.org` }, { address: '10.3.3.3' })).code,
      );
    expect(replies).toEqual([...Array.from({ length: CODES_PER_ADDRESS }, () => 0), ERRORS.codeTooOften]);
    expect(await ask(registerCode.path, { email: 'elsewhere@example.org' }, { address: '10.3.3.4' })).toMatchObject({
      code: 0,
    });
  });
});

describe('signing in by code', () => {
  const enter = (verificationCode: string, data: object = { email: operator }) =>
    call(signIn.path, { ...data, verificationCode });

  it('opens a session of its own kind, by e-mail and by phone', async () => {
    await ask(loginCode.path, { email: operator });
    const { code, data } = await enter(await codeTo(operator));
    expect(code).toBe(0);
    const { accessToken, userId } = data as { accessToken: string; userId: string };
    expect(await test.call(userInfo.path, { id: userId }, { token: accessToken })).toMatchObject({
      code: 0,
      data: { id: 'demo-operator' },
    });
    const ways = await test.db.select({ way: sessions.way }).from(sessions).where(eq(sessions.userId, 'demo-operator'));
    expect(ways).toEqual([{ way: 'code' }]);
    await ask(loginCode.path, { phoneNumber: '13800000001', countryAreaCode: '86' });
    expect(
      await enter(await codeTo('+8613800000001'), { phoneNumber: '13800000001', countryAreaCode: '86' }),
    ).toMatchObject({ code: 0, data: { userId: 'demo-operator' } });
  });

  it('works once, also for two at once', async () => {
    await ask(loginCode.path, { email: operator });
    const code = await codeTo(operator);
    const replies = await Promise.all([enter(code), enter(code)]);
    expect(replies.map((reply) => reply.code).sort((a, b) => a - b)).toEqual([0, ERRORS.verificationCodeExpired]);
    expect(await enter(code)).toMatchObject({
      code: ERRORS.verificationCodeExpired,
      data: { field: 'verificationCode' },
    });
  });

  it('refuses a wrong code, and the right one after five wrong guesses, many at once too', async () => {
    await ask(loginCode.path, { email: operator });
    const code = await codeTo(operator);
    const guesses = await Promise.all(
      Array.from({ length: CODE_GUESSES + 3 }, async (_, i) =>
        test.call(signIn.path, { email: operator, verificationCode: other(code) }, { address: `10.4.0.${i}` }),
      ),
    );
    const wrong = guesses.filter((reply) => reply.code === ERRORS.wrongVerificationCode);
    expect(wrong.length).toBeLessThanOrEqual(CODE_GUESSES);
    expect(guesses.every((reply) => reply.code !== 0)).toBe(true);
    await test.forgetTries();
    expect(await enter(code)).toMatchObject({ code: ERRORS.verificationCodeExpired });
  });

  it('refuses an old code, one for something else, one for somebody else, and one that a newer replaced', async () => {
    await ask(loginCode.path, { email: operator });
    const old = await codeTo(operator);
    now += CODE_TTL_MS;
    expect(await enter(old)).toMatchObject({ code: ERRORS.verificationCodeExpired });
    await ask(forgotPasswordCode.path, { email: 'viewer@demo.roundhouse' });
    const foreign = await codeTo('viewer@demo.roundhouse');
    expect(await enter(foreign, { email: 'viewer@demo.roundhouse' })).toMatchObject({
      code: ERRORS.wrongVerificationCode,
    });
    await test.db.delete(verificationCodes);
    await test.db.delete(outbox);
    await ask(loginCode.path, { email: operator });
    const first = await codeTo(operator);
    await test.db.delete(outbox);
    now += CODE_PAUSE_MS;
    await ask(loginCode.path, { email: operator });
    const second = await codeTo(operator);
    if (first !== second) expect(await enter(first)).toMatchObject({ code: ERRORS.wrongVerificationCode });
    expect(await enter(second)).toMatchObject({ code: 0 });
  });

  it('keeps out who has no role or was locked out, once it is known who they are', async () => {
    await test.db.insert(accounts).values([
      { id: 'code-roleless', nickname: 'R', roles: [], email: 'roleless@example.org', passwordHash: '' },
      {
        id: 'code-locked',
        nickname: 'L',
        roles: ['operator'],
        email: 'locked@example.org',
        passwordHash: '',
        lockedAt: new Date(now),
      },
    ]);
    for (const [email, code] of [
      ['roleless@example.org', ERRORS.noRole],
      ['locked@example.org', ERRORS.accountLocked],
    ] as const) {
      await ask(loginCode.path, { email });
      expect(await enter(await codeTo(email), { email })).toMatchObject({ code });
    }
  });

  it('tells nobody whether there is an account: same replies, and the answer goes to the target alone', async () => {
    const replies = [];
    for (const email of [operator, 'stranger@example.org']) {
      replies.push([
        await ask(loginCode.path, { email }),
        (await enter('000000', { email })).code,
        (await ask(loginCode.path, { email })).code,
      ]);
    }
    expect(replies[1]).toEqual(replies[0]);
    const [told] = await messagesTo('stranger@example.org');
    expect(told).toMatchObject({ subject: 'No account found' });
    expect(told?.body).not.toMatch(/\d{6}/u);
  });
});

describe('registering', () => {
  const newcomer = { email: 'Ada@Example.org', nickname: ' Ada ', password };
  const register = async (
    data: { email?: string; phoneNumber?: string; countryAreaCode?: string },
    target: string,
    more: object = {},
  ) => {
    await ask(registerCode.path, data);
    return call(signUp.path, { ...newcomer, email: '', ...data, verificationCode: await codeTo(target), ...more });
  };

  it('makes an account with a role and signs in, by e-mail and by phone', async () => {
    const { code, data } = await register({ email: newcomer.email }, 'ada@example.org');
    expect(code).toBe(0);
    const { accessToken, userId } = data as { accessToken: string; userId: string };
    expect((await test.call(userInfo.path, { id: userId }, { token: accessToken })).data).toMatchObject({
      nickname: 'Ada',
      email: 'ada@example.org',
      roles: ['operator'],
      demo: false,
    });
    expect(await call(signIn.path, { email: 'ada@example.org', password })).toMatchObject({
      code: 0,
      data: { userId },
    });
    expect(await register({ phoneNumber: '555 0100', countryAreaCode: '+49' }, '+495550100')).toMatchObject({
      code: 0,
    });
    const acts = (await test.db.select().from(audit).where(eq(audit.userId, userId))).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['account.signUp', 'session.signIn']));
  });

  it.each([
    ['no nickname', { nickname: ' ' }, ERRORS.parameterEmpty, 'nickname'],
    ['a code of five digits', { verificationCode: '12345' }, ERRORS.fieldInvalid, 'verificationCode'],
    ['a code of letters', { verificationCode: 'abcdef' }, ERRORS.fieldInvalid, 'verificationCode'],
    ['no password', { password: '' }, ERRORS.parameterEmpty, 'password'],
    ['a short password', { password: encodePassword('Abc12') }, ERRORS.passwordRule, 'password'],
    ['a long one', { password: encodePassword('Abcdefgh123456789') }, ERRORS.passwordRule, 'password'],
    ['one without digits', { password: encodePassword('Abcdefgh') }, ERRORS.passwordRule, 'password'],
    ['one that is no Base64', { password: '***' }, ERRORS.fieldInvalid, 'password'],
  ])('is refused with %s, the field named, the code still good', async (_, wrong, code, field) => {
    const email = 'grace@example.org';
    await test.db.delete(accounts).where(eq(accounts.email, email));
    expect(await register({ email }, email, wrong)).toMatchObject({ code, data: { field } });
    expect(await call(signUp.path, { ...newcomer, email, verificationCode: await codeTo(email) })).toMatchObject({
      code: 0,
    });
  });

  it('says of a phone number that it is in use, of an e-mail address only to that address', async () => {
    expect(await call(isRegistered.path, { phoneNumber: '13800000001', countryAreaCode: '86' })).toMatchObject({
      code: 0,
      data: { isRegistered: true },
    });
    expect(await call(isRegistered.path, { phoneNumber: '13800000002', countryAreaCode: '86' })).toMatchObject({
      code: 0,
      data: { isRegistered: false },
    });
    expect(await ask(registerCode.path, { phoneNumber: '13800000001', countryAreaCode: '86' })).toMatchObject({
      code: ERRORS.phoneNumberUsed,
      data: { field: 'phoneNumber' },
    });
    expect(await ask(registerCode.path, { email: operator })).toEqual(
      await ask(registerCode.path, { email: 'free@example.org' }),
    );
    expect(await messagesTo(operator)).toMatchObject([{ subject: 'You already have an account' }]);
    expect(await call(signUp.path, { ...newcomer, email: operator, verificationCode: '000000' })).toMatchObject({
      code: ERRORS.wrongVerificationCode,
    });
  });

  it('asks about numbers so often, then waits', async () => {
    const replies = [];
    for (let i = 0; i < 61; i++)
      replies.push(
        (
          await call(
            isRegistered.path,
            { phoneNumber: `1390000${1_000 + i}`, countryAreaCode: '86' },
            { address: '10.5.5.5' },
          )
        ).code,
      );
    expect(replies.filter((code) => code === ERRORS.tooManyRequests)).toHaveLength(1);
  });

  it('makes one account of two tries at once', async () => {
    const email = 'twice@example.org';
    await ask(registerCode.path, { email });
    const verificationCode = await codeTo(email);
    const replies = await Promise.all([1, 2].map(() => call(signUp.path, { ...newcomer, email, verificationCode })));
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, ERRORS.verificationCodeExpired]);
    expect(await test.db.select().from(accounts).where(eq(accounts.email, email))).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  const email = 'forgetful@example.org';
  beforeAll(() =>
    test.db.insert(accounts).values({ id: 'forgetful', nickname: 'F', roles: ['viewer'], email, passwordHash: '' }),
  );

  it('is set anew by code, every session of before ends, and the old password is worth nothing', async () => {
    await ask(forgotPasswordCode.path, { email });
    expect(await call(forgotPassword.path, { email, verificationCode: await codeTo(email), password })).toEqual({
      code: 0,
      message: 'ok',
      data: null,
    });
    const { data } = await call(signIn.path, { email, password });
    const { accessToken } = data as { accessToken: string };
    now += CODE_PAUSE_MS;
    await test.db.delete(outbox);
    await ask(forgotPasswordCode.path, { email });
    expect(
      await call(forgotPassword.path, {
        email,
        verificationCode: await codeTo(email),
        password: encodePassword('Another1'),
      }),
    ).toMatchObject({ code: 0 });
    expect(await test.call(userInfo.path, { id: 'forgetful' }, { token: accessToken })).toMatchObject({
      code: ERRORS.loginExpired,
    });
    expect(await call(signIn.path, { email, password })).toMatchObject({ code: ERRORS.wrongPassword });
    const acts = (await test.db.select().from(audit).where(eq(audit.userId, 'forgetful'))).map(({ act }) => act);
    expect(acts.filter((act) => act === 'account.forgotPassword')).toHaveLength(2);
  });

  it('stays with a wrong code, a code used before, a weak password, or no account', async () => {
    await ask(forgotPasswordCode.path, { email });
    const code = await codeTo(email);
    const change = (more: object) => call(forgotPassword.path, { email, verificationCode: code, password, ...more });
    expect(await change({ verificationCode: other(code) })).toMatchObject({
      code: ERRORS.wrongVerificationCode,
      data: { field: 'verificationCode' },
    });
    expect(await change({ password: encodePassword('weak') })).toMatchObject({
      code: ERRORS.passwordRule,
      data: { field: 'password' },
    });
    expect(await change({})).toMatchObject({ code: 0 });
    expect(await change({})).toMatchObject({ code: ERRORS.verificationCodeExpired });
    expect(await ask(forgotPasswordCode.path, { email: 'nobody-at-all@example.org' })).toMatchObject({ code: 0 });
    expect(await change({ email: 'nobody-at-all@example.org' })).toMatchObject({ code: ERRORS.wrongVerificationCode });
  });
});

describe('codes for a new e-mail or phone number', () => {
  beforeAll(() =>
    test.db
      .update(sessions)
      .set({ expiresAt: new Date(now + 3_600_000) })
      .where(eq(sessions.userId, 'member')),
  );

  it("go to a free one, in the language that was asked for, and are the asker's own", async () => {
    expect(
      await test.as('member', emailCode.path, { email: 'New@Example.org', language: 'zh-cn' }, { address: '10.6.0.1' }),
    ).toMatchObject({ code: 0 });
    expect(await messagesTo('new@example.org')).toMatchObject([{ subject: '邮箱验证码' }]);
    expect(
      await test.as(
        'member',
        phoneCode.path,
        { phoneNumber: '13911112222', countryCode: '86', language: '' },
        { address: '10.6.0.1' },
      ),
    ).toMatchObject({ code: 0 });
    const rows = await test.db
      .select({ userId: verificationCodes.userId, purpose: verificationCodes.purpose })
      .from(verificationCodes);
    expect(rows).toEqual(
      expect.arrayContaining([
        { userId: 'member', purpose: 'email' },
        { userId: 'member', purpose: 'phone' },
      ]),
    );
  });

  it('are refused for a number in use, and nothing is learnt of an address in use', async () => {
    expect(
      await test.as(
        'member',
        phoneCode.path,
        { phoneNumber: '13800000001', countryCode: '86' },
        { address: '10.6.0.2' },
      ),
    ).toMatchObject({ code: ERRORS.phoneNumberUsed });
    expect(await test.as('member', emailCode.path, { email: operator }, { address: '10.6.0.2' })).toMatchObject({
      code: 0,
    });
    expect(await messagesTo(operator)).toMatchObject([{ subject: 'You already have an account' }]);
  });
});

it('the clean-up forgets codes and captchas that work no more, and nothing that still counts', async () => {
  await ask(loginCode.path, { email: operator });
  await knownCaptcha(test.db, now);
  await applyRetention({ db: test.db, now: () => now });
  expect([await test.rowsIn(verificationCodes), (await test.rowsIn(captchas)) > 0]).toEqual([1, true]);
  await applyRetention({ db: test.db, now: () => now + CODES_WINDOW_MS + 1 });
  expect([await test.rowsIn(verificationCodes), await test.rowsIn(captchas)]).toEqual([0, 0]);
});
