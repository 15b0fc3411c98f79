/** Account administration: the list, what can be changed on which account, and that a lock takes effect at once. */
import mqtt from 'mqtt';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Account, OneTimeLink } from '../../../contract/entities/account.ts';
import { INVITATION_TTL_MS, INVITATIONS_MAX, PASSWORD_LINK_TTL_MS } from '../../../contract/rules/limits.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { accounts, audit, invitations, sessions } from '../../../server/db/schema.ts';
import { withdrawDemoLinks } from '../../../server/features/oneTimeLinks.ts';
import { tokenHash } from '../../../server/security/identity.ts';
import { startTestServer, type CallOptions, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.accounts;
let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const admin = (path: string, data: object, more: CallOptions = {}) => test.as('accountAdmin', path, data, more);
const errorOf = async (reply: Promise<{ code: number; data: unknown }>) => {
  const { code, data } = await reply;
  return [errorNameOf(code), (data as { field?: string } | null)?.field];
};
const list = async (data: object = {}, more: CallOptions = {}): Promise<{ total: number; rows: Account[] }> =>
  (await admin(calls.list.path, data, more)).data as { total: number; rows: Account[] };
let made = 0;
const create = async (data: object = {}): Promise<{ id: string; link: OneTimeLink; email: string }> => {
  const email = `person-${++made}@hotel.example`;
  const { code, data: found } = await admin(calls.save.path, {
    nickname: 'Person',
    email,
    roles: ['operator'],
    ...data,
  });
  expect(code).toBe(0);
  return { ...(found as { id: string; link: OneTimeLink }), email };
};
const codeOf = ({ path }: OneTimeLink): string => new URL(path, 'http://x').searchParams.get('code') ?? '';
const setPassword = (link: OneTimeLink, password = 'Password1', data: object = {}) =>
  test.call(calls.useLink.path, { code: codeOf(link), password: encodePassword(password), ...data });
const signIn = (email: string, password = 'Password1') =>
  test.call(
    catalogue.session.signIn.path,
    { email, password: encodePassword(password) },
    { address: `10.9.${Math.floor(made / 200)}.${(made++ % 200) + 1}` },
  );
const rowsOf = async (act: string, subject: string) =>
  test.db
    .select()
    .from(audit)
    .where(and(eq(audit.act, act), eq(audit.subject, subject)));
/** A second administrator, signed in. */
const another = async (): Promise<{ id: string; token: string; email: string }> => {
  const { id, link, email } = await create({ roles: ['admin'] });
  await setPassword(link);
  const { data } = await signIn(email);
  return { id, email, token: (data as { accessToken: string }).accessToken };
};

describe('the list', () => {
  it('tells of each account what an administrator needs, and no password', async () => {
    const { id, email } = await create({ nickname: 'Ada', phoneNumber: '+49 170 1234567' });
    const reply = await admin(calls.list.path, { text: 'aDA' });
    expect(reply.data).toEqual({
      total: 1,
      rows: [
        {
          id,
          nickname: 'Ada',
          email,
          phoneNumber: '+491701234567',
          roles: ['operator'],
          demo: false,
          lockedAt: null,
          createdAt: expect.any(Number) as unknown,
          lastSeenAt: null,
          sessions: 0,
          isHere: false,
          robots: 0,
          needsRole: false,
          hasPassword: false,
          appId: '',
        },
      ],
    });
    expect(JSON.stringify((await admin(calls.list.path, { limit: 100 })).data)).not.toContain('argon2');
  });

  it('counts robots that one is authorised for, and sessions that live', async () => {
    const { rows } = await list({ limit: 100 });
    const of = (id: string) => rows.find((row) => row.id === id);
    expect(of('superAdmin')).toMatchObject({ robots: 3, sessions: 1 });
    expect(of('unauthorised')).toMatchObject({ robots: 0 });
  });

  it('is paged, in order, and filtered by words, role and state', async () => {
    const names = async (data: object) => (await list({ limit: 100, ...data })).rows.map(({ nickname }) => nickname);
    const all = await names({});
    expect(all).toEqual([...all].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(await names({ descending: true })).toEqual([...all].reverse());
    expect(
      [...(await list({ limit: 2 })).rows, ...(await list({ limit: 2, page: 2 })).rows].map(({ nickname }) => nickname),
    ).toEqual(all.slice(0, 4));
    const admins = await list({ role: 'admin', limit: 100 });
    expect(admins.rows.every(({ roles }) => roles.includes('admin'))).toBe(true);
    expect(admins.total).toBe(admins.rows.length);
    expect((await list({ text: 'member@test' })).rows.map(({ id }) => id)).toEqual(['member']);
    // LIKE wildcards are matched literally.
    expect((await list({ text: '%' })).total).toBe(0);
    expect((await list({ text: 'viewer' }, { language: 'zh-cn' })).rows.map(({ nickname }) => nickname)).toContain(
      'viewer',
    );
  });
});

describe('an account', () => {
  it('is created with a link, by which its owner sets a password, once, and signs in', async () => {
    const { id, link, email } = await create({ nickname: 'Grace' });
    expect(link.expiresAt).toBeGreaterThan(Date.now() + PASSWORD_LINK_TTL_MS - 60_000);
    expect(await signIn(email)).toMatchObject({ code: ERRORS.wrongPassword });
    expect((await test.call(calls.link.path, { code: codeOf(link) })).data).toMatchObject({
      kind: 'password',
      nickname: 'Grace',
      target: email,
      roles: ['operator'],
    });
    expect(await errorOf(setPassword(link, 'weak'))).toEqual(['passwordRule', 'password']);
    expect(await setPassword(link)).toMatchObject({ code: 0, data: { target: email } });
    expect(await errorOf(setPassword(link, 'Password2'))).toEqual(['linkOver', 'code']);
    expect(await signIn(email)).toMatchObject({ code: 0, data: { userId: id } });
    expect(await rowsOf('account.create', id)).toMatchObject([
      { userId: 'accountAdmin', before: null, after: { nickname: 'Grace', email, roles: ['operator'] } },
    ]);
    expect(await rowsOf('account.setPassword', id)).toHaveLength(1);
    expect(JSON.stringify(await test.db.select().from(audit))).not.toContain(codeOf(link));
  });

  it.each([
    ['a name that is empty', { nickname: ' ' }, ['parameterEmpty', 'nickname']],
    ['a name that is too long', { nickname: 'x'.repeat(41) }, ['fieldInvalid', 'nickname']],
    ['neither e-mail nor phone number', { email: '' }, ['parameterEmpty', 'email']],
    ['an e-mail that is none', { email: 'here' }, ['fieldInvalid', 'email']],
    ['a phone number without a country', { phoneNumber: '0170 123456' }, ['fieldInvalid', 'phoneNumber']],
    ['a phone number that is too short', { phoneNumber: '+86 1380' }, ['fieldInvalid', 'phoneNumber']],
    ['a phone number that no numbering plan has', { phoneNumber: '+86 138 0000 0' }, ['fieldInvalid', 'phoneNumber']],
    ['a country code that there is not', { phoneNumber: '+999 1234567' }, ['fieldInvalid', 'phoneNumber']],
    ['no role', { roles: [] }, ['fieldInvalid', 'roles']],
    ['a role that is none', { roles: ['king'] }, ['fieldInvalid', 'roles.0']],
    ["somebody else's e-mail, in other letters", { email: 'Member@Test.org' }, ['emailUsed', 'email']],
    ["somebody else's phone number", { phoneNumber: '+86 138-0000-0001' }, ['phoneNumberUsed', 'phoneNumber']],
    ['an account that is not there', { accountId: 'nobody' }, ['accountGone', 'accountId']],
  ])('is refused with %s', async (_, data, error) => {
    await test.db.update(accounts).set({ email: 'member@test.org' }).where(eq(accounts.id, 'member'));
    const before = await test.rowsIn(accounts);
    expect(
      await errorOf(
        admin(calls.save.path, {
          nickname: 'Person',
          email: `refused-${++made}@hotel.example`,
          roles: ['viewer'],
          ...data,
        }),
      ),
    ).toEqual(error);
    expect(await test.rowsIn(accounts)).toBe(before);
    await test.db.update(accounts).set({ email: 'member@test' }).where(eq(accounts.id, 'member'));
  });

  it('is changed, and the log has it before and after; the new roles count with the next call', async () => {
    const { id, email } = await another();
    const { token } = await another();
    expect(
      await admin(calls.save.path, { accountId: id, nickname: 'Renamed', email, roles: ['viewer', 'operator'] }),
    ).toMatchObject({ code: 0, data: { id, link: null } });
    expect(await rowsOf('account.change', id)).toMatchObject([
      {
        before: { nickname: 'Person', roles: ['admin'] },
        after: { nickname: 'Renamed', roles: ['viewer', 'operator'] },
      },
    ]);
    expect(await test.call(calls.list.path, {}, { token })).toMatchObject({ code: 0 });
  });

  it('keeps its name in two languages unless another name is given', async () => {
    const save = (nickname: string) =>
      admin(calls.save.path, { accountId: 'viewer', nickname, email: 'viewer@test.org', roles: ['viewer'] });
    const inChinese = async () => (await list({ text: 'viewer@test.org' }, { language: 'zh-cn' })).rows[0]?.nickname;
    expect(await save('viewer by name')).toMatchObject({ code: 0 });
    expect(await inChinese()).toBe('viewer');
    expect(await save('Vera')).toMatchObject({ code: 0 });
    expect(await inChinese()).toBe('Vera');
  });

  it('of two that want the same e-mail one gets it', async () => {
    const email = 'both@hotel.example';
    const replies = await Promise.all(
      ['One', 'Two'].map((nickname) => admin(calls.save.path, { nickname, email, roles: ['viewer'] })),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual([0, ERRORS.emailUsed].sort());
  });
});

describe('a lock', () => {
  it('ends the sessions at once, tells open pages, and keeps the owner out until it is taken off', async () => {
    const { id, email, token } = await another();
    const config = (
      await test.call(
        catalogue.robots.mqttConfig.path,
        { serialNumber: '', clientId: 'tab', language: 'enUS' },
        { token },
      )
    ).data as { clientId: string; username: string; password: string };
    const socket = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: config.username,
      password: config.password,
      clientId: config.clientId,
      reconnectPeriod: 0,
    });
    const told = new Promise<unknown>((resolve) =>
      socket.on('message', (_, payload) => resolve(JSON.parse(payload.toString()))),
    );
    await new Promise((resolve) => socket.on('connect', resolve));
    await socket.subscribeAsync(`users/${id}/notices`);
    expect((await list({ text: email })).rows).toMatchObject([{ isHere: true, sessions: 1, lockedAt: null }]);

    expect(await admin(calls.lock.path, { accountId: id, locked: true })).toMatchObject({ code: 0 });
    expect(await told).toMatchObject({ type: 'sessionEnded', code: ERRORS.sessionInvalid });
    socket.end(true);
    expect(await test.call(calls.list.path, {}, { token })).toMatchObject({ code: ERRORS.sessionInvalid });
    expect(await signIn(email)).toMatchObject({ code: ERRORS.accountLocked });
    expect((await list({ state: 'locked', limit: 100 })).rows.map((row) => row.id)).toContain(id);

    expect(await admin(calls.lock.path, { accountId: id, locked: false })).toMatchObject({ code: 0 });
    expect(await test.call(calls.list.path, {}, { token })).toMatchObject({ code: ERRORS.sessionInvalid });
    expect(await signIn(email)).toMatchObject({ code: 0 });
    expect([await rowsOf('account.lock', id), await rowsOf('account.unlock', id)]).toMatchObject([
      [{ after: { sessionsEnded: 1 } }],
      [{ userId: 'accountAdmin' }],
    ]);
  });

  it('asked for twice changes nothing the second time', async () => {
    const { id } = await create();
    for (let i = 0; i < 2; i++)
      expect(await admin(calls.lock.path, { accountId: id, locked: true })).toMatchObject({ code: 0 });
    expect(await rowsOf('account.lock', id)).toHaveLength(1);
  });

  it('tells only whoever knows the password that an account is locked', async () => {
    const { id, email } = await another();
    await admin(calls.lock.path, { accountId: id, locked: true });
    expect(await signIn(email, 'Password2')).toMatchObject({ code: ERRORS.wrongPassword });
  });
});

describe('oneself', () => {
  it('is neither locked, nor demoted, nor left without a password', async () => {
    const own = { accountId: 'accountAdmin' };
    await test.db.update(accounts).set({ email: 'admin@test.org' }).where(eq(accounts.id, 'accountAdmin'));
    expect(await errorOf(admin(calls.lock.path, { ...own, locked: true }))).toEqual(['notOnYourself', 'accountId']);
    expect(await errorOf(admin(calls.resetPassword.path, own))).toEqual(['notOnYourself', 'accountId']);
    expect(
      await errorOf(admin(calls.save.path, { ...own, nickname: 'Boss', email: 'admin@test.org', roles: ['operator'] })),
    ).toEqual(['notOnYourself', 'roles']);
    expect(
      await admin(calls.save.path, { ...own, nickname: 'Boss', email: 'admin@test.org', roles: ['operator', 'admin'] }),
    ).toMatchObject({ code: 0 });
  });

  it('keeps the session it asks from', async () => {
    const { id, token } = await another();
    await test.db
      .insert(sessions)
      .values({ id: 'other', tokenHash: tokenHash('other'), userId: id, expiresAt: new Date(Date.now() + 3_600_000) });
    expect(await test.call(calls.endSessions.path, { accountId: id }, { token })).toMatchObject({
      code: 0,
      data: { ended: 1 },
    });
    expect(await test.call(calls.list.path, {}, { token })).toMatchObject({ code: 0 });
  });

  it.each([
    ['lock', (accountId: string) => ({ path: calls.lock.path as string, data: { accountId, locked: true } as object })],
    [
      'demote',
      (accountId: string) => ({
        path: calls.save.path as string,
        data: { accountId, nickname: 'Person', email: `${accountId}@hotel.example`, roles: ['viewer'] } as object,
      }),
    ],
  ])('two who %s each other at the same time: one stays', async (_, act) => {
    const [a, b] = [await another(), await another()];
    const [onB, onA] = [act(b.id), act(a.id)];
    const replies = await Promise.all([
      test.call(onB.path, onB.data, { token: a.token }),
      test.call(onA.path, onA.data, { token: b.token }),
    ]);
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === ERRORS.notAllowed || code === ERRORS.sessionInvalid)).toHaveLength(1);
    const left = await test.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, replies[0]?.code === 0 ? a.id : b.id));
    expect(left).toMatchObject([{ roles: ['admin'], lockedAt: null }]);
  });
});

