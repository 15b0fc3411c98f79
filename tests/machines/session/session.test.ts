import { describe, expect, it } from 'vitest';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { selectIsCloudAway } from '../../../src/machines/app/firstScreen.selectors.ts';
import {
  selectDisplayName,
  selectIsSignedIn,
  selectSetUp,
  selectSignInFailure,
  selectUser,
} from '../../../src/machines/session/session.selectors.ts';
import { CLOUD_RETRY_MS, SET_UP_LOOK_MS } from '../../../src/machines/session/session.machine.ts';
import { settle } from '../../fakes/settle.ts';
import { startSession, userOf } from '../../fakes/startSession.ts';

async function signedIn() {
  const session = startSession({ userId: 'u1' });
  await settle();
  await session.load();
  return session;
}

describe('at start', () => {
  it('clears the flag of a forced logout of the last time', async () => {
    const { browser } = startSession();
    expect(browser.loginOut).toBe(0);
  });

  it('goes on with a stored token, and asks for whom it is', async () => {
    const session = await signedIn();
    expect(session.loadUser.calls[0]?.input).toEqual({ userId: 'u1' });
    expect(selectUser(session.actor.getSnapshot())?.nickname).toBe('Lin Wei');
    expect(session.toldTo('app')).toEqual([
      {
        type: 'app.accessChanged',
        user: userOf(),
        access: expect.objectContaining({ who: 'user', userId: 'u1', robotCount: 3 }),
      },
    ]);
  });

  it('says that nobody is there without one', async () => {
    const session = startSession();
    await settle();
    expect(session.toldTo('app')).toEqual([{ type: 'app.accessChanged', access: { who: 'visitor' }, user: null }]);
    // The page that the address names is kept for the time after sign-in.
    expect(session.toldTo('navigation')).toEqual([]);
  });
});

describe('signing in', () => {
  it('keeps the credentials as they were asked for, then loads the user', async () => {
    const session = startSession();
    await settle();
    await session.signIn({ keep: false });
    expect(session.enter.last()?.input).toMatchObject({ by: 'password', credential: { keep: false } });
    await session.accept();
    expect(session.browser).toMatchObject({ token: 'new', userId: 'u1' });
    await session.load();
    expect(selectIsSignedIn(session.actor.getSnapshot())).toBe(true);
  });

  it('tells the page why it was refused, keeps nothing, and may be tried again', async () => {
    const session = startSession();
    await settle();
    await session.signIn();
    await session.refuse('wrongPassword');
    expect(selectSignInFailure(session.actor.getSnapshot())?.code).toBe(ERRORS.wrongPassword);
    expect(session.toldTo('app').at(-1)).toMatchObject({
      type: 'app.signInRefused',
      failure: { code: ERRORS.wrongPassword },
    });
    expect(session.browser.token).toBeNull();
    expect(session.toldTo('notices')).toEqual([]);

    await session.signIn();
    expect(selectSignInFailure(session.actor.getSnapshot())).toBeNull();
    await session.accept();
    await session.load();
    expect(selectIsSignedIn(session.actor.getSnapshot())).toBe(true);
  });

  it('hears no second wish while one is under way', async () => {
    const session = startSession();
    await settle();
    await session.signIn();
    await session.signIn();
    expect(session.enter.calls).toHaveLength(1);
  });

  it('cancelled, takes no notice of the answer that comes later', async () => {
    const session = startSession();
    await settle();
    await session.signIn();
    session.actor.send({ type: 'session.cancelSignIn' });
    expect(session.enter.last()?.signal.aborted).toBe(true);
    await session.accept();
    expect(session.browser.token).toBeNull();
    expect(session.is({ signedOut: 'idle' })).toBe(true);
  });

  it('refuses a user without a role, with the no-permission message', async () => {
    const session = startSession();
    await settle();
    await session.signIn();
    await session.accept();
    await session.load(userOf({ roles: [] }));
    expect(session.is('signedOut')).toBe(true);
    expect(session.browser.token).toBeNull();
    expect(session.toldTo('notices')).toEqual([
      { type: 'notice.show', notice: { tone: 'error', failure: { code: ERRORS.noRole, said: '' } } },
    ]);
  });

  it('creates the first administrator by the same way', async () => {
    const session = startSession();
    await settle();
    const administrator = { code: '0123-ABCD', nickname: 'Ann', email: 'ann@x.example', password: 'Abcdef1' };
    session.actor.send({ type: 'session.setUp', administrator });
    expect(session.enter.last()?.input).toEqual({ by: 'setUp', administrator });
    await session.accept();
    expect(session.is('loadingUser')).toBe(true);
  });

  it('takes over a session that another way in has brought, also after a refusal, and keeps it as long as was asked', async () => {
    const session = startSession();
    await settle();
    session.actor.send({ type: 'session.enter', accessToken: 'by-code', userId: 'u1', keep: false });
    expect([session.is('loadingUser'), session.browser]).toMatchObject([
      true,
      { token: 'by-code', userId: 'u1', kept: false, loginOut: 0 },
    ]);
    await session.load(userOf());
    expect(session.is('signedIn')).toBe(true);
    session.actor.send({ type: 'session.enter', accessToken: 'late', userId: 'u2', keep: true });
    expect(session.browser.token).toBe('by-code');
  });
});

