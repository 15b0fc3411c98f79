/** The whole console without a screen: everything is real except the browser and the server. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERRORS } from '../../contract/wire/errors.ts';
import { firstScreen } from '../../src/app/firstScreen.ts';
import type { PageEntry } from '../../src/app/pageEntry.ts';
import {
  selectBrokerLink,
  selectCloudLink,
  selectIsLinkOpen,
} from '../../src/machines/connection/connection.selectors.ts';
import { selectRobots } from '../../src/machines/fleet/fleet.selectors.ts';
import { notFoundMachine } from '../../src/machines/notFound/notFound.machine.ts';
import { selectNotice } from '../../src/machines/notices/notices.selectors.ts';
import { selectSignInFailure } from '../../src/machines/session/session.selectors.ts';
import { type LoopbackBroker, loopbackBroker } from '../fakes/loopbackBroker.ts';
import { startApp } from '../fakes/startApp.ts';
import { robotOf } from '../ui/robotOf.ts';

let broker: LoopbackBroker;
const running: { app: { stop(): void } }[] = [];
beforeEach(async () => {
  broker = await loopbackBroker();
});
afterEach(async () => {
  running.splice(0).forEach(({ app }) => app.stop());
  await broker.close();
});
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 10 });
const STORED = { user_token: 'token-0', user_id: 'u1' };

function start(options?: Parameters<typeof startApp>[1]) {
  const console = startApp(broker, options);
  running.push(console);
  console.app.start();
  return console;
}
type Started = ReturnType<typeof start>;
const notice = (console: Started) => selectNotice(console.child('notices')!.getSnapshot());
const isLinked = (console: Started) =>
  console.child('connection') !== undefined && selectIsLinkOpen('account')(console.child('connection')!.getSnapshot());
/** Home is shown, and the live feed is subscribed. */
async function atHome(options?: Parameters<typeof startApp>[1]) {
  const console = start({ kept: STORED, ...options });
  await soon(() => expect(console.page()).toBe('home'));
  await soon(() => expect(isLinked(console)).toBe(true));
  await soon(async () => {
    await console.beat();
    expect(selectCloudLink(console.child('connection')!.getSnapshot())).toBe('ok');
  });
  return console;
}

describe('a visitor', () => {
  it('signs in where they wanted to go, after a refusal that has words', async () => {
    const console = start({ at: '/home?filter=working' });
    await soon(() => expect(console.page()).toBe('signIn'));
    expect(console.browser.now).toBe('/login?redirect=%2Fhome%3Ffilter%3Dworking');
    await soon(() => expect(console.browser.title).toBe('Sign in'));
    expect(console.child('fleet')).toBeUndefined();

    console.signIn({ password: 'wrong' });
    await soon(() =>
      expect(selectSignInFailure(console.child('session')!.getSnapshot())?.code).toBe(ERRORS.wrongPassword),
    );
    expect(console.app.parts.texts.now().failure({ code: ERRORS.wrongPassword, said: '' })).toContain(
      'Incorrect account or password',
    );
    expect(notice(console)).toBeNull();

    console.signIn();
    await soon(() => expect(console.page()).toBe('home'));
    expect(console.browser.now).toBe('/home?filter=working');
    await soon(() => expect(console.browser.title).toBe('Home'));
    expect(console.local.getItem('user_token')).toBe('token-1');
    await soon(() => expect(selectRobots(console.child('fleet')!.getSnapshot())).toHaveLength(2));
  });

  it('signs in by phone number as well, however it is spaced', async () => {
    const console = start();
    await soon(() => expect(console.page()).toBe('signIn'));
    console.signIn({ account: '+86 138-0000 0001' });
    await soon(() =>
      expect(console.cloud.last('/auth/login')?.data).toMatchObject({ phoneNumber: '+8613800000001', email: '' }),
    );
  });
});

