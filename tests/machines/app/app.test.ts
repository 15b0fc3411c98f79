/** What the root does with what its children report: which page is on the screen, who is told what. */
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, setup, SimulatedClock, type AnyEventObject } from 'xstate';
import { appMachine, pageKey } from '../../../src/machines/app/app.machine.ts';
import { selectIsPageLoading, selectIsPresent, selectPage, selectPageFailure } from '../../../src/machines/app/app.selectors.ts';
import type { Access, PageInput, ShownPage } from '../../../src/machines/app/messages.ts';
import { affixedViews, visitedView } from '../../../src/machines/app/views.ts';
import { settle } from '../../fakes/settle.ts';
import { routeOf, TABLE, userOf } from '../../fakes/startSession.ts';

const shown = (page: string, change: Partial<ShownPage> = {}): ShownPage =>
  ({ page, path: `/${page}`, params: {}, query: {}, titleKey: `routes.${page}`, name: page, affix: false, ...change });
const user: Access = { who: 'user', userId: 'u1', roles: ['operator'], routes: TABLE, robotCount: 1 };

function start() {
  const told: [string, AnyEventObject][] = [];
  const screens: PageInput[] = [];
  const loads: { page: string; come(): Promise<void>; fail(): Promise<void> }[] = [];
  const mistakes = { page: false, fleet: false };
  const logged: unknown[] = [];
  const presence = { fails: false, loads: 0 };
  const scribe = (name: string) => fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push([name, event]))) as never;
  const page = setup({ types: { input: {} as PageInput, context: {} as PageInput } }).createMachine({
    context: ({ input }) => (screens.push(input), input),
    on: {
      'page.resumed': {
        actions: ({ event }) => {
          if (mistakes.page) throw new Error('a mistake of ours');
          told.push(['screen', event]);
        },
      },
      '*': { actions: ({ event }) => void told.push(['screen', event]) },
    },
  });
  const fleet = setup({}).createMachine({
    on: {
      'fleet.refresh': {
        actions: ({ event }) => {
          if (mistakes.fleet) throw new Error('another mistake');
          told.push(['fleet', event]);
        },
      },
      '*': { actions: ({ event }) => void told.push(['fleet', event]) },
    },
  });
  const machine = appMachine.provide({
    actors: {
      session: scribe('session'), navigation: scribe('navigation'), notices: scribe('notices'), preferences: scribe('preferences'), connection: scribe('connection'), fleet: fleet as never,
      loadPresence: fromPromise(async () => {
        presence.loads += 1;
        if (presence.fails) throw new Error('chunk');
      }),
      loadPage: fromPromise<void, { page: string }>(({ input }) => new Promise((resolve, reject) => void loads.push({
        page: input.page,
        come: () => {
          (machine.implementations.actors as Record<string, unknown>)[pageKey(input.page)] = page;
          resolve();
          return settle();
        },
        fail: () => (reject(new Error('chunk')), settle()),
      }))),
    },
    actions: { logError: (_, { error }) => void logged.push(error), speak: (_, event) => void told.push(['words', { type: event.language }]) },
  });
  const clock = new SimulatedClock();
  const root = createActor(machine, {
    systemId: 'app', clock,
    input: {
      navigation: { path: '/', search: '', knownPages: [] }, serialNumber: 'A', view: 'all',
      preferences: { language: 'enUS', theme: 'system', sidebarOpen: true, panelOpen: true, panelNarrow: false, viewOrder: [] },
    },
  }).start();
  return {
    root, told, screens, loads, presence, clock, mistakes, logged,
    toldTo: (name: string) => told.filter(([to]) => to === name).map(([, event]) => event),
    want: (wanted: ShownPage) => root.send({ type: 'app.pageWanted', shown: wanted }),
    async enter() {
      root.send({ type: 'app.accessChanged', access: user, user: userOf() });
      await settle();
    },
  };
}