describe('when the user cannot be loaded', () => {
  it('clears the token and says that verification failed', async () => {
    const session = startSession({ userId: 'u1' });
    await settle();
    await session.failLoading(new ApiError('serverError'));
    expect(session.browser.token).toBeNull();
    expect(session.toldTo('notices')).toMatchObject([{ notice: { failure: { code: ERRORS.verificationFailed } } }]);
  });

  it('waits for a cloud that does not answer, and keeps the token', async () => {
    const session = startSession({ userId: 'u1' });
    await settle();
    await session.failLoading(new ApiError('networkFailed'));
    expect(selectIsCloudAway(session.actor.getSnapshot())).toBe(true);
    expect(session.browser.token).toBe('stored');
    session.clock.increment(CLOUD_RETRY_MS - 1);
    expect(session.loadUser.calls).toHaveLength(1);
    session.clock.increment(1);
    await session.load();
    expect(selectIsSignedIn(session.actor.getSnapshot())).toBe(true);
    expect(session.toldTo('notices')).toEqual([]);
  });
});

describe('a forced logout', () => {
  it.each([ERRORS.sessionInvalid, ERRORS.loginExpired])(
    'on %i shows the message once, sets the flag and forgets everything',
    async (code) => {
      const session = await signedIn();
      for (let times = 0; times < 3; times += 1) session.actor.send({ type: 'session.over', code });
      expect(session.toldTo('notices')).toEqual([
        { type: 'notice.show', notice: { tone: 'error', failure: { code, said: '' } } },
      ]);
      expect(session.browser).toMatchObject({ token: null, loginOut: code });
      expect(session.actor.getSnapshot().context).toMatchObject({ user: null, routes: [], userId: '' });
      expect(session.toldTo('app').at(-1)).toMatchObject({ access: { who: 'visitor' } });
      expect(session.signOut.calls).toHaveLength(0);
    },
  );

  it('while the user is loaded is one message too, whichever way the news comes first', async () => {
    const session = startSession({ userId: 'u1' });
    await settle();
    session.actor.send({ type: 'session.over', code: ERRORS.sessionInvalid });
    await session.failLoading(new ApiError('sessionInvalid'));
    expect(session.toldTo('notices')).toHaveLength(1);

    const other = startSession({ userId: 'u1' });
    await settle();
    await other.failLoading(new ApiError('sessionInvalid'));
    other.actor.send({ type: 'session.over', code: ERRORS.sessionInvalid });
    expect(other.toldTo('notices')).toMatchObject([{ notice: { failure: { code: ERRORS.sessionInvalid } } }]);
    expect(other.browser.loginOut).toBe(ERRORS.sessionInvalid);
  });

  it('is not heard by somebody who is signed out', async () => {
    const session = startSession();
    await settle();
    session.actor.send({ type: 'session.over', code: ERRORS.sessionInvalid });
    expect(session.toldTo('notices')).toEqual([]);
  });

  it('leaves the flag until the next sign-in', async () => {
    const session = await signedIn();
    session.actor.send({ type: 'session.over', code: ERRORS.sessionInvalid });
    await session.signIn();
    expect(session.browser.loginOut).toBe(ERRORS.sessionInvalid);
    await session.accept();
    expect(session.browser.loginOut).toBe(0);
  });
});

