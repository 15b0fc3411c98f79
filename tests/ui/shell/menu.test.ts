import { describe, expect, it } from 'vitest';
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import {
  activeEntry,
  GUIDE_ROUTES_TITLE,
  hasPage,
  holds,
  menuEntries,
  titleIn,
  withTabs,
} from '../../../src/ui/shell/menu.ts';

const route = (path: string, name: string, more: Partial<AsyncRoute> = {}): AsyncRoute => ({
  path,
  name,
  hidden: false,
  alwaysShow: false,
  component: name,
  meta: { title: name },
  children: [],
  ...more,
});

const TABLE: AsyncRoute[] = [
  {
    ...route('/', 'Root', { component: 'layout', redirect: '/home', meta: {} }),
    children: [
      route('home', 'Home', { meta: { title: 'Home', icon: 'house' } }),
      route('home/robot-data', 'RobotData', { hidden: true }),
    ],
  },
  {
    ...route('/setting', 'Setting', { component: 'layout', meta: { title: 'Setting', icon: 'settings' } }),
    children: [
      route('basic', 'Basic'),
      route('cruise-line', 'CruiseRoutes', { meta: { title: 'routes.cruiseRoutes', robotModel: ['xp', 's'] } }),
      route('mist', 'Mist', { meta: { title: 'Mist', robotModel: ['d'] } }),
    ],
  },
  route('https://docs.example/', 'Docs'),
];
const PAGES = ['Home', 'Basic', 'CruiseRoutes', 'Mist', 'B', 'Y'];
const entries = (view: Parameters<typeof menuEntries>[1]) => menuEntries(TABLE, view, PAGES);
const names = (view: Parameters<typeof menuEntries>[1]) => entries(view).map(({ name }) => name);

describe('the sidebar', () => {
  it('shows a group of one page as that page, and leaves hidden routes out', () => {
    const [home] = entries('all');
    expect(home).toMatchObject({ name: 'Home', path: '/home', icon: 'house', children: [] });
    expect(JSON.stringify(entries('all'))).not.toContain('robot-data');
  });
  it('puts a divider after the home item', () => {
    expect(entries('all').map(({ name, divider }) => [name, divider])).toEqual([
      ['Home', true],
      ['Setting', false],
      ['Docs', false],
    ]);
  });
  it('keeps a group that always wants to be one', () => {
    const always = [{ ...route('/a', 'A', { alwaysShow: true }), children: [route('b', 'B')] }];
    expect(menuEntries(always, 'all', PAGES)).toMatchObject([{ name: 'A', children: [{ name: 'B', path: '/a/b' }] }]);
  });
  it('hides what is not for the current view; the total view shows everything', () => {
    const inside = (view: Parameters<typeof menuEntries>[1]) =>
      entries(view)
        .find(({ path }) => path.startsWith('/setting'))
        ?.children.map(({ name }) => name);
    expect(inside('all')).toEqual(['Basic', 'CruiseRoutes', 'Mist']);
    expect(inside('s')).toEqual(['Basic', 'CruiseRoutes']);
    expect(inside('d')).toEqual(['Basic', 'Mist']);
    expect(names('w')).toContain('Basic');
  });
  it('calls cruise routes guide routes in view xp only', () => {
    const label = (view: Parameters<typeof menuEntries>[1]) =>
      entries(view)
        .flatMap(({ children }) => children)
        .find(({ name }) => name === 'CruiseRoutes')?.title;
    expect(label('xp')).toBe(GUIDE_ROUTES_TITLE);
    expect(label('s')).toBe('routes.cruiseRoutes');
    expect([
      titleIn('xp', 'routes.cruiseRoutes'),
      titleIn('all', 'routes.cruiseRoutes'),
      titleIn('xp', 'routes.maps'),
    ]).toEqual([GUIDE_ROUTES_TITLE, 'routes.cruiseRoutes', 'routes.maps']);
  });
  it('knows addresses elsewhere', () => {
    expect(entries('all').at(-1)).toMatchObject({ external: true, path: 'https://docs.example/' });
  });
  it('drops a group of which the view leaves nothing', () => {
    expect(
      menuEntries(
        [{ ...route('/x', 'X'), children: [route('y', 'Y', { meta: { title: 'Y', robotModel: ['d'] } })] }],
        'w',
        PAGES,
      ),
    ).toEqual([]);
  });
  it('shows no page that the console does not have', () => {
    expect(menuEntries(TABLE, 'all', ['Home']).map(({ name }) => name)).toEqual(['Home', 'Docs']);
    expect([
      hasPage(TABLE, '/home/robot-data', PAGES),
      hasPage(TABLE, '/home', PAGES),
      hasPage(TABLE, '/nowhere', PAGES),
      hasPage([route('/x', 'X', { component: 'forbidden' })], '/x', ['forbidden']),
    ]).toEqual([false, true, false, false]);
  });
  it('leads to a page as its open tab shows it, and from the page itself to all of it', () => {
    const tabs = [{ path: '/setting/mist', search: '?page=3', titleKey: '', name: 'Mist', affix: false }];
    const mist = (current: string) => withTabs(entries('all'), tabs, current)[1]?.children.at(-1);
    expect([mist('/home')?.to, mist('/home')?.path, mist('/setting/mist')?.to]).toEqual([
      '/setting/mist?page=3',
      '/setting/mist',
      undefined,
    ]);
    expect(withTabs(entries('all'), [], '/home')).toEqual(entries('all'));
  });
  it('marks the page one is on, and its group', () => {
    const all = entries('all');
    const active = activeEntry(all, '/setting/mist');
    expect(active?.name).toBe('Mist');
    expect(holds(all[1]!, active)).toBe(true);
    expect(activeEntry(all, '/home/robot-data')?.name).toBe('Home');
    expect(activeEntry(all, '/nowhere')).toBeNull();
  });
});
