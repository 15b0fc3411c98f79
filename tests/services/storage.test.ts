import { describe, expect, it } from 'vitest';
import { createStorage } from '../../src/services/storage.ts';
import { memoryCookies, memoryStorage } from '../fakes/memoryStorage.ts';

function start(kept: Record<string, string> = {}, languages: readonly string[] = []) {
  const local = memoryStorage(kept);
  const session = memoryStorage();
  const cookies = memoryCookies();
  return {
    local,
    session,
    cookies,
    storage: createStorage({ local: () => local, session: () => session, cookies, languages }),
  };
}
const forbidden = () =>
  createStorage({
    local: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    session: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    cookies: {
      read: () => {
        throw new Error('denied');
      },
      write: () => {
        throw new Error('denied');
      },
    },
    languages: [],
  });

describe('credentials', () => {
  const entered = { accessToken: 't', userId: 'u' };

  it('outlive the browser when one is to stay signed in, under the names of the spec', () => {
    const { storage, local, session } = start();
    storage.keepCredentials({ ...entered, keep: true });
    expect([local.getItem('user_token'), local.getItem('user_id'), session.length]).toEqual(['t', 'u', 0]);
    expect(storage.credentials()).toEqual({ token: 't', userId: 'u' });
  });

  it('live as long as the browser otherwise, whatever was kept before', () => {
    const { storage, local, session } = start({ user_token: 'old', user_id: 'old' });
    storage.keepCredentials({ ...entered, keep: false });
    expect(local.length).toBe(0);
    expect(session.getItem('user_token')).toBe('t');
    expect(storage.credentials()).toEqual({ token: 't', userId: 'u' });
  });

  it('are forgotten everywhere', () => {
    for (const keep of [true, false]) {
      const { storage, local, session } = start();
      storage.keepCredentials({ ...entered, keep });
      storage.forgetCredentials();
      expect([local.length, session.length, storage.credentials()]).toEqual([0, 0, null]);
    }
  });

  it('are gone when another tab took them away', () => {
    const { storage, local } = start();
    storage.keepCredentials({ ...entered, keep: true });
    local.clear();
    expect(storage.credentials()).toBeNull();
  });

  it('half of them are none', () => expect(start({ user_token: 't' }).storage.credentials()).toBeNull());

  it('last while the page lives where nothing may be kept', () => {
    const storage = forbidden();
    expect(storage.credentials()).toBeNull();
    storage.keepCredentials({ ...entered, keep: true });
    expect(storage.credentials()).toEqual({ token: 't', userId: 'u' });
    storage.forgetCredentials();
    expect(storage.credentials()).toBeNull();
  });
});

describe('the first language', () => {
  it.each([
    [['de-DE', 'en-GB', 'zh-CN'], 'enUS'],
    [['zh-TW'], 'zhCN'],
    [['fr', 'de'], 'zhCN'],
    [[], 'zhCN'],
    [['en'], 'enUS'],
    [['z'], 'zhCN'],
    [['e', 'en'], 'enUS'],
  ])('of %j is %s', (languages, expected) => expect(start({}, languages).storage.language()).toBe(expected));

  it('is the choice made, when there is one', () => {
    const { storage, local } = start({ language: 'zhCN' }, ['en']);
    expect(storage.language()).toBe('zhCN');
    storage.keepLanguage('enUS');
    expect(local.getItem('language')).toBe('enUS');
    expect(start({ language: 'tlh' }, ['en']).storage.language()).toBe('enUS');
  });
});

it('keeps the rest under the names of the spec, and reads it back', () => {
  const { storage, local, cookies } = start();
  storage.keepView('xp');
  storage.keepSerialNumber('W1');
  storage.flagLoginOut(11_007);
  storage.keepSidebar(false);
  storage.keepPanel(true);
  storage.keepViewOrder(['s', 'all']);
  storage.keepPanelNarrow(true);
  storage.keepTheme('dark');
  storage.keepSize('small');
  expect(storage.stickSide()).toBe('right');
  storage.keepStickSide('left');
  expect(local.getItem('robot_view')).toBe('xp');
  expect(local.getItem('serialNumber')).toBe('W1');
  expect(local.getItem('login_out')).toBe('11007');
  expect(cookies.read()).toBe('sidebarStatus=0; seriaNumberPanelStatus=1; size=small');
  expect(cookies.written.every((cookie) => cookie.includes('path=/') && cookie.includes('samesite=lax'))).toBe(true);
  expect([
    storage.view(),
    storage.serialNumber(),
    storage.loginOut(),
    storage.isSidebarOpen(),
    storage.isPanelOpen(),
    storage.viewOrder(),
    storage.isPanelNarrow(),
    storage.theme(),
    storage.stickSide(),
    storage.size(),
  ]).toEqual(['xp', 'W1', 11_007, false, true, ['s', 'all'], true, 'dark', 'left', 'small']);
  storage.flagLoginOut(0);
  storage.keepSerialNumber('');
  expect([local.getItem('login_out'), local.getItem('serialNumber')]).toEqual([null, null]);
});

