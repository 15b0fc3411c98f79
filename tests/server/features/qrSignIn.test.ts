/**
 * Sign-in by QR code: what each side can see and do, what a stranger with the picture gains, and which of two
 * concurrent approvals wins.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import {
  LOGIN_QR_ASKS_PER_ADDRESS,
  LOGIN_QR_GUESSES,
  LOGIN_QR_TTL_MS,
  LOGIN_QRS_PER_ADDRESS,
  SESSION_TTL_MS,
  SIGN_IN_TRIES,
} from '../../../contract/rules/limits.ts';
import type { Reply } from '../../../contract/wire/envelope.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { applyRetention } from '../../../server/retention.ts';
import { accounts, audit, loginQrcodes, requests, sessions, signInTries } from '../../../server/db/schema.ts';
import { tokenHash } from '../../../server/security/identity.ts';
import { startTestServer, tokenOf, type CallOptions, type Person, type TestServer } from '../../fakes/testServer.ts';

const { ask, pickUp, scan, approve, refuse } = catalogue.qrSignIn;
interface Code {
  qrcode: string;
  url: string;
  pickUpKey: string;
  expiresAt: number;
  serverTime: number;
}

let test: TestServer;
let clock = Date.parse('2026-05-04T08:00:00Z');
beforeAll(async () => void (test = await startTestServer({ now: () => clock })));
afterAll(() => test.close());

const page = { address: '10.2.0.7', headers: { 'user-agent': 'A browser' } };
const askOne = async (from: CallOptions = page): Promise<Code> => (await test.call(ask.path, {}, from)).data as Code;
const pick = ({ qrcode, pickUpKey }: Code, more: CallOptions = page): Promise<Reply> =>
  test.call(pickUp.path, { qrcode }, { key: pickUpKey, ...more });
/** Calls as the companion app does: signature 2, from a separate address per user. */
const app = (person: Person, path: string, data: unknown, more: CallOptions = {}): Promise<Reply> =>
  test.as(person, path, data, { app: { userId: person }, address: `10.3.${person.length}.1`, ...more });
const nameOf = ({ code }: Reply): string => (code === 0 ? 'ok' : (errorNameOf(code) ?? String(code)));
const numberOf = async (code: Code): Promise<string> => ((await pick(code)).data as { number: string }).number;
const other = (number: string): string => String((Number(number) + 1) % 100).padStart(2, '0');
const approved = async (person: Person): Promise<Code> => {
  const code = await askOne();
  expect(await app(person, scan.path, { qrcode: code.qrcode })).toMatchObject({ code: 0 });
  expect(await app(person, approve.path, { qrcode: code.qrcode, number: await numberOf(code) })).toMatchObject({
    code: 0,
  });
  return code;
};
const acts = async (act: string): Promise<object[]> =>
  await test.db
    .select({ userId: audit.userId, subject: audit.subject, after: audit.after })
    .from(audit)
    .where(eq(audit.act, act))
    .orderBy(audit.id);