describe('signed out everywhere, and a new password', () => {
  it('ends all sessions', async () => {
    const { id, token } = await another();
    expect(await admin(calls.endSessions.path, { accountId: id })).toMatchObject({ code: 0, data: { ended: 1 } });
    expect(await test.call(calls.list.path, {}, { token })).toMatchObject({ code: ERRORS.sessionInvalid });
    expect(await rowsOf('account.endSessions', id)).toMatchObject([{ after: { sessionsEnded: 1 } }]);
  });

  it('takes the old one away at once; the last link alone works, and not for ever', async () => {
    const { id, email, token } = await another();
    const { data: first } = await admin(calls.resetPassword.path, { accountId: id });
    const { data: second } = await admin(calls.resetPassword.path, { accountId: id });
    expect(await test.call(calls.list.path, {}, { token })).toMatchObject({ code: ERRORS.sessionInvalid });
    expect(await signIn(email)).toMatchObject({ code: ERRORS.wrongPassword });
    const [old, good] = [first as { link: OneTimeLink }, second as { link: OneTimeLink }];
    expect(await errorOf(setPassword(old.link))).toEqual(['linkOver', 'code']);
    expect(await setPassword(good.link, 'Password3')).toMatchObject({ code: 0 });
    expect(await signIn(email, 'Password3')).toMatchObject({ code: 0 });
  });

  it('of two who use the link at once one sets it', async () => {
    const { link } = await create();
    const replies = await Promise.all([setPassword(link, 'Password1'), setPassword(link, 'Password2')]);
    expect(replies.map(({ code }) => code).sort()).toEqual([0, ERRORS.linkOver].sort());
  });
});

