/**
 * Model-based: the ways to sign in (password, code, approval by phone) and out (by the user; forced by 1006 or 11007,
 * in a response or pushed) with two tabs. Every simple path is walked on two whole consoles that share the browser's
 * storage.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PageEntry } from '../../../src/app/pageEntry.ts';
import { wireSignInByCode } from '../../../src/app/wiring/verification.ts';
import { selectCloudLink } from '../../../src/machines/connection/connection.selectors.ts';
import { selectNotice } from '../../../src/machines/notices/notices.selectors.ts';
import { loopbackBroker, type LoopbackBroker } from '../../fakes/loopbackBroker.ts';
import { memoryStorage } from '../../fakes/memoryStorage.ts';
import { startApp } from '../../fakes/startApp.ts';
import { walk } from '../../fakes/walkModel.ts';

const WAYS_IN = { 'by password': 'in', 'by code': 'in', 'by phone': 'in' } as const;
const BACK = { 'signs in again': 'back' } as const;
type Happening =
  | keyof typeof WAYS_IN
  | keyof typeof BACK
  | 'a call says 1006'
  | 'a call says 11007'
  | '1006 is pushed'
  | '11007 is pushed'
  | 'signs out';

const spec = setup({ types: { events: {} as { type: Happening } } }).createMachine({
  initial: 'nobody',
  states: {
    nobody: { on: WAYS_IN },
    in: {
      on: {
        'a call says 1006': 'invalid',
        'a call says 11007': 'expired',
        '1006 is pushed': 'invalid',
        '11007 is pushed': 'expired',
        'signs out': 'left',
      },
    },
    invalid: { on: BACK },
    expired: { on: BACK },
    left: { on: BACK },
    back: {},
  },
});

const soon = (check: () => void) => vi.waitFor(check, { timeout: 8_000, interval: 5 });
let broker: LoopbackBroker;
let tabs: Tab[];
type Tab = ReturnType<typeof startApp> & { wanted: string; messages: number[] };
/** Number of the latest session; every sign-in creates a new one. */
let sessions: number;
beforeEach(async () => {
  broker = await loopbackBroker();
  sessions = 0;
  const kept = memoryStorage();
  tabs = ['/home?filter=alarm', '/home'].map((at, nth) => open(at, nth, kept));
});
afterEach(async () => {
  tabs.forEach(({ app }) => app.stop());
  await broker.close();
});

const byCode: PageEntry = {
  frame: 'bare',
  locales: ['verification'],
  fetch: async () => undefined,
  load: async (services) => ({ machine: wireSignInByCode(services), Page: () => null }),
};

/** Writes of one tab raise a storage event in the other, as in a browser. */
function open(at: string, nth: number, kept: Storage): Tab {
  const told = <Result>(key: string | null, result: Result): Result => {
    setTimeout(() => tabs.forEach((tab, n) => n !== nth && tab.browser.storage(key)));
    return result;
  };
  const storage = {
    getItem: (key) => kept.getItem(key),
    setItem: (key, value) => told(key, kept.setItem(key, value)),
    removeItem: (key) => told(key, kept.removeItem(key)),
  } as Storage;
  const tab = startApp(broker, {
    at,
    storage,
    pages: { signInByCode: byCode },
    answers: {
      '/auth/login': () => ({ accessToken: `token-${(sessions += 1)}`, userId: 'u1' }),
      '/index/generate-captcha': ({ captchaToken }) => ({ captchaToken, image: 'data:,', letters: 5 }),
    },
  });
  tab.app.start();
  const messages: number[] = [];
  let last: unknown = null;
  const notices = tab.child('notices') as unknown as {
    subscribe(seen: (snapshot: Parameters<typeof selectNotice>[0]) => void): void;
  };
  notices.subscribe((snapshot) => {
    const notice = selectNotice(snapshot);
    if (notice && notice !== last) messages.push(notice.failure?.code ?? 0);
    last = notice;
  });
  return { ...tab, wanted: at, messages };
}

const first = () => tabs[0]!;
const session = () => first().child('session')!;
const asks = (refusal: 'sessionInvalid' | 'loginExpired') =>
  first().cloud.refusals.set('/index/get-robot-list', refusal) &&
  first().child('fleet')!.send({ type: 'fleet.refresh' });