it('the tab has the title of the page, in the language that is shown', async () => {
  const changelog: PageEntry = {
    frame: 'either',
    locales: [],
    fetch: async () => undefined,
    load: async () => ({ machine: notFoundMachine, Page: () => null }),
  };
  const console = start({ at: '/changelog', kept: { language: 'enUS' }, pages: { changelog } });
  await soon(() => expect([console.page(), console.browser.title]).toEqual(['changelog', "What's new"]));
  console.child('preferences')!.send({ type: 'language.choose', language: 'zhCN' });
  await soon(() => expect(console.browser.title).toBe('更新日志'));
});

describe('somebody signed in', () => {
  it('hears the feed: robots change, poses move, the links are well', async () => {
    const console = await atHome();
    const moved = robotOf({
      serialNumber: 'A',
      live: { battery: 12, at: Date.now(), pose: { mapId: 'm', x: 3, y: 4, theta: 0 } },
    });
    await console.beat({ robots: [moved.live] });
    await soon(() => expect(selectRobots(console.child('fleet')!.getSnapshot())[0]?.live.battery).toBe(12));
    expect(console.app.parts.live.pose('A')).toMatchObject({ mapId: 'm', x: 3, y: 4 });
    expect(selectBrokerLink(console.child('connection')!.getSnapshot())).toBe('ok');
  });

  it('survives a beat that is none, and logs it', async () => {
    const console = await atHome();
    await broker.publish('users/u1/fleet', '{"time":"now"}');
    await broker.publish('users/u1/fleet', 'nonsense');
    await soon(() => expect(console.browser.logged).toHaveLength(2));
    expect(console.page()).toBe('home');
  });

  it('is told within 3 s that the broker is silent, sees the fleet all the same, and is whole again by itself', async () => {
    const console = await atHome();
    const before = console.cloud.count('/index/get-robot-list');
    console.clock.increment(1_600);
    console.clock.increment(900);
    await soon(() => expect(selectBrokerLink(console.child('connection')!.getSnapshot())).toBe('down'));
    expect(selectCloudLink(console.child('connection')!.getSnapshot())).toBe('ok');
    await soon(() => expect(console.cloud.count('/index/get-robot-list')).toBeGreaterThan(before));
    await console.beat();
    await soon(() => expect(selectBrokerLink(console.child('connection')!.getSnapshot())).toBe('ok'));
  });

  it('reconnects 5 s after the broker dropped the link, with credentials fetched anew', async () => {
    const console = await atHome();
    for (const socket of broker.sockets) socket.terminate();
    await soon(() => expect(isLinked(console)).toBe(false));
    const before = console.cloud.count('/navigation/get-mqtt-config');
    console.clock.increment(5_000);
    await soon(() => expect(isLinked(console)).toBe(true));
    expect(console.cloud.count('/navigation/get-mqtt-config')).toBe(before + 1);
  });

  it('reads everything in the other language after choosing it, credentials included', async () => {
    const console = await atHome();
    const lists = console.cloud.count('/index/get-robot-list');
    console.child('preferences')!.send({ type: 'language.choose', language: 'zhCN' });
    await soon(() => expect(console.browser.title).toBe(console.app.parts.texts.now().found('routes.home')));
    await soon(() => expect(console.app.parts.texts.now().language).toBe('zhCN'));
    expect(console.browser.language).toBe('zhCN');
    expect(console.local.getItem('language')).toBe('zhCN');
    await soon(() => expect(console.cloud.count('/index/get-robot-list')).toBe(lists + 1));
    expect(console.cloud.last('/index/get-robot-list')?.language).toBe('zh-cn');
    await soon(() => expect(console.cloud.last('/navigation/get-mqtt-config')?.data['language']).toBe('zhCN'));
    await soon(() => expect(console.cloud.last('/site/get-map-list')?.language).toBe('zh-cn'));
  });

  it('sees other robots when relations change, without asking', async () => {
    const console = await atHome();
    console.world.robots = [robotOf({ serialNumber: 'B' }), robotOf({ serialNumber: 'C' })];
    await console.notice({ type: 'relationsChanged' });
    await soon(() =>
      expect(selectRobots(console.child('fleet')!.getSnapshot()).map(({ serialNumber }) => serialNumber)).toEqual([
        'B',
        'C',
      ]),
    );
  });

  it('is told on any page who asks for a robot, and led there', async () => {
    const console = await atHome();
    const name = selectRobots(console.child('fleet')!.getSnapshot())[0]?.robotNickName;
    await console.notice({ type: 'leaseAsked', serialNumber: 'A', by: 'Ann' });
    await soon(() =>
      expect(notice(console)).toMatchObject({ key: 'shell.leaseNews.asked', params: { robot: name, person: 'Ann' } }),
    );
    expect(console.app.parts.texts.now().found('shell.leaseNews.asked', notice(console)?.params)).toBe(
      `Ann requests control of ${name}.`,
    );
    console.child('notices')!.send({ type: 'notice.follow' });
    expect(notice(console)).toBeNull();
  });

  it('goes to /no-robot when the last one is taken away, and home when there is one again', async () => {
    const console = await atHome();
    console.world.robots = [];
    await console.notice({ type: 'relationsChanged' });
    await soon(() => expect(console.page()).toBe('noRobot'));
    expect(console.browser.now).toBe('/no-robot');
    console.world.robots = [robotOf()];
    console.child('screen')!.send({ type: 'robots.look' });
    await soon(() => expect(console.page()).toBe('home'));
  });
});