it('has its defaults where nothing was kept, where nonsense was, and where nothing may be', () => {
  const nonsense = { robot_view: 'zz', view_order: 'a,w,b', theme: 'pink' };
  for (const storage of [start().storage, start(nonsense).storage, forbidden()])
    expect([
      storage.view(),
      storage.theme(),
      storage.isSidebarOpen(),
      storage.isPanelOpen(),
      storage.size(),
      storage.loginOut(),
    ]).toEqual(['all', 'system', true, true, 'medium', 0]);
  expect(start(nonsense).storage.viewOrder()).toEqual(['w']);
});

it('keeps a view until sign-out, or until another is chosen, and always the one of last time', () => {
  const { storage, local } = start();
  expect([storage.hasView(), storage.view()]).toEqual([false, 'all']);
  storage.keepView('s', false);
  expect([storage.hasView(), storage.view(), local.getItem('robot_view')]).toEqual([true, 's', null]);
  storage.forgetCredentials();
  expect([storage.hasView(), storage.view()]).toEqual([false, 's']);
  storage.keepView('w', false);
  storage.keepView('d');
  storage.forgetCredentials();
  expect([storage.hasView(), storage.view(), local.getItem('robot_view')]).toEqual([true, 'd', 'd']);
});

describe('pending Stops', () => {
  const stop = {
    serialNumber: 'A',
    name: 'Porter 1',
    askedBy: { userId: 'u', name: 'Lin Wei' },
    askedAt: 5,
    sentAt: null,
  };
  let ids = 0;
  const newId = () => `id${(ids += 1)}`;

  it("are kept one key a robot, with their age by this browser's clock", () => {
    const { storage, local } = start();
    storage.keepPendingStop(stop, 1_000);
    storage.keepPendingStop({ ...stop, serialNumber: 'B' }, 2_000);
    storage.keepPendingStop({ ...stop, sentAt: 7 }, 9_000);
    expect(local.length).toBe(2);
    expect(storage.pendingStops(11_000)).toEqual([
      { stop: { ...stop, sentAt: 7 }, age: 10_000 },
      { stop: { ...stop, serialNumber: 'B' }, age: 9_000 },
    ]);
    storage.forgetPendingStop('A');
    expect(storage.pendingStop('A', 0)).toBeNull();
    local.setItem('pending_stop.C', '{"nonsense":1}');
    expect(storage.pendingStops(11_000)).toHaveLength(1);
  });

  it('are one request a press and a person, in every tab; another after a refusal', () => {
    const { storage } = start();
    storage.keepPendingStop(stop, 1_000);
    const first = storage.pendingStopRequest(stop, 'u', newId);
    expect(storage.pendingStopRequest(stop, 'u', newId)).toBe(first);
    expect(storage.pendingStopRequest(stop, 'other', newId)).not.toBe(first);
    const again = { ...stop, askedAt: 6 };
    storage.keepPendingStop(again, 2_000);
    const second = storage.pendingStopRequest(again, 'u', newId);
    expect(second).not.toBe(first);
    storage.renewPendingStopRequest(again);
    expect(storage.pendingStopRequest(again, 'u', newId)).not.toBe(second);
  });

  it('are one request too where nothing can be kept', () => {
    const storage = forbidden();
    storage.keepPendingStop(stop, 1_000);
    expect(storage.pendingStops(1_000)).toEqual([]);
    expect(storage.pendingStopRequest(stop, 'u', newId)).toBe(storage.pendingStopRequest(stop, 'u', newId));
  });
});