it('goes from the picture by the scan and the number to one session, kept as long as any, and writes it all down', async () => {
  const code = await askOne();
  expect(code).toEqual({
    qrcode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{20}$/u),
    url: `/mini-program?sign-in=${code.qrcode}`,
    pickUpKey: expect.stringMatching(/^[\w-]{43}$/u),
    expiresAt: clock + LOGIN_QR_TTL_MS,
    serverTime: clock,
  });
  const nothingYet = {
    state: 'shown',
    number: '',
    accessToken: '',
    userId: '',
    expiresAt: code.expiresAt,
    serverTime: clock,
  };
  expect((await pick(code)).data).toEqual(nothingYet);

  clock += 60_000;
  const expiresAt = clock + LOGIN_QR_TTL_MS;
  expect((await app('member', scan.path, { qrcode: code.qrcode })).data).toEqual({
    state: 'scanned',
    device: 'A browser',
    address: '10.2.0.7',
    expiresAt,
    serverTime: clock,
  });
  const scanned = (await pick(code)).data as { number: string };
  expect(scanned).toEqual({
    ...nothingYet,
    state: 'scanned',
    number: expect.stringMatching(/^\d\d$/u),
    expiresAt,
    serverTime: clock,
  });
  expect(await app('member', approve.path, { qrcode: code.qrcode, number: scanned.number })).toMatchObject({
    code: 0,
    data: null,
  });

  const { accessToken, ...done } = (await pick(code)).data as { accessToken: string };
  expect(done).toEqual({ state: 'done', number: '', userId: 'member', expiresAt, serverTime: clock });
  expect(await test.call(catalogue.session.userInfo.path, { id: 'member' }, { token: accessToken })).toMatchObject({
    code: 0,
    data: { id: 'member' },
  });
  const [session] = await test.db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash(accessToken)));
  expect(session).toMatchObject({
    userId: 'member',
    way: 'qr',
    device: 'A browser',
    address: '10.2.0.7',
    expiresAt: new Date(clock + SESSION_TTL_MS),
  });

  const asker = { device: 'A browser', address: '10.2.0.7' };
  expect(await acts('session.qrScanned')).toEqual([{ userId: 'member', subject: 'member', after: asker }]);
  expect(await acts('session.qrApproved')).toEqual([{ userId: 'member', subject: 'member', after: asker }]);
  expect(await acts('session.signIn')).toContainEqual({
    userId: 'member',
    subject: session?.id,
    after: { address: '10.2.0.7', way: 'qr' },
  });
  const rows = JSON.stringify([
    await test.db.select().from(loginQrcodes),
    await test.db.select().from(requests),
    await test.db.select().from(audit),
    test.logged,
  ]);
  for (const secret of [code.qrcode, code.pickUpKey, accessToken]) expect(rows).not.toContain(secret);
  expect(nameOf(await pick(code))).toBe('qrCodeExpired');
});

it('asking what became of it writes nothing, and is bounded by address', async () => {
  const code = await askOne();
  const before = await test.rowsIn(requests);
  const from = { address: '10.2.9.9' };
  for (let i = 0; i < LOGIN_QR_ASKS_PER_ADDRESS; i += 100)
    await Promise.all(Array.from({ length: 100 }, () => pick(code, from)));
  expect(await test.rowsIn(requests)).toBe(before);
  expect([nameOf(await pick(code, from)), nameOf(await pick(code))]).toEqual(['tooManyRequests', 'ok']);
});

it('the picture stands under the address that people reach the console by', async () => {
  const told = await startTestServer({ environment: { PUBLIC_URL: 'https://robots.example/' } });
  const { qrcode, url } = (await told.call(ask.path, {})).data as Code;
  expect(url).toBe(`https://robots.example/mini-program?sign-in=${qrcode}`);
  await told.close();
});

it('the code alone is worth nothing: neither the public key, nor a token, nor the key of another code picks it up', async () => {
  const code = await approved('member');
  const another = await askOne();
  const { qrcode } = code;
  const keys: CallOptions[] = [
    {},
    { token: tokenOf('stranger') },
    { token: tokenOf('member') },
    { key: another.pickUpKey },
    { key: qrcode },
    { key: '' },
    { app: { userId: 'member' } },
  ];
  for (const more of keys) expect(nameOf(await test.call(pickUp.path, { qrcode }, more))).toBe('signatureWrong');
  expect(nameOf(await pick({ ...code, qrcode: `${qrcode.slice(0, -1)}${qrcode.endsWith('A') ? 'B' : 'A'}` }))).toBe(
    'signatureWrong',
  );
  // Its key is valid for no other call.
  expect(nameOf(await test.call(catalogue.session.welcome.path, {}, { key: code.pickUpKey }))).toBe('signatureWrong');
  expect(nameOf(await pick(code))).toBe('ok');
});