describe('signing out', () => {
  it('asks first, and cancel changes nothing', async () => {
    const session = await signedIn();
    session.actor.send({ type: 'session.askSignOut' });
    expect(session.actor.getSnapshot().children.confirm).toBeDefined();
    await session.confirm('confirm.cancel');
    expect(session.signOut.calls).toHaveLength(0);
    expect(selectIsSignedIn(session.actor.getSnapshot())).toBe(true);
    session.actor.send({ type: 'session.askSignOut' });
    expect(session.actor.getSnapshot().children.confirm).toBeDefined();
  });

  it.each(['answer', 'refuse'] as const)(
    'confirmed, calls the server and forgets, whatever it says (%s)',
    async (how) => {
      const session = await signedIn();
      session.actor.send({ type: 'session.askSignOut' });
      await session.confirm('confirm.accept');
      expect(session.browser.token).toBe('stored');
      session.signOut.last()?.[how](undefined);
      await settle();
      expect(session.browser).toMatchObject({ token: null, loginOut: 0 });
      expect(session.is({ signedOut: 'idle' })).toBe(true);
      expect(session.toldTo('notices')).toEqual([]);
    },
  );
});

describe('another tab', () => {
  it('that signs out signs this one out', async () => {
    const session = await signedIn();
    session.browser.token = null;
    session.actor.send({ type: 'session.changedElsewhere' });
    await settle();
    expect(session.is('signedOut')).toBe(true);
    expect(session.toldTo('navigation')).toEqual([{ type: 'navigation.leave', to: '/login', replace: true }]);
    expect(session.browser.hasDrafts).toBe(false);
  });

  it('that is put out after loading keeps the page of this one: it flags the reason', async () => {
    const session = await signedIn();
    session.actor.send({ type: 'session.refresh' });
    await session.load(userOf({ roles: [] }));
    expect(session.browser).toMatchObject({ token: null, loginOut: BASE_ERRORS.noRole, hasDrafts: true });
    const other = await signedIn();
    other.actor.send({ type: 'session.over', code: BASE_ERRORS.noRole });
    expect(other.is('signedOut')).toBe(true);
    expect(other.toldTo('navigation')).toEqual([]);
    expect(other.toldTo('notices')).toHaveLength(1);
  });

  it('that signs in as another user keeps the page of this one', async () => {
    const session = await signedIn();
    Object.assign(session.browser, { token: 'other', userId: 'u2' });
    session.actor.send({ type: 'session.changedElsewhere' });
    await settle();
    await session.load();
    expect(session.loadUser.last()?.input).toEqual({ userId: 'u2' });
    expect(session.is('signedIn')).toBe(true);
    expect(session.toldTo('navigation')).toEqual([]);
  });

  it('that signs in signs this one in', async () => {
    const session = startSession();
    await settle();
    Object.assign(session.browser, { token: 'other', userId: 'u2' });
    session.actor.send({ type: 'session.changedElsewhere' });
    await settle();
    expect(session.loadUser.last()?.input).toEqual({ userId: 'u2' });
  });
});