describe('the page', () => {
  it('is loaded, then started with what it needs to know', async () => {
    const { root, want, loads, screens } = start();
    want(shown('home', { query: { q: 'a' }, params: { id: '7' } }));
    expect(selectIsPageLoading(root.getSnapshot())).toBe(true);
    expect(selectPage(root.getSnapshot())).toBeNull();
    await loads[0]?.come();
    expect(selectIsPageLoading(root.getSnapshot())).toBe(false);
    expect(screens).toEqual([{ page: 'home', params: { id: '7' }, query: { q: 'a' }, user: null, serialNumber: 'A', language: 'enUS' }]);
  });

  it('stays on the screen while the next one comes', async () => {
    const { root, want, loads, screens } = start();
    want(shown('home'));
    await loads[0]?.come();
    want(shown('robotData'));
    expect(selectPage(root.getSnapshot())?.page).toBe('home');
    await loads[1]?.come();
    expect(selectPage(root.getSnapshot())?.page).toBe('robotData');
    expect(screens).toHaveLength(2);
    expect(Object.keys(root.getSnapshot().children).filter((id) => id === 'screen')).toHaveLength(1);
  });

  it('wanted last is the one that comes, however long the first takes', async () => {
    const { root, want, loads, screens } = start();
    want(shown('home'));
    want(shown('robotData'));
    await loads[1]?.come();
    await loads[0]?.come();
    expect(selectPage(root.getSnapshot())?.page).toBe('robotData');
    expect(screens.map(({ page }) => page)).toEqual(['robotData']);
  });

  it('with another query goes on and is told; with other parameters it starts anew', async () => {
    const { want, loads, screens, toldTo } = start();
    want(shown('home'));
    await loads[0]?.come();
    want(shown('home', { query: { q: 'b' } }));
    expect(screens).toHaveLength(1);
    expect(toldTo('screen')).toEqual([{ type: 'page.queryChanged', query: { q: 'b' } }]);
    want(shown('home', { params: { id: '8' } }));
    await loads[1]?.come();
    expect(screens).toHaveLength(2);
  });

  it('wanted back while another is on its way is simply still there', async () => {
    const { root, want, loads, screens } = start();
    want(shown('home'));
    await loads[0]?.come();
    want(shown('robotData'));
    want(shown('home'));
    await loads[1]?.come();
    expect(selectPage(root.getSnapshot())?.page).toBe('home');
    expect(screens).toHaveLength(1);
  });

  it('that does not come says so, and can be asked for again or left', async () => {
    const { root, want, loads } = start();
    want(shown('home'));
    await loads[0]?.fail();
    expect(selectPageFailure(root.getSnapshot())).not.toBeNull();
    root.send({ type: 'app.pageRetry' });
    expect(loads).toHaveLength(2);
    await loads[1]?.come();
    expect(selectPageFailure(root.getSnapshot())).toBeNull();
  });

  it('that failed does not stay in the way of the one that is there', async () => {
    const { root, want, loads } = start();
    want(shown('home'));
    await loads[0]?.come();
    want(shown('robotData'));
    await loads[1]?.fail();
    want(shown('home'));
    expect(selectPageFailure(root.getSnapshot())).toBeNull();
    expect(selectPage(root.getSnapshot())?.page).toBe('home');
  });

  it('becomes a tab with its query, unless it is no place to come back to', async () => {
    const { want, loads, toldTo } = start();
    want(shown('home', { query: { q: 'a' } }));
    await loads[0]?.come();
    want(shown('notFound'));
    await loads[1]?.come();
    expect(toldTo('preferences').filter(({ type }) => type === 'tab.visited')).toEqual([
      { type: 'tab.visited', view: { path: '/home', search: '?q=a', titleKey: 'routes.home', name: 'home', affix: false } },
    ]);
  });

  it('is told of another robot, another language, a refusal', async () => {
    const { root, want, loads, toldTo } = start();
    root.send({ type: 'app.robotChanged', serialNumber: 'B' });
    want(shown('home'));
    await loads[0]?.come();
    root.send({ type: 'app.robotChanged', serialNumber: 'C' });
    root.send({ type: 'app.languageChanged', language: 'zhCN' });
    const failure = { code: 1, said: '' };
    root.send({ type: 'app.signInRefused', failure });
    expect(toldTo('screen')).toEqual([
      { type: 'page.robotChanged', serialNumber: 'C' }, { type: 'page.languageChanged', language: 'zhCN' }, { type: 'page.signInRefused', failure },
    ]);
    expect(toldTo('words')).toEqual([{ type: 'zhCN' }]);
  });

  it('can be restored from a snapshot through JSON, machine and all', async () => {
    const { root, want, loads, screens } = start();
    want(shown('home', { query: { q: 'a' } }));
    await loads[0]?.come();
    const kept = JSON.parse(JSON.stringify(root.getPersistedSnapshot())) as never;
    root.stop();
    const again = createActor(root.logic, { snapshot: kept, systemId: 'app', input: undefined as never }).start();
    expect((again.system.get('screen') as { getSnapshot(): { context: unknown } }).getSnapshot().context).toEqual(screens[0]);
  });
});