it('an approval ends with the sessions of whoever gave it: no page comes in by it after that', async () => {
  for (const [path, data] of [
    [catalogue.profile.endOtherSessions.path, {}],
    [catalogue.profile.endSession.path, { sessionId: 'session-viewer-lost' }],
  ] as const) {
    await test.db
      .insert(sessions)
      .values({
        id: 'session-viewer-lost',
        tokenHash: tokenHash('lost'),
        userId: 'viewer',
        expiresAt: new Date(clock + 3_600_000),
      })
      .onConflictDoUpdate({ target: sessions.id, set: { endedCode: null } });
    const code = await approved('viewer');
    expect(await test.as('viewer', path, data)).toMatchObject({ code: 0 });
    expect((await pick(code)).data).toMatchObject({ state: 'refused', accessToken: '', userId: '' });
  }
  const code = await approved('viewer');
  expect(await test.as('accountAdmin', catalogue.accounts.endSessions.path, { accountId: 'viewer' })).toMatchObject({
    code: 0,
  });
  expect((await pick(code)).data).toMatchObject({ state: 'refused', accessToken: '' });
  await test.db.update(sessions).set({ endedCode: null }).where(eq(sessions.id, 'session-viewer'));
});

it('says nothing of the page or the number to whoever has the picture but did not scan it first', async () => {
  const { qrcode, ...code } = await askOne();
  expect(nameOf(await app('member', scan.path, { qrcode }))).toBe('ok');
  const number = await numberOf({ qrcode, ...code });
  for (const path of [scan.path, approve.path, refuse.path]) {
    const reply = await app('stranger', path, { qrcode, number });
    expect([nameOf(reply), reply.data]).toEqual(['qrCodeExpired', { field: 'qrcode' }]);
    const never = await app('viewer', path, { qrcode: 'a-code-that-never-was-shown', number });
    expect([never.code, never.data]).toEqual([reply.code, reply.data]);
    expect(nameOf(await test.call(path, { qrcode, number }))).toBe('notLoggedIn');
  }
  expect((await pick({ qrcode, ...code })).data).toMatchObject({ state: 'scanned', number });
});

it('of two who scan at once the first wins; scanned again by the same one it stays as it is', async () => {
  const { qrcode, ...code } = await askOne();
  const people: Person[] = ['member', 'robotAdmin', 'superAdmin', 'viewer'];
  const replies = await Promise.all(people.map((person) => app(person, scan.path, { qrcode })));
  expect(replies.map(nameOf).sort()).toEqual(['ok', 'qrCodeExpired', 'qrCodeExpired', 'qrCodeExpired']);
  const winner = people[replies.findIndex(({ code: refused }) => refused === 0)];
  if (!winner) throw new Error('nobody won');
  const number = await numberOf({ qrcode, ...code });
  clock += 10_000;
  // Reloading the app neither restarts nor prolongs the sign-in.
  const again = (await app(winner, scan.path, { qrcode })).data as { expiresAt: number };
  expect(again).toMatchObject({ state: 'scanned', expiresAt: clock - 10_000 + LOGIN_QR_TTL_MS });
  expect(await numberOf({ qrcode, ...code })).toBe(number);
  const before = (await acts('session.qrApproved')).length;
  for (let times = 0; times < 2; times += 1)
    expect(nameOf(await app(winner, approve.path, { qrcode, number }))).toBe('ok');
  expect((await acts('session.qrApproved')).length).toBe(before + 1);
  expect((await app(winner, scan.path, { qrcode })).data).toMatchObject({ state: 'approved' });
  expect(nameOf(await app(winner, refuse.path, { qrcode }))).toBe('qrCodeExpired');
});

it('of many who pick up at once one gets a session, and there is but one', async () => {
  const code = await approved('robotAdmin');
  const before = await test.db.select().from(sessions).where(eq(sessions.userId, 'robotAdmin'));
  const replies = await Promise.all(Array.from({ length: 8 }, () => pick(code)));
  expect(replies.map(nameOf).sort()).toEqual(['ok', ...Array.from({ length: 7 }, () => 'qrCodeExpired')]);
  expect((await test.db.select().from(sessions).where(eq(sessions.userId, 'robotAdmin'))).length).toBe(
    before.length + 1,
  );
});