/** Without user input: the notice reaches every open page, and each of them reloads the user. */
const pushes = async (refusal: 'sessionInvalid' | 'loginExpired') => {
  tabs.forEach(({ cloud }) => cloud.refusals.set('/user/get-user-info', refusal));
  await first().notice({ type: 'sessionEnded', code: ERRORS.sessionInvalid, sessionId: 's' });
};
const entering = (act: () => void | Promise<void>) => async (): Promise<void> => {
  tabs.forEach(({ cloud, messages }) => {
    cloud.refusals.clear();
    messages.length = 0;
  });
  await act();
};

const atHome = () =>
  soon(() => {
    for (const tab of tabs) {
      expect([tab.page(), tab.browser.now]).toEqual(['home', tab.wanted]);
      expect(tab.messages).toEqual([]);
    }
    expect(first().local.getItem('user_token')).toBe(`token-${sessions}`);
  });
const returning = (to: string): string => `/login?redirect=${encodeURIComponent(to)}`;
const out = (codes: readonly number[]) => async (): Promise<void> => {
  await soon(() => {
    for (const tab of tabs) {
      // After a sign-out every tab forgets its page; the next person begins at home.
      if (codes.length === 0) tab.wanted = '/home';
      const address = codes.length === 0 ? '/login' : returning(tab.wanted);
      expect([tab.page(), tab.browser.now]).toEqual(['signIn', address]);
      expect(tab.messages).toEqual(codes);
      expect(tab.child('connection')).toBeUndefined();
    }
  });
  expect(first().local.getItem('user_token')).toBeNull();
  await soon(() => expect(broker.sockets.size).toBe(0));
  // A late event has no effect: the message is not shown again.
  for (const tab of tabs) tab.child('session')!.send({ type: 'session.over', code: ERRORS.sessionInvalid });
  expect(tabs.map(({ messages }) => messages)).toEqual([codes, codes]);
};

describe('with two tabs, one', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, () =>
      walk(
        path,
        { model: 'ways in', actor: first().root },
        {
          events: {
            'by password': entering(() => first().signIn()),
            'signs in again': entering(() => first().signIn()),
            'by code': entering(async () => {
              first()
                .child('navigation')!
                .send({ type: 'navigation.query', query: { way: 'code' } });
              await soon(() => expect(first().page()).toBe('signInByCode'));
              const form = first().child('screen')!;
              form.send({ type: 'by.choose', by: 'email' });
              for (const [field, value] of [
                ['email', 'lin@hotel.example'],
                ['code', '123456'],
              ])
                form.send({ type: 'field.change', field, value });
              form.send({ type: 'form.submit' });
            }),
            // The event of the QR sign-in page after approval; the page has its own model test.
            'by phone': entering(() =>
              session().send({
                type: 'session.enter',
                accessToken: `token-${(sessions += 1)}`,
                userId: 'u1',
                keep: true,
              }),
            ),
            'a call says 1006': () => void asks('sessionInvalid'),
            'a call says 11007': () => void asks('loginExpired'),
            '1006 is pushed': () => pushes('sessionInvalid'),
            '11007 is pushed': () => pushes('loginExpired'),
            'signs out': async () => {
              session().send({ type: 'session.askSignOut' });
              await soon(() =>
                expect(
                  (session().getSnapshot() as { children: Record<string, unknown> }).children['confirm'],
                ).toBeDefined(),
              );
              (session().getSnapshot() as { children: Record<string, { send(event: object): void }> }).children[
                'confirm'
              ]?.send({ type: 'confirm.accept' });
            },
          },
          states: {
            nobody: () => soon(() => expect(tabs.map((tab) => tab.page())).toEqual(['signIn', 'signIn'])),
            in: async () => {
              await atHome();
              // Wait until the subscriptions are active, so that pushed notices arrive.
              await vi.waitFor(
                async () => {
                  await first().beat();
                  for (const tab of tabs) expect(selectCloudLink(tab.child('connection')!.getSnapshot())).toBe('ok');
                },
                { timeout: 8_000, interval: 10 },
              );
            },
            invalid: out([ERRORS.sessionInvalid]),
            expired: out([ERRORS.loginExpired]),
            left: out([]),
            back: atHome,
          },
        },
      ),
    );
  }
});
