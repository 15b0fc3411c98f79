/** Signing in and out: passwords, phone numbers, rate limits, sessions, the first administrator. */
import mqtt from 'mqtt';
import { eq } from 'drizzle-orm';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import {
  NICKNAME_MAX,
  SESSION_TTL_MS,
  SESSIONS_PER_ACCOUNT,
  SHORT_SESSION_TTL_MS,
  SIGN_IN_TRIES,
  SIGN_IN_TRIES_PER_ADDRESS,
  SIGN_INS_PER_ACCOUNT,
} from '../../../contract/rules/limits.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { accounts, audit, installation, outbox, sessions, signInTries, sites } from '../../../server/db/schema.ts';
import { currentSetUpCode } from '../../../server/features/setUpCode.ts';
import { knownCaptcha } from '../../fakes/captcha.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

const { signIn, signOut, userInfo, getById, routes, welcome, setUp } = catalogue.session;
const password = encodePassword('Roundhouse1');
const operator = { email: 'operator@demo.roundhouse', password };
interface Credentials {
  accessToken: string;
  userId: string;
}

describe('in the demo', () => {
  let test: TestServer;
  beforeAll(async () => void (test = await startTestServer()));
  afterAll(() => test.close());
  let from = 0;
  /** Uses a new address each time, because attempts are also counted by address. */
  const enter = (data: Record<string, unknown>) =>
    test.call(signIn.path, data, { address: `10.1.${Math.floor(from / 250)}.${(from++ % 250) + 1}` });
  const credentialsOf = async (data: Record<string, unknown>): Promise<Credentials> => {
    const { code, data: credentials } = await enter(data);
    expect(code).toBe(0);
    return credentials as Credentials;
  };

  it('signs in by e-mail however it is written, and the token speaks for that account', async () => {
    const { accessToken, userId } = await credentialsOf({ email: ' Operator@Demo.Roundhouse ', password });
    expect(userId).toBe('demo-operator');
    expect(await test.call(userInfo.path, { id: userId }, { token: accessToken })).toEqual({
      code: 0,
      message: 'ok',
      data: {
        id: 'demo-operator',
        nickname: 'Lin Wei',
        roles: ['operator'],
        avatarPath: '',
        email: 'operator@demo.roundhouse',
        phoneNumber: '+8613800000001',
        timeZone: '',
        demo: true,
        checklist: null,
        administrators: ['Robin Hale', 'accountAdmin by name'],
      },
    });
    expect((await test.call(getById.path, { id: userId }, { token: accessToken, language: 'zh-cn' })).data).toEqual({
      id: 'demo-operator',
      nickname: '林薇',
      roles: ['operator'],
    });
    expect(((await test.call(routes.path, '', { token: accessToken })).data as { path: string }[])[0]).toMatchObject({
      path: '/',
      redirect: '/home',
    });
  });

  it.each([
    ['with its country code in a field', { phoneNumber: '13800000001', countryAreaCode: '+86' }],
    ['with the code without its plus', { phoneNumber: '138 0000 0001', countryAreaCode: '86' }],
    ['in one piece', { phoneNumber: '+8613800000001' }],
  ])('signs in by phone number, %s', async (_, phone) => {
    expect((await credentialsOf({ ...phone, password })).userId).toBe('demo-operator');
  });

  it.each([
    // As numbers were stored before trunk prefixes were removed and numbering plans were checked.
    ['with a trunk prefix', '+4901701234567', ['0170 1234567', '170 1234567', '+49 170 1234567', '+4901701234567']],
    ['that no plan has', '+491', ['1', '+491']],
  ])('signs in with a stored number %s', async (_, stored, typed) => {
    const where = eq(accounts.id, 'demo-operator');
    await test.db.update(accounts).set({ phoneNumber: stored }).where(where);
    for (const phoneNumber of typed)
      expect((await credentialsOf({ phoneNumber, countryAreaCode: '49', password })).userId).toBe('demo-operator');
    await test.db.update(accounts).set({ phoneNumber: '+8613800000001' }).where(where);
  });

  it('keeps the token hashed, and for as long as was asked', async () => {
    const { accessToken } = await credentialsOf(operator);
    const { accessToken: shortToken } = await credentialsOf({ ...operator, keep: false });
    const rows = await test.db.select().from(sessions).where(eq(sessions.userId, 'demo-operator'));
    expect(JSON.stringify(rows)).not.toContain(accessToken);
    const lives = rows.map(({ createdAt, expiresAt }) => expiresAt.getTime() - createdAt.getTime());
    expect(lives).toContain(SESSION_TTL_MS);
    expect(lives).toContain(SHORT_SESSION_TTL_MS);
    expect(shortToken).not.toBe(accessToken);
  });

  it.each([
    ['a wrong password', { ...operator, password: encodePassword('Roundhouse2') }, ERRORS.wrongPassword],
    ['an unknown account', { email: 'nobody@demo.roundhouse', password }, ERRORS.accountUnknown],
    ['an unknown phone number', { phoneNumber: '13999999999', countryAreaCode: '86', password }, ERRORS.accountUnknown],
    ['no account', { password }, ERRORS.accountOrPasswordEmpty],
    ['no password', { email: operator.email }, ERRORS.accountOrPasswordEmpty],
    ['a password that is no Base64', { ...operator, password: '***' }, ERRORS.fieldInvalid],
    [
      'an account that never got a password',
      { email: 'member@test', password: encodePassword('') || 'IA==' },
      ERRORS.wrongPassword,
    ],
  ])('refuses %s', async (_, data, code) => {
    expect(await enter(data)).toMatchObject({ code });
  });

  it('that fails stands in the audit log, counted by account and hour, unknown accounts together and without what was typed', async () => {
    const failed = () => test.db.select().from(audit).where(eq(audit.act, 'session.signInFailed'));
    await test.db.delete(audit);
    for (let i = 0; i < 2; i++) await enter({ email: 'viewer@demo.roundhouse', password: encodePassword('Wrong1234') });
    await enter({ email: 'viewer@demo.roundhouse', verificationCode: '000000' });
    await Promise.all(Array.from({ length: 6 }, (_, i) => enter({ email: `typed-${i}@demo.roundhouse`, password })));
    const rows = await failed();
    expect(
      rows.map(({ subject, userId, after }) => [subject, userId, (after as { count: number }).count]).sort(),
    ).toEqual([
      ['', '', 6],
      ['demo-viewer', '', 3],
    ]);
    expect(JSON.stringify(rows)).toContain('"address":"10.1.');
    expect(JSON.stringify(rows)).not.toContain('typed');
  });

  it('refuses an account without a role', async () => {
    const [row] = await test.db.select().from(accounts).where(eq(accounts.id, 'demo-new'));
    await test.db.insert(accounts).values({
      id: 'roleless',
      nickname: 'Nobody',
      roles: [],
      email: 'roleless@test',
      passwordHash: row?.passwordHash ?? '',
    });
    expect(await enter({ email: 'roleless@test', password })).toMatchObject({ code: ERRORS.noRole });
  });

  it('hashes as often for an account that is not there as for one that is: by its time nobody learns which', async () => {
    const hashesOf = async (email: string) => {
      vi.mocked(verify).mockClear();
      await enter({ email, password: encodePassword('Wrong1234') });
      return vi.mocked(verify).mock.calls.map(([hashed]) => String(hashed).split('$').slice(0, 4).join('$'));
    };
    const known = await hashesOf('viewer@demo.roundhouse');
    expect(known).toHaveLength(1);
    // With the same hash parameters, so that the cost is the same.
    expect(await hashesOf('unknown@test')).toEqual(known);
  });

  it('makes whoever tries passwords wait: by account, though addresses change', async () => {
    const wrong = { email: 'admin@demo.roundhouse', password: encodePassword('Guess1234') };
    const codes = [];
    for (let i = 0; i < SIGN_IN_TRIES + 1; i++) codes.push((await enter(wrong)).code);
    expect(codes).toEqual([...Array.from({ length: SIGN_IN_TRIES }, () => ERRORS.wrongPassword), ERRORS.tooManyTries]);
    const right = await enter({ ...wrong, password });
    expect(right).toMatchObject({ code: ERRORS.tooManyTries });
    const { seconds } = (right.data as { words: { seconds: number } }).words;
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('and by address, though accounts change', async () => {
    const address = '10.9.9.9';
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, i) => test.call(signIn.path, { email: `guess-${i}@test`, password }, { address })),
    );
    expect(replies.filter(({ code }) => code === ERRORS.tooManyTries)).toHaveLength(2);
    expect(await enter(operator)).toMatchObject({ code: 0 });
  });

  it('is refused when another password is set while the old one is being verified', async () => {
    const [row] = await test.db.select().from(accounts).where(eq(accounts.id, 'demo-new'));
    await test.db.insert(accounts).values({
      id: 'changing',
      nickname: 'Changing',
      roles: ['operator'],
      email: 'changing@test',
      passwordHash: row?.passwordHash ?? '',
    });
    vi.mocked(verify).mockImplementationOnce(async () => {
      await test.db.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, 'changing'));
      return true;
    });
    expect(await enter({ email: 'changing@test', password })).toMatchObject({ code: ERRORS.wrongPassword });
    expect(await test.db.select().from(sessions).where(eq(sessions.userId, 'changing'))).toEqual([]);
  });

  it('has so many sessions at the most: the one unused for the longest time ends', async () => {
    const [row] = await test.db.select().from(accounts).where(eq(accounts.id, 'demo-new'));
    await test.db.insert(accounts).values({
      id: 'often',
      nickname: 'Often',
      roles: ['operator'],
      email: 'often@test',
      passwordHash: row?.passwordHash ?? '',
    });
    const [at, expiresAt] = [Date.now() - 3_600_000, new Date(Date.now() + 3_600_000)];
    await test.db.insert(sessions).values(
      Array.from({ length: SESSIONS_PER_ACCOUNT }, (_, n) => ({
        id: `often-${n}`,
        tokenHash: `often-${n}`,
        userId: 'often',
        expiresAt,
        lastUsedAt: new Date(at + ((n + 3) % SESSIONS_PER_ACCOUNT)),
      })),
    );
    await Promise.all([1, 2, 3].map(() => credentialsOf({ email: 'often@test', password })));
    const rows = await test.db.select().from(sessions).where(eq(sessions.userId, 'often'));
    expect(rows.filter(({ endedCode }) => endedCode === null)).toHaveLength(SESSIONS_PER_ACCOUNT);
    expect(
      rows
        .filter(({ endedCode }) => endedCode !== null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([47, 48, 49].map((n) => `often-${n}`));
  });

  it('with the right password is bounded as well', async () => {
    await test.db
      .insert(signInTries)
      .values({ key: 'signedIn:demo-new', points: SIGN_INS_PER_ACCOUNT - 1, expire: new Date(Date.now() + 60_000) });
    const newcomer = { email: 'new@demo.roundhouse', password };
    expect([(await enter(newcomer)).code, (await enter(newcomer)).code]).toEqual([0, ERRORS.tooManyTries]);
  });

  it('does not count what was right', async () => {
    for (let i = 0; i < 2 * SIGN_IN_TRIES; i++)
      expect(await test.call(signIn.path, operator, { address: '10.8.8.8' })).toMatchObject({ code: 0 });
  });

  it('signs out: the token is refused at once, other sessions of the account stay', async () => {
    const [one, other] = [await credentialsOf(operator), await credentialsOf(operator)];
    expect(await test.call(signOut.path, {}, { token: one.accessToken })).toEqual({
      code: 0,
      message: 'ok',
      data: null,
    });
    expect(await test.call(routes.path, {}, { token: one.accessToken })).toMatchObject({ code: ERRORS.sessionInvalid });
    expect(await test.call(routes.path, {}, { token: other.accessToken })).toMatchObject({ code: 0 });
  });

  it("signing out tells the account's open pages, and closes the session's own connection within 5 s", async () => {
    const one = await credentialsOf(operator);
    const { data } = await test.call(catalogue.robots.mqttConfig.path, {}, { token: one.accessToken });
    const {
      clientId,
      username,
      password: secret,
      topics,
    } = data as { clientId: string; username: string; password: string; topics: string[] };
    const client = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      clientId,
      username,
      password: secret,
      reconnectPeriod: 0,
    });
    await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject));
    await client.subscribeAsync(topics);
    const notices: unknown[] = [];
    client.on(
      'message',
      (topic, payload) => topic.endsWith('/notices') && notices.push(JSON.parse(payload.toString())),
    );
    const closed = new Promise<number>((resolve) => client.once('close', () => resolve(Date.now())));
    const began = Date.now();
    await test.call(signOut.path, {}, { token: one.accessToken });
    expect((await closed) - began).toBeLessThan(5_000);
    expect(notices).toEqual([
      { type: 'sessionEnded', code: ERRORS.sessionInvalid, sessionId: expect.any(String) as string },
    ]);
  });

  it('needs no setting up', async () => {
    expect((await test.call(welcome.path, {})).data).toMatchObject({
      needsSetUp: false,
      demo: true,
      serverTime: expect.any(Number) as number,
    });
    expect(await test.call(setUp.path, { code: 'X', nickname: 'X', email: 'x@test.org', password })).toMatchObject({
      code: ERRORS.alreadySetUp,
    });
  });
});