it('a call that was listened to is good for nothing a second time', async () => {
  const code = await approved('member');
  const id = test.newId();
  expect(nameOf(await pick(code, { ...page, id }))).toBe('ok');
  expect(nameOf(await pick(code, { ...page, id }))).toBe('qrCodeExpired');
  const waiting = await askOne();
  expect(nameOf(await pick(waiting, { ...page, id }))).toBe('idReused');
  expect(nameOf(await pick(waiting, { ...page, time: String(clock - 400_000) }))).toBe('timeStale');
  expect(nameOf(await pick(waiting, { ...page, time: String(clock + 250_000) }))).toBe('ok');
});

it('wrong numbers are counted, many at once as well, and turn the page away', async () => {
  const code = await askOne();
  const { qrcode } = code;
  await app('member', scan.path, { qrcode });
  const wrong = other(await numberOf(code));
  const first = await app('member', approve.path, { qrcode, number: wrong });
  expect(first).toMatchObject({
    code: ERRORS.qrNumberWrong,
    data: { field: 'number', words: { left: LOGIN_QR_GUESSES - 1 } },
  });
  expect((await pick(code)).data).toMatchObject({ state: 'scanned' });
  const rest = await Promise.all(
    Array.from({ length: 6 }, () => app('member', approve.path, { qrcode, number: wrong })),
  );
  expect(rest.filter((reply) => reply.code === ERRORS.qrNumberWrong).length).toBe(LOGIN_QR_GUESSES - 1);
  expect((await pick(code)).data).toMatchObject({ state: 'refused', number: '', userId: '' });
  expect(nameOf(await app('member', approve.path, { qrcode, number: other(wrong) }))).toBe('qrCodeExpired');
  expect((await app('member', scan.path, { qrcode })).data).toMatchObject({ state: 'refused' });
  expect(await acts('session.qrRefused')).toContainEqual({
    userId: 'member',
    subject: 'member',
    after: { device: 'A browser', address: '10.2.0.7', wrongNumbers: LOGIN_QR_GUESSES },
  });
});

it('a wrong number may be mended', async () => {
  const code = await askOne();
  await app('member', scan.path, { qrcode: code.qrcode });
  const number = await numberOf(code);
  for (let times = 1; times < LOGIN_QR_GUESSES; times += 1)
    expect(nameOf(await app('member', approve.path, { qrcode: code.qrcode, number: other(number) }))).toBe(
      'qrNumberWrong',
    );
  expect(nameOf(await app('member', approve.path, { qrcode: code.qrcode, number }))).toBe('ok');
  expect((await pick(code)).data).toMatchObject({ state: 'done', userId: 'member' });
});

it('who scanned it turns the page away, once, and nobody approves it any more', async () => {
  const code = await askOne();
  const { qrcode } = code;
  expect(nameOf(await app('member', refuse.path, { qrcode }))).toBe('qrCodeExpired');
  await app('member', scan.path, { qrcode });
  const number = await numberOf(code);
  const before = (await acts('session.qrRefused')).length;
  for (let times = 0; times < 2; times += 1) expect(nameOf(await app('member', refuse.path, { qrcode }))).toBe('ok');
  expect((await acts('session.qrRefused')).length).toBe(before + 1);
  expect(nameOf(await app('member', approve.path, { qrcode, number }))).toBe('qrCodeExpired');
  expect((await pick(code)).data).toMatchObject({ state: 'refused' });
});

it('nothing is scanned before it is shown, approved before it is scanned, or done after its time', async () => {
  const late = await askOne();
  expect(nameOf(await app('member', approve.path, { qrcode: late.qrcode, number: '00' }))).toBe('qrCodeExpired');
  const scanned = await askOne();
  clock += LOGIN_QR_TTL_MS - 1;
  await app('member', scan.path, { qrcode: scanned.qrcode });
  const number = await numberOf(scanned);
  const inTime = await approved('member');
  clock += 1;
  expect(nameOf(await app('member', scan.path, { qrcode: late.qrcode }))).toBe('qrCodeExpired');
  expect(nameOf(await pick(late))).toBe('qrCodeExpired');
  clock += LOGIN_QR_TTL_MS;
  expect(nameOf(await app('member', approve.path, { qrcode: scanned.qrcode, number }))).toBe('qrCodeExpired');
  expect(nameOf(await pick(scanned))).toBe('qrCodeExpired');
  expect(nameOf(await pick(inTime))).toBe('qrCodeExpired');
});

