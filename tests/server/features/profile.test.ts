/**
 * The user's own account: what can be changed and how, what is refused without a change, and that other sessions end
 * when they should.
 */
import { and, eq } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { AccountSession } from '../../../contract/entities/user.ts';
import {
  NICKNAME_MAX,
  SESSION_LAST_USED_PRECISION_MS,
  SHORT_SESSION_TTL_MS,
  SIGN_IN_TRIES,
} from '../../../contract/rules/limits.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { accounts, audit, sessions } from '../../../server/db/schema.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { signIn, userInfo, routes } = catalogue.session;
const calls = catalogue.profile;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

let from = 0;
const enter = async (
  email: string,
  { password = 'Roundhouse1', device = FIREFOX, ...data }: { password?: string; device?: string; keep?: boolean } = {},
) => {
  const address = `10.2.0.${++from}`;
  const { code, data: got } = await test.call(
    signIn.path,
    { email: `${email}@demo.roundhouse`, password: encodePassword(password), ...data },
    { address, headers: { 'user-agent': device } },
  );
  return { code, token: (got as { accessToken?: string } | null)?.accessToken ?? '', address };
};
const listOf = async (token: string): Promise<AccountSession[]> => {
  const reply = await test.call(calls.sessions.path, {}, { token });
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as AccountSession[];
};
const isIn = async (token: string): Promise<boolean> => (await test.call(routes.path, {}, { token })).code === 0;
const acts = async (userId: string, act: string) =>
  test.db
    .select()
    .from(audit)
    .where(and(eq(audit.userId, userId), eq(audit.act, act)));

describe('a nickname', () => {
  const rename = (nickname: unknown) => test.as('member', calls.updateNickname.path, { nickname });
  const nameNow = async () =>
    ((await test.as('member', userInfo.path, { id: 'member' })).data as { nickname: string }).nickname;

  it.each([
    ['  Ada  ', 'Ada'],
    ['<b onclick="x">Ada</b>', '<b onclick="x">Ada</b>'],
    ['林薇'.repeat(NICKNAME_MAX / 2), '林薇'.repeat(NICKNAME_MAX / 2)],
  ])('%s is kept as text', async (typed, kept) => {
    expect(await rename(typed)).toEqual({ code: 0, message: 'ok', data: null });
    expect(await nameNow()).toBe(kept);
  });

  it.each([
    ['empty', ' ', 'parameterEmpty'],
    ['too long', 'x'.repeat(NICKNAME_MAX + 1), 'fieldInvalid'],
    ['of two lines', 'Ada\nByron', 'fieldInvalid'],
    ['that turns what follows round', 'Ada\u202ekcab', 'fieldInvalid'],
  ] as const)('%s is refused', async (_, typed, error) => {
    const before = await nameNow();
    expect(await rename(typed)).toMatchObject({ code: ERRORS[error], data: { field: 'nickname' } });
    expect(await nameNow()).toBe(before);
  });

  it('stands in the audit log, before and after', async () => {
    await rename('First');
    await rename('Second');
    expect((await acts('member', 'account.nickname')).at(-1)).toMatchObject({
      subject: 'member',
      before: { nickname: 'First' },
      after: { nickname: 'Second' },
    });
  });
});

describe('a time zone', () => {
  it.each(['Asia/Shanghai', 'America/Argentina/Buenos_Aires', 'UTC', ''])('%s is kept', async (timeZone) => {
    expect(await test.as('viewer', calls.updateTimeZone.path, { timeZone })).toMatchObject({ code: 0 });
    expect((await test.as('viewer', userInfo.path, { id: 'viewer' })).data).toMatchObject({ timeZone });
  });

  it.each(['Mars/Olympus', '+08:00', 'x'.repeat(65)])('%s is refused', async (timeZone) => {
    expect(await test.as('viewer', calls.updateTimeZone.path, { timeZone })).toMatchObject({
      code: ERRORS.fieldInvalid,
      data: { field: 'timeZone' },
    });
  });
});