describe('an invitation', () => {
  beforeEach(() => test.db.delete(invitations));
  const invite = async (target: string, roles = ['viewer']) =>
    (await admin(calls.invite.path, { target, roles })).data as { id: string; link: OneTimeLink };

  it('waits, is taken up once with a name and a password, and makes the account it says', async () => {
    const { id, link } = await invite('Guest@Hotel.Example', ['operator', 'viewer']);
    expect((await admin(calls.invitations.path, {})).data).toMatchObject([
      { id, target: 'guest@hotel.example', roles: ['viewer', 'operator'] },
    ]);
    expect((await test.call(calls.link.path, { code: codeOf(link) })).data).toMatchObject({
      kind: 'invitation',
      target: 'guest@hotel.example',
      roles: ['viewer', 'operator'],
    });
    expect(await errorOf(setPassword(link))).toEqual(['parameterEmpty', 'nickname']);
    expect(await setPassword(link, 'Password1', { nickname: 'Guest' })).toMatchObject({ code: 0 });
    expect(await signIn('guest@hotel.example')).toMatchObject({ code: 0 });
    expect(await errorOf(setPassword(link, 'Password1', { nickname: 'Guest' }))).toEqual(['linkOver', 'code']);
    expect((await admin(calls.invitations.path, {})).data).toEqual([]);
    const [account] = await test.db.select().from(accounts).where(eq(accounts.email, 'guest@hotel.example'));
    expect(account).toMatchObject({ roles: ['viewer', 'operator'], nickname: 'Guest' });
    expect(await rowsOf('account.accept', account?.id ?? '')).toMatchObject([
      { before: { invitedBy: 'accountAdmin' } },
    ]);
    expect(JSON.stringify(await test.db.select().from(audit))).not.toContain(codeOf(link));
  });

  it('by phone number makes an account with it', async () => {
    const { link } = await invite('+86 139 0000 0009');
    expect(await setPassword(link, 'Password1', { nickname: 'Guest' })).toMatchObject({
      code: 0,
      data: { target: '+8613900000009' },
    });
  });

  it('is withdrawn, or too old, or for somebody who came another way: then it is over', async () => {
    const { id, link } = await invite('one@hotel.example');
    expect(await admin(calls.withdraw.path, { invitationId: id })).toMatchObject({ code: 0 });
    expect(await errorOf(setPassword(link, 'Password1', { nickname: 'X' }))).toEqual(['linkOver', 'code']);
    expect(await errorOf(admin(calls.withdraw.path, { invitationId: id }))).toEqual(['notFound', 'invitationId']);
    const other = await invite('two@hotel.example');
    await create({ email: 'two@hotel.example' });
    expect((await errorOf(setPassword(other.link, 'Password1', { nickname: 'X' })))[0]).toBe('emailUsed');
    const old = await invite('three@hotel.example');
    await test.db
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(invitations.id, old.id));
    expect(await errorOf(test.call(calls.link.path, { code: codeOf(old.link) }))).toEqual(['linkOver', 'code']);
    expect(old.link.expiresAt).toBeGreaterThan(Date.now() + INVITATION_TTL_MS - 60_000);
  });

  it.each([
    ['is locked', (id: string) => admin(calls.lock.path, { accountId: id, locked: true })],
    [
      'is no administrator any more',
      (id: string) =>
        admin(calls.save.path, { accountId: id, nickname: 'Other', email: `${id}@hotel.example`, roles: ['operator'] }),
    ],
  ])('ends, with every password link, when who gave it %s', async (_, end) => {
    const giver = await another();
    const as = (path: string, data: object) => test.call(path, data, { token: giver.token });
    const given = (await as(calls.invite.path, { target: `${giver.id}@guest.example`, roles: ['admin'] })).data as {
      link: OneTimeLink;
    };
    const made = (
      await as(calls.save.path, { nickname: 'Made', email: `made-${giver.id}@hotel.example`, roles: ['operator'] })
    ).data as { id: string; link: OneTimeLink };
    const theirs = await create();
    const others = await invite(`others-${giver.id}@guest.example`);
    expect(await end(giver.id)).toMatchObject({ code: 0 });
    for (const { link } of [given, made]) {
      expect(await errorOf(test.call(calls.link.path, { code: codeOf(link) }))).toEqual(['linkOver', 'code']);
      expect(await errorOf(setPassword(link, 'Password1', { nickname: 'X' }))).toEqual(['linkOver', 'code']);
    }
    for (const { link } of [theirs, others])
      expect(await test.call(calls.link.path, { code: codeOf(link) })).toMatchObject({ code: 0 });
    expect(await rowsOf('account.withdrawInvitation', `${giver.id}@guest.example`)).toMatchObject([
      { userId: 'accountAdmin' },
    ]);
    expect(await rowsOf('account.withdrawLink', made.id)).toMatchObject([{ userId: 'accountAdmin' }]);
  });

  it('ends, with every password link, when the demo that gave it is turned off', async () => {
    const giver = await another();
    const as = (path: string, data: object) => test.call(path, data, { token: giver.token });
    const given = (await as(calls.invite.path, { target: `${giver.id}@guest.example`, roles: ['admin'] })).data as {
      link: OneTimeLink;
    };
    const made = (
      await as(calls.save.path, { nickname: 'Made', email: `made-${giver.id}@hotel.example`, roles: ['operator'] })
    ).data as { link: OneTimeLink };
    const others = await invite(`others-${giver.id}@guest.example`);
    await test.db.update(accounts).set({ demo: true }).where(eq(accounts.id, giver.id));
    await withdrawDemoLinks(test.db, new Date());
    for (const { link } of [given, made])
      expect(await errorOf(setPassword(link, 'Password1', { nickname: 'X' }))).toEqual(['linkOver', 'code']);
    expect(await test.call(calls.link.path, { code: codeOf(others.link) })).toMatchObject({ code: 0 });
  });

  it.each([
    ['an address that is none', { target: 'nobody', roles: ['viewer'] }, ['fieldInvalid', 'target']],
    ['a phone number that no plan has', { target: '+86 1380', roles: ['viewer'] }, ['fieldInvalid', 'target']],
    ['no role', { target: 'x@hotel.example', roles: [] }, ['fieldInvalid', 'roles']],
    ['who has an account', { target: 'operator@demo.roundhouse', roles: ['viewer'] }, ['emailUsed', 'target']],
    ['who has an account by phone', { target: '+8613800000001', roles: ['viewer'] }, ['phoneNumberUsed', 'target']],
  ])('is refused for %s', async (_, data, error) => {
    expect(await errorOf(admin(calls.invite.path, data))).toEqual(error);
  });

  it('only so many wait at a time', async () => {
    const at = new Date();
    await test.db.insert(invitations).values(
      Array.from({ length: INVITATIONS_MAX }, (_, i) => ({
        id: `i-${i}`,
        target: `t-${i}@x.example`,
        roles: ['viewer' as const],
        codeHash: `h-${i}`,
        invitedBy: 'x',
        createdAt: at,
        expiresAt: new Date(at.getTime() + 60_000),
      })),
    );
    expect(await admin(calls.invite.path, { target: 'more@hotel.example', roles: ['viewer'] })).toMatchObject({
      code: ERRORS.tooManyInvitations,
      data: { words: { limit: INVITATIONS_MAX } },
    });
  });
});