describe('behind a proxy', () => {
  it("counts by the address that a trusted proxy names, and by nobody else's word", async () => {
    const triesFrom = async (test: TestServer): Promise<number> => {
      const replies = await Promise.all(
        Array.from({ length: SIGN_IN_TRIES_PER_ADDRESS + 2 }, (_, i) =>
          test.call(
            signIn.path,
            { email: `guess-${i}@test`, password },
            { headers: { 'x-forwarded-for': `203.0.113.${i}` } },
          ),
        ),
      );
      return replies.filter(({ code }) => code === ERRORS.tooManyTries).length;
    };
    const [plain, trusting] = [
      await startTestServer(),
      await startTestServer({ environment: { TRUST_PROXY: 'loopback' } }),
    ];
    try {
      expect([await triesFrom(plain), await triesFrom(trusting)]).toEqual([2, 0]);
    } finally {
      await plain.close();
      await trusting.close();
    }
  });
});

describe('without the demo', () => {
  let test: TestServer;
  beforeAll(async () => {
    test = await startTestServer({ environment: { ROUNDHOUSE_DEMO: 'off' } });
    await test.db.delete(accounts);
    // As a user might type it.
    first.code = (test.server.setUpCode ?? '').toLowerCase().replaceAll('-', ' ');
  });
  afterAll(() => test.close());
  const first = { code: '', nickname: 'Ada', email: 'Ada@Example.org', password: encodePassword('Password1') };

  it("says whose console it is, in the reader's language, unless that would be a long list", async () => {
    const siteName = async (language: 'en-us' | 'zh-cn') =>
      ((await test.call(welcome.path, {}, { language })).data as { siteName: string }).siteName;
    expect([await siteName('en-us'), await siteName('zh-cn')]).toEqual(['One and Two', '一号和Two']);
    const more = ['site-3', 'site-4'].map((id) => ({ id, name: id, timeZone: 'Europe/Berlin' }));
    await test.db.insert(sites).values(more.slice(0, 1));
    expect(await siteName('en-us')).toBe('One, Two, and site-3');
    await test.db.insert(sites).values(more.slice(1));
    expect(await siteName('en-us')).toBe('');
  });

  it('takes an administrator from nobody without the code that it printed, and lets nobody try for long', async () => {
    const wrong = (address: string) => test.call(setUp.path, { ...first, code: 'AAAA-BBBB-CCCC-DDDD' }, { address });
    for (let i = 0; i < SIGN_IN_TRIES; i++)
      expect(await wrong('10.3.0.1')).toMatchObject({ code: ERRORS.setUpCodeWrong, data: { field: 'code' } });
    expect(await wrong('10.3.0.1')).toMatchObject({ code: ERRORS.tooManyTries });
    // Attempts from one address do not block another.
    expect(await wrong('10.3.0.2')).toMatchObject({ code: ERRORS.setUpCodeWrong });
    expect(await test.rowsIn(accounts)).toBe(0);
    // A second server, and the next start, print the same code.
    expect(await currentSetUpCode(test.db, { demo: false })).toBe(test.server.setUpCode);
    expect(await currentSetUpCode(test.db, { demo: true })).toBeNull();
    expect(test.logged.join()).not.toContain(first.code);
  });

  it.each([
    ['of two lines', 'Ada\nByron', 'fieldInvalid'],
    ['that turns what follows round', 'Ada\u202ekcab', 'fieldInvalid'],
    ['too long', 'x'.repeat(NICKNAME_MAX + 1), 'fieldInvalid'],
    ['empty', ' ', 'parameterEmpty'],
  ] as const)('creates no administrator with a name %s, and keeps the code', async (_, nickname, error) => {
    expect(await test.call(setUp.path, { ...first, nickname })).toMatchObject({
      code: ERRORS[error],
      data: { field: 'nickname' },
    });
    expect(await test.rowsIn(accounts)).toBe(0);
    expect(await currentSetUpCode(test.db, { demo: false })).toBe(test.server.setUpCode);
  });

  it('starts empty: the first visitor creates the administrator, one of two at once', async () => {
    expect((await test.call(welcome.path, {})).data).toMatchObject({ needsSetUp: true, demo: false });
    for (const weak of ['short', 'alllowercase1', 'NoDigitsHere', 'Much2LongForTheRule'])
      expect(await test.call(setUp.path, { ...first, password: encodePassword(weak) })).toMatchObject({
        code: ERRORS.passwordRule,
      });
    const replies = await Promise.all(
      [first, { ...first, email: 'eve@example.org' }].map((data) => test.call(setUp.path, data)),
    );
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, ERRORS.alreadySetUp]);
    const { accessToken, userId } = (replies.find(({ code }) => code === 0) ?? { data: {} }).data as Credentials;
    expect((await test.call(userInfo.path, { id: userId }, { token: accessToken })).data).toMatchObject({
      nickname: 'Ada',
      roles: ['admin', 'operator'],
      demo: false,
    });
    expect((await test.call(welcome.path, {})).data).toMatchObject({ needsSetUp: false });
    expect(await currentSetUpCode(test.db, { demo: false })).toBeNull();
    expect(await test.db.select().from(installation).where(eq(installation.key, 'setUpCode'))).toEqual([]);
    expect(await test.call(setUp.path, { ...first, email: 'late@example.org' })).toMatchObject({
      code: ERRORS.alreadySetUp,
    });
    expect(JSON.stringify(await test.db.select().from(audit))).not.toContain(test.server.setUpCode);
  });

  it('leaves demo accounts outside, with or without a token, and knows no switchboard', async () => {
    const [admin] = await test.db.select().from(accounts);
    await test.db.insert(accounts).values({
      id: 'demo-operator',
      nickname: 'Old',
      roles: ['operator'],
      email: operator.email,
      passwordHash: admin?.passwordHash ?? '',
      demo: true,
    });
    expect(await test.call(signIn.path, { ...operator, password: first.password })).toMatchObject({
      code: ERRORS.demoOff,
    });
    const { tokenHash } = await import('../../../server/security/identity.ts');
    await test.db.insert(sessions).values({
      id: 'old',
      tokenHash: tokenHash('old-token'),
      userId: 'demo-operator',
      expiresAt: new Date(Date.now() + 60_000),
    });
    expect(await test.call(routes.path, {}, { token: 'old-token' })).toMatchObject({ code: ERRORS.sessionInvalid });
    for (const { path } of Object.values(catalogue.faults))
      expect(await test.call(path, {})).toMatchObject({ code: ERRORS.unknownPath });
  });
});

it('who registers while there is no administrator takes the first start away from nobody', async () => {
  const { registerCode, signUp } = catalogue.verification;
  const empty = await startTestServer({ environment: { ROUNDHOUSE_DEMO: 'off' } });
  try {
    await empty.db.delete(accounts);
    await empty.call(registerCode.path, { email: 'early@example.org', ...(await knownCaptcha(empty.db)) });
    const [message] = await empty.db.select().from(outbox);
    const early = {
      email: 'early@example.org',
      nickname: 'Early',
      password: encodePassword('NewPass1'),
      verificationCode: /\d{6}/u.exec(message?.body ?? '')?.[0],
    };
    expect(await empty.call(signUp.path, early)).toMatchObject({ code: 0 });
    expect((await empty.call(welcome.path, {})).data).toMatchObject({ needsSetUp: true });
  } finally {
    await empty.close();
  }
});