describe('a password', () => {
  const change = (token: string, oldPassword: string, password: string, id = test.newId()) =>
    test.call(
      calls.updatePassword.path,
      { oldPassword: encodePassword(oldPassword), password: encodePassword(password) },
      { token, id },
    );

  it('is changed: the other sessions end, this one stays, and only the new one signs in', async () => {
    const [one, other] = [await enter('new'), await enter('new')];
    const id = test.newId();
    expect(await change(one.token, 'Roundhouse1', 'Signalbox2', id)).toMatchObject({ code: 0, data: { ended: 1 } });
    expect([await isIn(one.token), await isIn(other.token)]).toEqual([true, false]);
    expect((await enter('new')).code).toBe(ERRORS.wrongPassword);
    expect((await enter('new', { password: 'Signalbox2' })).code).toBe(0);
    // Repeating a request whose reply was lost returns the same reply, although the old password is no longer valid.
    expect(await change(one.token, 'Roundhouse1', 'Signalbox2', id)).toMatchObject({ code: 0 });
    const [entry] = await acts('demo-new', 'account.password');
    expect(entry).toMatchObject({ before: null, after: null });
    expect(await change(one.token, 'Signalbox2', 'Roundhouse1')).toMatchObject({ code: 0 });
  });

  it.each([
    ['with a wrong old one', 'Wrong1234', 'Signalbox2', 'wrongPassword', 'oldPassword'],
    ['that is too weak', 'Roundhouse1', 'weakling', 'passwordRule', 'password'],
    ['that is too long', 'Roundhouse1', 'MuchTooLong123456', 'passwordRule', 'password'],
  ] as const)('%s is refused, and nothing changes', async (_, old, next, error, field) => {
    const [one, other] = [await enter('new'), await enter('new')];
    expect(await change(one.token, old, next)).toMatchObject({ code: ERRORS[error], data: { field } });
    expect(await isIn(other.token)).toBe(true);
    expect((await enter('new')).code).toBe(0);
  });

  it('that is no Base64 is refused', async () => {
    const { token } = await enter('new');
    expect(
      await test.call(
        calls.updatePassword.path,
        { oldPassword: '***', password: encodePassword('Signalbox2') },
        { token },
      ),
    ).toMatchObject({ code: ERRORS.fieldInvalid, data: { field: 'oldPassword' } });
  });

  it('cannot be found by trying at an open console', async () => {
    const { token } = await enter('admin');
    const codes = [];
    for (let i = 0; i <= SIGN_IN_TRIES; i++) codes.push((await change(token, `Guess${i}abc`, 'Signalbox2')).code);
    expect(codes).toEqual([...Array.from({ length: SIGN_IN_TRIES }, () => ERRORS.wrongPassword), ERRORS.tooManyTries]);
    expect(await change(token, 'Roundhouse1', 'Signalbox2')).toMatchObject({ code: ERRORS.tooManyTries });
    // Sign-in is counted separately, so that a person at an open console cannot lock the owner out.
    expect((await enter('admin')).code).toBe(0);
  });
});

describe('sessions', () => {
  it('are told by browser, system, address, way and times, last used first', async () => {
    const before = Date.now();
    const [desk, phone] = [await enter('viewer'), await enter('viewer', { device: IPHONE })];
    const rows = await listOf(desk.token);
    expect(rows.find(({ address }) => address === desk.address)).toMatchObject({
      current: true,
      way: 'password',
      browser: 'Firefox 143',
      system: 'Linux',
    });
    expect(rows.find(({ address }) => address === phone.address)).toMatchObject({
      current: false,
      browser: 'Safari 18',
      system: 'iPhone',
    });
    expect(rows.map(({ lastUsedAt }) => lastUsedAt)).toEqual(
      rows.map(({ lastUsedAt }) => lastUsedAt).toSorted((a, b) => b - a),
    );
    for (const { startedAt, lastUsedAt } of rows)
      expect([startedAt >= before, lastUsedAt >= startedAt]).toEqual([true, true]);
    expect(JSON.stringify(rows)).not.toContain('tokenHash');
  });

  it('note their last use, at most once a minute', async () => {
    const { token, address } = await enter('viewer');
    const lastUse = async () => (await listOf(token)).find((row) => row.address === address)?.lastUsedAt ?? 0;
    const first = await lastUse();
    test.later(SESSION_LAST_USED_PRECISION_MS / 2);
    expect(await lastUse()).toBe(first);
    test.later(SESSION_LAST_USED_PRECISION_MS);
    const later = await lastUse();
    expect(later).toBeGreaterThan(first + SESSION_LAST_USED_PRECISION_MS);
    test.later(SESSION_LAST_USED_PRECISION_MS / 2);
    expect(await lastUse()).toBe(later);
  });

  it("end one by one; only one's own, and only while they live", async () => {
    const [one, other] = [await enter('viewer'), await enter('viewer')];
    const id = (await listOf(other.token)).find(({ current }) => current)?.id ?? '';
    const end = (token: string) => test.call(calls.endSession.path, { sessionId: id }, { token });
    const stranger = await enter('operator');
    expect(await end(stranger.token)).toMatchObject({ code: ERRORS.notFound, data: { field: 'sessionId' } });
    expect(await isIn(other.token)).toBe(true);
    expect(await end(one.token)).toEqual({ code: 0, message: 'ok', data: null });
    expect(await test.call(routes.path, {}, { token: other.token })).toMatchObject({ code: ERRORS.sessionInvalid });
    expect(await isIn(one.token)).toBe(true);
    expect(await end(one.token)).toMatchObject({ code: ERRORS.notFound });
    expect((await listOf(one.token)).map((row) => row.id)).not.toContain(id);
    expect((await acts('demo-viewer', 'session.end')).map(({ subject }) => subject)).toContain(id);
  });

  it("end all but the one that asks, and nobody else's", async () => {
    const stranger = await enter('operator');
    const [one, other, third] = [await enter('viewer'), await enter('viewer'), await enter('viewer')];
    const { data } = await test.call(calls.endOtherSessions.path, {}, { token: one.token });
    expect((data as { ended: number }).ended).toBeGreaterThanOrEqual(2);
    expect([
      await isIn(one.token),
      await isIn(other.token),
      await isIn(third.token),
      await isIn(stranger.token),
    ]).toEqual([true, false, false, true]);
    expect(await listOf(one.token)).toMatchObject([{ current: true }]);
    expect(await test.call(calls.endOtherSessions.path, {}, { token: one.token })).toMatchObject({
      code: 0,
      data: { ended: 0 },
    });
  });

  it('that are over by themselves are not listed', async () => {
    const { token } = await enter('viewer');
    const short = await enter('viewer', { keep: false });
    test.later(SHORT_SESSION_TTL_MS + 1);
    expect((await listOf(token)).map(({ address }) => address)).not.toContain(short.address);
  });
});

