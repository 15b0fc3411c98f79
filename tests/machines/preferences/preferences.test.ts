import { describe, expect, it } from 'vitest';
import type { VisitedView } from '../../../src/machines/app/events.ts';
import {
  completeOrder,
  type KeptPreferences,
  preferencesMachine,
} from '../../../src/machines/preferences/preferences.machine.ts';
import {
  selectIsMobile,
  selectIsPanelOpen,
  selectIsSidebarAtOnce,
  selectIsSidebarOpen,
  selectSize,
  selectStickSide,
  selectTabPath,
  selectTabs,
  selectViewOrder,
} from '../../../src/machines/preferences/preferences.selectors.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const FIRST: KeptPreferences = {
  language: 'zhCN',
  theme: 'system',
  sidebarOpen: true,
  panelOpen: false,
  panelNarrow: false,
  viewOrder: [],
  stickSide: 'right',
  size: 'medium',
};

function start(change: Partial<KeptPreferences> = {}) {
  const kept: Partial<KeptPreferences>[] = [];
  const started = startUnderApp(
    preferencesMachine.provide({ actions: { keep: (_, params) => void kept.push(params.kept) } }),
    { as: 'preferences', input: { ...FIRST, ...change } },
  );
  const { actor } = started;
  const layout = () => {
    const snapshot = actor.getSnapshot();
    return `${selectIsMobile(snapshot) ? 'mobile' : 'desk'}${selectIsSidebarOpen(snapshot) ? ' sidebar' : ''}${selectIsPanelOpen(snapshot) ? ' panel' : ''}`;
  };
  return { ...started, kept, layout, measure: (width: number) => actor.send({ type: 'layout.measured', width }) };
}
const view = (path: string, affix = false): VisitedView => ({
  path,
  search: path === '/c' ? '?q=1' : '',
  titleKey: '',
  name: path,
  affix,
});

describe('the layout', () => {
  it('is mobile below 992 px, not at it', () => {
    const preferences = start();
    preferences.measure(991);
    expect(preferences.layout()).toBe('mobile');
    preferences.measure(992);
    expect(preferences.layout()).toBe('desk sidebar panel');
  });

  it('keeps on a desk what was open and closed last time', () => {
    const preferences = start({ sidebarOpen: false, panelOpen: true });
    preferences.measure(1_440);
    expect(preferences.layout()).toBe('desk panel');
    preferences.measure(1_200);
    expect(preferences.layout()).toBe('desk panel');
  });

  it('closes sidebar and panel on mobile without sliding, and keeps nothing of it', () => {
    const preferences = start({ panelOpen: true });
    preferences.measure(1_440);
    preferences.measure(390);
    expect(preferences.layout()).toBe('mobile');
    expect(selectIsSidebarAtOnce(preferences.actor.getSnapshot())).toBe(true);
    preferences.actor.send({ type: 'sidebar.toggle' });
    preferences.measure(400);
    expect(preferences.layout()).toBe('mobile sidebar');
    expect(preferences.kept).toEqual([{ sidebarOpen: true }]);
  });
});

describe('what is kept', () => {
  it('is every choice, as it was made', () => {
    const { actor, kept, toldTo } = start();
    actor.send({ type: 'language.choose', language: 'enUS' });
    actor.send({ type: 'theme.choose', theme: 'dark' });
    actor.send({ type: 'sidebar.toggle' });
    actor.send({ type: 'panel.toggle' });
    actor.send({ type: 'panel.toggleWidth' });
    actor.send({ type: 'sidebar.close', withoutAnimation: true });
    expect(kept).toEqual([
      { language: 'enUS' },
      { theme: 'dark' },
      { sidebarOpen: false },
      { panelOpen: true },
      { panelNarrow: true },
      { sidebarOpen: false },
    ]);
    expect(toldTo('app')).toEqual([{ type: 'app.languageChanged', language: 'enUS' }]);
    expect(selectIsSidebarAtOnce(actor.getSnapshot())).toBe(true);
  });

  it('is not a language that is spoken already', () => {
    const { actor, kept, toldTo } = start();
    actor.send({ type: 'language.choose', language: 'zhCN' });
    expect(kept).toEqual([]);
    expect(toldTo('app')).toEqual([]);
  });

  it('is the order of the views, complete and without repeats', () => {
    const { actor, kept } = start({ viewOrder: ['s', 's', 'w'] });
    expect(selectViewOrder(actor.getSnapshot())).toEqual(['s', 'w', 'all', 'xp', 'd']);
    actor.send({ type: 'views.order', order: ['d', 'all'] });
    expect(kept).toEqual([{ viewOrder: ['d', 'all', 'w', 'xp', 's'] }]);
    expect(completeOrder(['nonsense' as never])).toEqual(['all', 'w', 'xp', 's', 'd']);
  });
});