describe('whoever signs in', () => {
  it('meets fleet and links before the guard lets them in', async () => {
    const { root, toldTo, enter } = start();
    await enter();
    expect(selectIsPresent(root.getSnapshot())).toBe(true);
    expect(toldTo('navigation')).toEqual([{ type: 'access.changed', access: user }]);
    expect(root.system.get('fleet')).toBeDefined();
    expect(toldTo('preferences')[0]).toMatchObject({ type: 'tabs.affixed', views: [{ path: '/home', affix: true }] });
  });

  it('waits for a chunk that does not come, and tries again', async () => {
    const { root, presence, clock, enter } = start();
    presence.fails = true;
    await enter();
    expect(selectIsPresent(root.getSnapshot())).toBe(false);
    presence.fails = false;
    clock.increment(2_000);
    await settle();
    expect(presence.loads).toBe(2);
    expect(selectIsPresent(root.getSnapshot())).toBe(true);
  });

  it('leaves nothing behind', async () => {
    const { root, toldTo, enter } = start();
    await enter();
    root.send({ type: 'app.accessChanged', access: { who: 'visitor' }, user: null });
    expect(root.system.get('fleet')).toBeUndefined();
    expect(root.system.get('connection')).toBeUndefined();
    expect(toldTo('preferences').at(-1)).toEqual({ type: 'tabs.forget' });
    expect(toldTo('navigation').at(-1)).toEqual({ type: 'access.changed', access: { who: 'visitor' } });
  });

  it('keeps fleet and links when only the rights change, and gets new ones as somebody else', async () => {
    const { root, toldTo, enter } = start();
    await enter();
    const fleet = root.system.get('fleet');
    root.send({ type: 'app.accessChanged', access: { ...user, robotCount: 5 }, user: userOf() });
    expect(root.system.get('fleet')).toBe(fleet);
    expect(toldTo('fleet')).toEqual([{ type: 'fleet.refresh' }]);
    expect(toldTo('navigation').at(-1)).toMatchObject({ access: { robotCount: 5 } });
    root.send({ type: 'app.accessChanged', access: { ...user, userId: 'u2' }, user: userOf({ id: 'u2' }) });
    await settle();
    expect(root.system.get('fleet')).not.toBe(fleet);
  });

  it('has news passed on to whom they concern', async () => {
    const { root, toldTo, enter, want, loads } = start();
    await enter();
    want(shown('home'));
    await loads[0]?.come();
    const beat = { time: 1, beat: 1, broker: 'slow' as const, robots: [], heard: {} };
    root.send({ type: 'app.feedBeaten', beat });
    expect(toldTo('connection')).toEqual([{ type: 'feed.beaten', broker: 'slow' }]);
    expect(toldTo('fleet')).toEqual([{ type: 'feed.beaten', beat }]);
    root.send({ type: 'app.resumed' });
    root.send({ type: 'app.noticed', notice: { type: 'relationsChanged' } });
    root.send({ type: 'app.noticed', notice: { type: 'leaseAsked', serialNumber: 'A', by: 'Ann' } });
    root.send({ type: 'app.noticed', notice: { type: 'sessionEnded', code: 1006, sessionId: 's' } });
    root.send({ type: 'app.languageChanged', language: 'zhCN' });
    expect(toldTo('fleet').slice(1)).toEqual([{ type: 'fleet.refresh' }, { type: 'fleet.refresh' }, { type: 'fleet.refresh' }]);
    expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.recount' });
    expect(toldTo('session')).toEqual([{ type: 'session.refresh' }]);
    expect(toldTo('connection').at(-1)).toEqual({ type: 'credentials.renew' });
    expect(toldTo('screen').map(({ type }) => type)).toEqual(['page.resumed', 'page.noticed', 'page.noticed', 'page.languageChanged']);
  });
});

describe('a mistake of ours', () => {
  it('in the machine of a page ends that page, and no other', async () => {
    const { root, enter, want, loads, mistakes, logged, screens } = start();
    await enter();
    want(shown('home'));
    await loads[0]?.come();
    mistakes.page = true;
    root.send({ type: 'app.resumed' });
    expect(root.getSnapshot().status).toBe('active');
    expect(selectPageFailure(root.getSnapshot())?.said).toBe('a mistake of ours');
    expect(selectPage(root.getSnapshot())).toBeNull();
    expect(logged).toHaveLength(1);
    mistakes.page = false;
    root.send({ type: 'app.pageRetry' });
    await loads[1]?.come();
    expect(screens).toHaveLength(2);
    expect(selectPageFailure(root.getSnapshot())).toBeNull();
  });

  it('in the component of a page does the same', async () => {
    const { root, want, loads, logged } = start();
    want(shown('home'));
    await loads[0]?.come();
    root.send({ type: 'app.pageBroken', message: 'TypeError: x' });
    expect(selectPageFailure(root.getSnapshot())).toMatchObject({ code: 40002, said: 'TypeError: x' });
    expect(root.system.get('screen')).toBeUndefined();
    expect(logged).toEqual(['TypeError: x']);
  });

  it('in the fleet has fleet and links started afresh, after a pause', async () => {
    const { root, enter, mistakes, clock, logged, presence } = start();
    await enter();
    mistakes.fleet = true;
    root.send({ type: 'app.resumed' });
    expect(root.getSnapshot().status).toBe('active');
    expect(selectIsPresent(root.getSnapshot())).toBe(false);
    mistakes.fleet = false;
    clock.increment(2_000);
    await settle();
    expect(selectIsPresent(root.getSnapshot())).toBe(true);
    expect(presence.loads).toBe(2);
    expect(logged).toHaveLength(1);
  });
});

it('pins the views that the route table pins, whole paths and all', () => {
  expect(affixedViews(TABLE)).toEqual([{ path: '/home', search: '', titleKey: 'routes.home', name: 'home', affix: true }]);
  expect(affixedViews([routeOf('/a', { children: [routeOf('b', { meta: { affix: true } }), routeOf('/c', { component: undefined, meta: { affix: true } })] })]).map(({ path }) => path)).toEqual(['/a/b']);
  expect(visitedView(shown('signIn'))).toBeNull();
});