describe('the pages that are open', () => {
  const opened: MqttClient[] = [];
  afterAll(() => Promise.all(opened.map((client) => client.endAsync(true))));
  const open = async (token: string) => {
    const { data } = await test.call(catalogue.robots.mqttConfig.path, {}, { token });
    const { clientId, username, password, topics } = data as {
      clientId: string;
      username: string;
      password: string;
      topics: string[];
    };
    const client = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      clientId,
      username,
      password,
      reconnectPeriod: 0,
    });
    opened.push(client);
    await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject));
    const heard: unknown[] = [];
    client.on('message', (topic, payload) => topic.endsWith('/notices') && heard.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(topics);
    return heard;
  };

  it.each([
    ['nickname', calls.updateNickname.path, { nickname: 'Ada' }],
    ['time zone', calls.updateTimeZone.path, { timeZone: 'UTC' }],
    ['picture', calls.updateAvatar.path, { avatarUrl: '' }],
  ])('hear at once that the %s is another', async (_, path, data) => {
    const { token } = await enter('operator');
    const heard = await open(token);
    expect(await test.call(path, data, { token })).toMatchObject({ code: 0 });
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'accountChanged' }]), 5_000);
  });

  it('hear at once of every session that was ended, and each once', async () => {
    const [one, other] = [await enter('operator'), await enter('operator')];
    await test.call(calls.endOtherSessions.path, {}, { token: one.token });
    const [again, third] = [await enter('operator'), await enter('operator')];
    const heard = await open(one.token);
    const { data: rows } = await test.call(calls.sessions.path, {}, { token: one.token });
    const ids = (rows as AccountSession[]).filter(({ current }) => !current).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    await test.call(calls.endSession.path, { sessionId: ids[0] }, { token: one.token });
    await test.call(calls.endOtherSessions.path, {}, { token: one.token });
    await vi.waitFor(() => expect(heard).toHaveLength(2), 5_000);
    expect(heard).toEqual(ids.map((sessionId) => ({ type: 'sessionEnded', code: ERRORS.sessionInvalid, sessionId })));
    expect([await isIn(other.token), await isIn(again.token), await isIn(third.token)]).toEqual([false, false, false]);
  });
});

it('keeps no token of what it lists', async () => {
  const rows = await test.db.select().from(sessions).where(eq(sessions.userId, 'demo-viewer'));
  const [account] = await test.db.select().from(accounts).where(eq(accounts.id, 'demo-viewer'));
  expect(rows.length).toBeGreaterThan(0);
  expect(account?.passwordHash).toContain('argon2id');
});