function signOut(console: Started): void {
  console.child('session')!.send({ type: 'session.askSignOut' });
  const { confirm } = (
    console.child('session')!.getSnapshot() as { children: { confirm: { send(event: object): void } } }
  ).children;
  confirm.send({ type: 'confirm.accept' });
}

describe('the end of a session', () => {
  it('by 1006: one message, the place kept, nothing left running', async () => {
    const console = await atHome({ at: '/home?filter=alarm' });
    console.cloud.refusals.set('/index/get-robot-list', 'sessionInvalid').set('/site/get-map-list', 'sessionInvalid');
    console.child('fleet')!.send({ type: 'fleet.refresh' });
    console.child('screen')!.send({ type: 'page.resumed' });
    await soon(() => expect(console.page()).toBe('signIn'));
    expect(console.browser.now).toBe('/login?redirect=%2Fhome%3Ffilter%3Dalarm');
    expect(notice(console)?.failure?.code).toBe(ERRORS.sessionInvalid);
    expect(console.local.getItem('user_token')).toBeNull();
    expect(console.local.getItem('login_out')).toBe(String(ERRORS.sessionInvalid));
    expect([console.child('fleet'), console.child('connection')]).toEqual([undefined, undefined]);
    expect(console.cloud.count('/auth/logout')).toBe(0);
    await soon(() => expect(broker.sockets.size).toBe(0));
    console.cloud.refusals.clear();
    console.signIn();
    await soon(() => expect(console.page()).toBe('home'));
    expect(console.browser.now).toBe('/home?filter=alarm');
  });

  it('by the notice of another session is checked, not believed', async () => {
    const console = await atHome();
    const before = console.cloud.count('/user/get-user-info');
    await console.notice({ type: 'sessionEnded', code: ERRORS.sessionInvalid, sessionId: 'another' });
    await soon(() => expect(console.cloud.count('/user/get-user-info')).toBe(before + 1));
    expect(console.page()).toBe('home');
    console.cloud.refusals.set('/user/get-user-info', 'loginExpired');
    await console.notice({ type: 'sessionEnded', code: ERRORS.loginExpired, sessionId: 'mine' });
    await soon(() => expect(console.page()).toBe('signIn'));
    expect(notice(console)?.failure?.code).toBe(ERRORS.loginExpired);
  });

  it('of one that is over already changes nothing for the next', async () => {
    const console = await atHome();
    const late = console.app.services.session.userInfo({ id: 'u1' });
    console.local.setItem('user_token', 'token-9');
    console.cloud.refusals.set('/user/get-user-info', 'sessionInvalid');
    await late.catch(() => {});
    expect(notice(console)).toBeNull();
    expect(console.page()).toBe('home');
  });

  it("by one's own wish asks first, tells the server, and forgets", async () => {
    const console = await atHome();
    signOut(console);
    await soon(() => expect(console.page()).toBe('signIn'));
    expect(console.cloud.last('/auth/logout')?.token).toBe('token-0');
    expect(console.local.getItem('user_token')).toBeNull();
    expect(notice(console)).toBeNull();
    await soon(() => expect(broker.sockets.size).toBe(0));
  });

  it.each(['sessionInvalid', 'loginExpired'] as const)(
    'forced in another tab is told here as well, once, by its own code: %s',
    async (name) => {
      const console = await atHome();
      console.local.setItem('login_out', String(ERRORS[name]));
      console.local.removeItem('user_token');
      console.local.removeItem('user_id');
      console.browser.storage('user_token');
      console.browser.storage('user_id');
      console.browser.storage('user_id');
      await soon(() => expect(console.page()).toBe('signIn'));
      expect(notice(console)?.failure?.code).toBe(ERRORS[name]);
      expect(console.browser.now).toBe('/login?redirect=%2Fhome');
      console.child('notices')!.send({ type: 'notice.close' });
      console.browser.storage('user_id');
      expect(notice(console)).toBeNull();
    },
  );

  it.each(['here', 'in another tab'])(
    '%s, wished for: the next person lands at home, not on the last page',
    async (where) => {
      const console = await atHome({ at: '/home?filter=alarm' });
      if (where === 'here') signOut(console);
      else {
        console.local.removeItem('user_token');
        console.local.removeItem('user_id');
        console.browser.storage('user_id');
      }
      await soon(() => expect(console.page()).toBe('signIn'));
      expect(console.browser.now).toBe('/login');
      console.signIn();
      await soon(() => expect(console.page()).toBe('home'));
      expect(console.browser.now).toBe('/home');
    },
  );
});