describe('while the installation is being set up', () => {
  const open = {
    user: userOf({ checklist: { done: 2, total: 6, driven: false } }),
    routes: [],
    robotCount: 0,
    isSettingUp: true,
  };
  const settingUp = async () => {
    const session = startSession({ userId: 'u1' });
    await settle();
    session.loadUser.last()?.answer(open);
    await settle();
    return session;
  };

  it('reads the count of done steps again at intervals, until all are done', async () => {
    const session = await settingUp();
    expect(selectSetUp(session.actor.getSnapshot())).toEqual({ done: 2, total: 6, driven: false });
    session.clock.increment(SET_UP_LOOK_MS);
    expect(session.loadUser.calls).toHaveLength(2);
    await session.load(userOf({ checklist: { done: 6, total: 6, driven: true } }));
    expect(selectSetUp(session.actor.getSnapshot())).toBeNull();
    session.clock.increment(SET_UP_LOOK_MS);
    expect(session.loadUser.calls).toHaveLength(2);
  });

  it('goes home once it is put off, and no longer leads there', async () => {
    const session = await settingUp();
    expect(session.toldTo('app').at(-1)).toMatchObject({ access: { isSettingUp: true } });
    session.actor.send({ type: 'session.putOffSetUp' });
    expect(session.browser.putOff).toBe('u1');
    expect(session.told.slice(-2)).toMatchObject([
      { to: 'app', event: { access: { isSettingUp: false } } },
      { to: 'navigation', event: { type: 'navigation.go', to: '/' } },
    ]);
  });
});

describe('a refresh of the profile', () => {
  it('does not interrupt, and tells of the new rights', async () => {
    const session = await signedIn();
    session.actor.send({ type: 'session.refresh' });
    expect(selectIsSignedIn(session.actor.getSnapshot())).toBe(true);
    await session.load(userOf({ nickname: 'Ann' }), 0);
    expect(session.toldTo('app').at(-1)).toMatchObject({ user: { nickname: 'Ann' }, access: { robotCount: 0 } });
  });

  it('that is asked for again while one is on its way is asked again: what ended meanwhile the first may not know of', async () => {
    const session = await signedIn();
    session.actor.send({ type: 'session.refresh' });
    const first = session.loadUser.last();
    session.actor.send({ type: 'session.refresh' });
    first?.answer({ user: userOf(), routes: [], robotCount: 3 });
    await settle();
    await session.failLoading(new ApiError('sessionInvalid'));
    expect(session.toldTo('notices')).toMatchObject([{ notice: { failure: { code: ERRORS.sessionInvalid } } }]);
    expect(session.browser.token).toBeNull();
  });

  it('that fails changes nothing; one that is refused as over ends the session', async () => {
    const session = await signedIn();
    session.actor.send({ type: 'session.refresh' });
    await session.failLoading(new ApiError('networkFailed'));
    expect(selectIsSignedIn(session.actor.getSnapshot())).toBe(true);
    session.actor.send({ type: 'session.refresh' });
    await session.failLoading(new ApiError('loginExpired'));
    expect(session.is('signedOut')).toBe(true);
  });
});

it.each([
  [{ nickname: 'Lin', phoneNumber: '+86138', email: 'a@b' }, 'Lin'],
  [{ nickname: '', phoneNumber: '+86138', email: 'a@b' }, '+86138'],
  [{ nickname: '', phoneNumber: '', email: 'a@b' }, 'a@b'],
])('calls one by nickname, else phone number, else e-mail (%o)', async (names, expected) => {
  const session = startSession({ userId: 'u1' });
  await settle();
  await session.load(userOf(names));
  expect(selectDisplayName(session.actor.getSnapshot())).toBe(expected);
});

it('closes the routes that the roles may not open', async () => {
  const session = startSession({ userId: 'u1' });
  await settle();
  const [root] = (await import('../../fakes/startSession.ts')).TABLE;
  session.loadUser
    .last()
    ?.answer({ user: userOf(), robotCount: 1, routes: [{ ...root!, meta: { roles: ['admin'] } }] });
  await settle();
  expect(session.actor.getSnapshot().context.routes).toMatchObject([{ hidden: true, component: 'forbidden' }]);
});
