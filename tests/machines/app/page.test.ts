/** The page on the screen: loaded, started, informed of changes, kept as a tab. */
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { selectIsPageLoading, selectPage, selectPageFailure } from '../../../src/machines/app/app.selectors.ts';
import { affixedViews, visitedView } from '../../../src/machines/app/views.ts';
import { shown, startRoot } from '../../fakes/startRoot.ts';
import { routeOf, TABLE } from '../../fakes/startSession.ts';

describe('the page', () => {
  it('is loaded, then started with what it needs to know', async () => {
    const { root, want, loads, screens } = startRoot();
    want(shown('home', { query: { q: 'a' }, params: { id: '7' } }));
    expect(selectIsPageLoading(root.getSnapshot())).toBe(true);
    expect(selectPage(root.getSnapshot())).toBeNull();
    await loads[0]?.come();
    expect(selectIsPageLoading(root.getSnapshot())).toBe(false);
    expect(screens).toEqual([
      { page: 'home', params: { id: '7' }, query: { q: 'a' }, user: null, serialNumber: 'A', language: 'enUS' },
    ]);
  });

  it('stays on the screen while the next one comes', async () => {
    const { root, want, loads, screens } = startRoot();
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
    const { root, want, loads, screens } = startRoot();
    want(shown('home'));
    want(shown('robotData'));
    await loads[1]?.come();
    await loads[0]?.come();
    expect(selectPage(root.getSnapshot())?.page).toBe('robotData');
    expect(screens.map(({ page }) => page)).toEqual(['robotData']);
  });

  it('with another query goes on and is told; with other parameters it starts anew', async () => {
    const { want, loads, screens, toldTo } = startRoot();
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
    const { root, want, loads, screens } = startRoot();
    want(shown('home'));
    await loads[0]?.come();
    want(shown('robotData'));
    want(shown('home'));
    await loads[1]?.come();
    expect(selectPage(root.getSnapshot())?.page).toBe('home');
    expect(screens).toHaveLength(1);
  });

  it('that does not come says so, and can be asked for again or left', async () => {
    const { root, want, loads } = startRoot();
    want(shown('home'));
    await loads[0]?.fail();
    expect(selectPageFailure(root.getSnapshot())).not.toBeNull();
    root.send({ type: 'app.pageRetry' });
    expect(loads).toHaveLength(2);
    await loads[1]?.come();
    expect(selectPageFailure(root.getSnapshot())).toBeNull();
  });

  it('that failed does not stay in the way of the one that is there', async () => {
    const { root, want, loads } = startRoot();
    want(shown('home'));
    await loads[0]?.come();
    want(shown('robotData'));
    await loads[1]?.fail();
    want(shown('home'));
    expect(selectPageFailure(root.getSnapshot())).toBeNull();
    expect(selectPage(root.getSnapshot())?.page).toBe('home');
  });

  it('becomes a tab with its query, unless it is no place to come back to', async () => {
    const { want, loads, toldTo } = startRoot();
    want(shown('home', { query: { q: 'a' } }));
    await loads[0]?.come();
    want(shown('notFound'));
    await loads[1]?.come();
    expect(toldTo('preferences').filter(({ type }) => type === 'tab.visited')).toEqual([
      {
        type: 'tab.visited',
        view: { path: '/home', search: '?q=a', titleKey: 'routes.home', name: 'home', affix: false },
      },
    ]);
  });

  it('is told of another robot, another language, a refusal', async () => {
    const { root, want, loads, toldTo } = startRoot();
    root.send({ type: 'app.robotChanged', serialNumber: 'B' });
    want(shown('home'));
    await loads[0]?.come();
    root.send({ type: 'app.robotChanged', serialNumber: 'C' });
    root.send({ type: 'app.languageChanged', language: 'zhCN' });
    const failure = { code: 1, said: '' };
    root.send({ type: 'app.signInRefused', failure });
    expect(toldTo('screen')).toEqual([
      { type: 'page.robotChanged', serialNumber: 'C' },
      { type: 'page.languageChanged', language: 'zhCN' },
      { type: 'page.signInRefused', failure },
    ]);
    expect(toldTo('words')).toEqual([{ type: 'zhCN' }]);
  });

  it('can be restored from a snapshot through JSON, machine and all', async () => {
    const { root, want, loads, screens } = startRoot();
    want(shown('home', { query: { q: 'a' } }));
    await loads[0]?.come();
    const kept = JSON.parse(JSON.stringify(root.getPersistedSnapshot())) as never;
    root.stop();
    const again = createActor(root.logic, { snapshot: kept, systemId: 'app', input: undefined as never }).start();
    expect((again.system.get('screen') as { getSnapshot(): { context: unknown } }).getSnapshot().context).toEqual(
      screens[0],
    );
  });
});

it('pins the views that the route table pins, whole paths and all', () => {
  expect(affixedViews(TABLE)).toEqual([
    { path: '/home', search: '', titleKey: 'routes.home', name: 'home', affix: true },
  ]);
  expect(
    affixedViews([
      routeOf('/a', {
        children: [
          routeOf('b', { meta: { affix: true } }),
          routeOf('/c', { component: undefined, meta: { affix: true } }),
        ],
      }),
    ]).map(({ path }) => path),
  ).toEqual(['/a/b']);
});

it('keeps no tab of a sign-in method', () => {
  for (const page of ['signIn', 'signInByCode', 'qrSignIn', 'signUp', 'aMethodToCome'])
    expect(visitedView(shown(page, { path: '/login', name: 'signIn' }))).toBeNull();
});