describe('bad days', () => {
  it('a page whose chunk does not come is said to have failed, and may be tried again', async () => {
    const console = await atHome();
    console.world.pageFails = true;
    console.child('navigation')!.send({ type: 'navigation.go', to: '/nowhere' });
    await soon(() => expect(console.root.getSnapshot().context.failure?.code).toBe(ERRORS.networkFailed));
    expect(console.page()).toBe('home');
    expect(console.browser.renewed).toBe(0);
    console.world.pageFails = false;
    console.root.send({ type: 'app.pageRetry' });
    await soon(() => expect(console.page()).toBe('notFound'));
    expect(console.root.getSnapshot().context.failure).toBeNull();
  });

  it('words that do not come are a network that is away, as the page itself would be', async () => {
    const console = await atHome();
    console.world.textsFail = true;
    console.child('navigation')!.send({ type: 'navigation.go', to: '/nowhere' });
    await soon(() => expect(console.root.getSnapshot().context.failure?.code).toBe(ERRORS.networkFailed));
    console.world.textsFail = false;
    console.browser.network(true);
    await soon(() => expect(console.page()).toBe('notFound'));
  });

  it('a chunk that is gone from a server that answers means another console there: the page is loaded anew', async () => {
    const console = await atHome();
    console.world.pageFails = true;
    console.cloud.isServing = true;
    console.child('navigation')!.send({ type: 'navigation.go', to: '/nowhere' });
    await soon(() => expect(console.browser.renewed).toBe(1));
  });

  it('a chunk that came too late for a network that is back is fetched again, without loading the page anew', async () => {
    const console = await atHome();
    console.world.pageFails = 'once';
    console.cloud.isServing = true;
    console.child('navigation')!.send({ type: 'navigation.go', to: '/nowhere' });
    await soon(() => expect(console.page()).toBe('notFound'));
    expect(console.browser.renewed).toBe(0);
  });

  it('a cloud that is away at the start is waited for, still signed in', async () => {
    const console = start({ kept: STORED });
    console.cloud.isAway = true;
    await soon(() => expect((console.child('session')!.getSnapshot() as { value: unknown }).value).toBe('cloudAway'));
    expect(console.local.getItem('user_token')).toBe('token-0');
    await firstScreen(console.app);
    expect(console.app.parts.texts.now()('common.cloudAway.title')).toBe("The server isn't responding");
    console.cloud.isAway = false;
    console.clock.increment(2_000);
    await soon(() => expect(console.page()).toBe('home'));
  });
});