describe('the tabs of visited views', () => {
  function withTabs() {
    const preferences = start();
    preferences.actor.send({ type: 'tabs.affixed', views: [view('/a', true)] });
    for (const path of ['/a', '/b', '/c']) preferences.actor.send({ type: 'tab.visited', view: view(path) });
    const paths = () => selectTabs(preferences.actor.getSnapshot()).map(({ path }) => path);
    return { ...preferences, paths };
  }

  it('follow where one has been, and know where one is', () => {
    const { actor, paths } = withTabs();
    expect(paths()).toEqual(['/a', '/b', '/c']);
    expect(selectTabPath(actor.getSnapshot())).toBe('/c');
  });

  it('closing the one that one is on leads to its neighbour', () => {
    const { actor, paths, toldTo } = withTabs();
    actor.send({ type: 'tab.close', path: '/c' });
    expect(paths()).toEqual(['/a', '/b']);
    expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/b' }]);
  });

  it('closing another one leads nowhere', () => {
    const { actor, paths, toldTo } = withTabs();
    actor.send({ type: 'tab.close', path: '/b' });
    expect(paths()).toEqual(['/a', '/c']);
    expect(toldTo('navigation')).toEqual([]);
  });

  it('a pinned one does not close, not even the one that one is on', () => {
    const { actor, paths, toldTo } = withTabs();
    actor.send({ type: 'tab.visited', view: view('/a') });
    actor.send({ type: 'tab.close', path: '/a' });
    expect(paths()).toEqual(['/a', '/b', '/c']);
    expect(toldTo('navigation')).toEqual([]);
  });

  it('closing the others leads to the one that stays, with its query', () => {
    const { actor, paths, toldTo } = withTabs();
    actor.send({ type: 'tab.visited', view: view('/b') });
    actor.send({ type: 'tab.closeOthers', path: '/c' });
    expect(paths()).toEqual(['/a', '/c']);
    expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/c?q=1' }]);
  });

  it('closing all leads to the first that is pinned, else home', () => {
    const { actor, paths, toldTo } = withTabs();
    actor.send({ type: 'tab.closeAll' });
    expect(paths()).toEqual(['/a']);
    actor.send({ type: 'tabs.forget' });
    actor.send({ type: 'tab.closeAll' });
    expect(toldTo('navigation')).toEqual([
      { type: 'navigation.go', to: '/a' },
      { type: 'navigation.go', to: '/' },
    ]);
  });
});

it('sets the density of tables, and keeps it', () => {
  const preferences = start();
  preferences.actor.send({ type: 'size.choose', size: 'small' });
  expect(selectSize(preferences.actor.getSnapshot())).toBe('small');
  expect(preferences.kept).toEqual([{ size: 'small' }]);
});

it('puts the stick under the thumb one wants, and keeps that', () => {
  const preferences = start();
  expect(selectStickSide(preferences.actor.getSnapshot())).toBe('right');
  preferences.actor.send({ type: 'stick.choose', side: 'left' });
  expect(selectStickSide(preferences.actor.getSnapshot())).toBe('left');
  expect(preferences.kept).toEqual([{ stickSide: 'left' }]);
});