it('whoever was locked meanwhile is not let in, and the approval is not used up by that', async () => {
  const code = await approved('viewer');
  await test.db
    .update(accounts)
    .set({ lockedAt: new Date(clock) })
    .where(eq(accounts.id, 'viewer'));
  expect(nameOf(await pick(code))).toBe('accountLocked');
  await test.db.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, 'viewer'));
  expect((await pick(code)).data).toMatchObject({ state: 'done', userId: 'viewer' });
});

it('guessing codes is stopped by account, for a minute at most; right ones cost nothing and forgive nothing, and passwords and neighbours are left alone', async () => {
  const guesser = { address: '10.9.0.1' };
  const guess = async (person: Person, address = guesser.address) =>
    nameOf(await app(person, scan.path, { qrcode: test.newId() }, { address }));
  const mine = await askOne();
  for (let times = 1; times < SIGN_IN_TRIES; times += 1) expect(await guess('unauthorised')).toBe('qrCodeExpired');
  // What a right code gives back is given after the reply.
  const counted = async () =>
    (await test.db.select().from(signInTries).where(eq(signInTries.key, 'scanAccount:unauthorised')))[0]?.points;
  for (let times = 0; times < SIGN_IN_TRIES; times += 1) {
    expect(nameOf(await app('unauthorised', scan.path, { qrcode: mine.qrcode }, guesser))).toBe('ok');
    await expect.poll(counted, { timeout: 10_000 }).toBe(SIGN_IN_TRIES - 1);
  }
  expect(await guess('unauthorised')).toBe('qrCodeExpired');
  const stopped = await app('unauthorised', scan.path, { qrcode: test.newId() }, guesser);
  expect(nameOf(stopped)).toBe('tooManyTries');
  expect((stopped.data as { words: { seconds: number } }).words.seconds).toBeLessThanOrEqual(60);
  // The limit holds from any address. However long the guessing continues, others at that address can scan and sign in.
  expect(await guess('unauthorised', '10.9.0.2')).toBe('tooManyTries');
  for (let times = 0; times < 40; times += 1) expect(await guess('unauthorised')).toBe('tooManyTries');
  expect(await guess('viewingSuperAdmin')).toBe('qrCodeExpired');
  expect(
    nameOf(await test.call(catalogue.session.signIn.path, { email: 'nobody@test', password: 'Tm90aGluZzE=' }, guesser)),
  ).toBe('accountUnknown');
});

it('guessing with many accounts is stopped by address', async () => {
  const guess = async (person: Person): Promise<string> =>
    nameOf(await app(person, scan.path, { qrcode: test.newId() }, { address: '10.9.1.1' }));
  const { db } = test;
  const { createScanRateLimit } = await import('../../../server/features/scanRateLimit.ts');
  const tries = createScanRateLimit(db);
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      tries.count(`account ${n}`, '10.9.1.1').then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(outcomes.filter(Boolean).length).toBe(30);
  expect(await guess('stranger')).toBe('tooManyTries');
});

it('one address is shown so many pictures and no more; its own are still picked up', async () => {
  const from = { address: '10.9.2.1' };
  const first = await askOne(from);
  for (let times = 1; times < LOGIN_QRS_PER_ADDRESS; times += 1) await test.call(ask.path, {}, from);
  expect(nameOf(await test.call(ask.path, {}, from))).toBe('tooManyRequests');
  expect(nameOf(await pick(first, from))).toBe('ok');
  expect(nameOf(await test.call(ask.path, {}, { address: '10.9.2.2' }))).toBe('ok');
});

it('what is over is thrown away, what lives is not', async () => {
  const code = await askOne();
  await applyRetention({ db: test.db, now: () => code.expiresAt - 1 });
  expect(nameOf(await pick(code))).toBe('ok');
  await applyRetention({ db: test.db, now: () => code.expiresAt + 1 });
  expect(await test.rowsIn(loginQrcodes)).toBe(0);
});
