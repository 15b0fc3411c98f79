import { describe, expect, it } from 'vitest';
import { FORBIDDEN_PAGE, accessibleRoutes } from '../../../contract/rules/routeAccess.ts';
import type { AccountRole, RobotView } from '../../../contract/entities/constants.ts';
import { routeTable } from '../../../server/routes.ts';
import { pages } from '../../../src/app/pages.ts';
import type { Access } from '../../../src/machines/app/events.ts';
import { guard } from '../../../src/machines/navigation/guard.ts';
import { placeOf } from '../../../src/machines/navigation/query.ts';
import { menuEntries, pagesOf } from '../../../src/ui/shell/menu.ts';

const KNOWN = pages.names;
function open(path: string, role: AccountRole, administersRobot: boolean, robotCount = 1): string {
  const routes = accessibleRoutes(routeTable(administersRobot, true), [role]);
  const access: Access = { who: 'user', userId: 'u', roles: [role], routes, robotCount };
  const verdict = guard(placeOf(path), access, KNOWN);
  return verdict.kind === 'show' ? `${verdict.shown.page} at ${verdict.shown.path}` : JSON.stringify(verdict);
}

describe('a page of records, for a user without a robot', () => {
  it.each([
    '/activities/cruise-record',
    '/activities/event-record',
    '/alarms/cases',
    '/alarms/case',
    '/setting/cruise-line',
  ])('opens only for account administrators, who have the records of retired robots: %s', (path) => {
    expect(open(path, 'admin', true, 0)).toMatch(new RegExp(` at ${path}$`, 'u'));
    // The server counts someone else as an administrator only of a robot, so without one as none.
    expect(open(path, 'operator', false, 0)).toBe('{"kind":"redirect","to":"/no-robot"}');
  });
});

describe('a page that the account cannot open', () => {
  it('says so at its own path, which a missing page does not', () => {
    expect(open('/accounts', 'viewer', true)).toBe(`${FORBIDDEN_PAGE} at /accounts`);
    expect(open('/accounts/audit', 'operator', true)).toBe(`${FORBIDDEN_PAGE} at /accounts/audit`);
    expect(open('/nowhere', 'operator', true)).toBe('{"kind":"redirect","to":"/404"}');
    expect(open('/accounts', 'admin', true)).toBe('accounts at /accounts');
  });
  it('is also one for administrators of a robot, whatever the role', () => {
    for (const role of ['operator', 'admin'] as const) {
      expect(open('/setting/maps', role, false)).toBe(`${FORBIDDEN_PAGE} at /setting/maps`);
      expect(open('/setting/maps', role, true)).toBe('maps at /setting/maps');
    }
  });
  it('has a menu in which no icon occurs twice', () => {
    const entries = menuEntries(accessibleRoutes(routeTable(true, true), ['admin']), 'all', KNOWN);
    const icons = entries.map(({ icon }) => icon);
    expect(icons.length).toBeGreaterThan(5);
    expect(new Set(icons).size).toBe(icons.length);
  });
  it('is not in the menu', () => {
    const menuOf = (role: AccountRole, administersRobot: boolean) =>
      pagesOf(menuEntries(accessibleRoutes(routeTable(administersRobot, true), [role]), 'all', KNOWN)).map(
        ({ path }) => path,
      );
    expect(menuOf('operator', false)).toEqual([
      '/home',
      '/today',
      '/video/wall',
      '/video/video-control',
      '/video/photos',
      '/activities/delivery-record',
      '/activities/cruise-record',
      '/activities/disinfect-record',
      '/activities/event-record',
      '/monitoring',
      '/activities/call-records',
      '/schedules/calendar',
      '/schedules/exceptions',
      '/setting/basic-info',
      '/setting/friend-manage',
      '/setting/cruise-line',
      '/setting/face-record',
      '/alarms/cases',
      '/downloads',
    ]);
    expect(menuOf('admin', true)).toContain('/accounts/audit');
    expect(menuOf('operator', true)).toContain('/setting/maps');
  });
  it('asks a visitor to sign in, as every path does', () => {
    for (const path of ['/accounts', '/nowhere'])
      expect(guard(placeOf(path), { who: 'visitor' }, KNOWN)).toMatchObject({
        kind: 'redirect',
        to: `/login?redirect=${encodeURIComponent(path)}`,
      });
  });
});

describe('the groups of the menu', () => {
  const groups = (role: AccountRole, view: RobotView = 'all') =>
    menuEntries(accessibleRoutes(routeTable(true, true), [role]), view, KNOWN)
      .filter(({ children }) => children.length > 0)
      .map(({ name, children }) => [name, ...children.map(({ path }) => path)]);
  it('are those with a page that the account can open, in their order, with one page too', () => {
    expect(groups('admin')).toEqual([
      ['Video', '/video/wall', '/video/video-control', '/video/photos'],
      [
        'Activities',
        '/activities/delivery-record',
        '/activities/cruise-record',
        '/activities/disinfect-record',
        '/activities/event-record',
        '/monitoring',
        '/activities/call-records',
      ],
      ['Schedules', '/schedules/calendar', '/schedules/exceptions'],
      [
        'Settings',
        '/setting/basic-info',
        '/setting/friend-manage',
        '/setting/maps',
        '/setting/map-edit',
        '/setting/map-area-qrcode',
        '/setting/cruise-line',
        '/setting/face-record',
      ],
      ['Alarms', '/alarms/cases', '/alarms/rules', '/alarms/contacts'],
      [
        'Administration',
        '/sites',
        '/robots',
        '/accounts',
        '/accounts/keys',
        '/accounts/inquiries',
        '/jobs',
        '/outbox',
        '/accounts/audit',
        '/demo/faults',
        '/inspector',
      ],
    ]);
    expect(groups('viewer').map(([name]) => name)).toEqual(['Video', 'Activities', 'Schedules', 'Settings', 'Alarms']);
  });
  it.each<[RobotView, readonly string[]]>([
    ['all', ['/activities/delivery-record', '/activities/disinfect-record', '/setting/face-record']],
    ['w', ['/activities/delivery-record']],
    ['d', ['/activities/disinfect-record']],
    ['xp', ['/setting/face-record']],
    ['s', []],
  ])('show in the view %s its own pages, and the others in every view', (view, own) => {
    const pathsIn = (shown: RobotView) => groups('admin', shown).flatMap(([, ...paths]) => paths);
    const special = ['/activities/delivery-record', '/activities/disinfect-record', '/setting/face-record'];
    expect(pathsIn(view)).toEqual(pathsIn('all').filter((path) => !special.includes(path) || own.includes(path)));
    // Robots of every kind drive routes and raise alarms.
    for (const path of ['/activities/cruise-record', '/activities/event-record', '/alarms/cases'])
      expect(pathsIn(view)).toContain(path);
  });
  it('lead to their first page that the account can open', () => {
    expect(open('/administration', 'admin', true)).toBe('{"kind":"redirect","to":"/sites"}');
    expect(open('/administration', 'viewer', true)).toBe('{"kind":"redirect","to":"/sites"}');
    expect(open('/setting', 'viewer', false)).toBe('{"kind":"redirect","to":"/setting/basic-info"}');
  });
  it('that are only administrative need no robot', () => {
    const routes = accessibleRoutes(routeTable(true, true), ['admin']);
    const access: Access = { who: 'user', userId: 'u', roles: ['admin'], routes, robotCount: 0 };
    expect(guard(placeOf('/administration'), access, KNOWN)).toEqual({ kind: 'redirect', to: '/sites' });
    expect(guard(placeOf('/setting'), access, KNOWN)).toEqual({ kind: 'redirect', to: '/no-robot' });
  });
});

describe('a group that the account cannot open', () => {
  const page = { name: 'X', hidden: false, alwaysShow: false, component: 'home', meta: { title: 'x' }, children: [] };
  const group = {
    ...page,
    path: '/group',
    component: undefined,
    redirect: '/group/x',
    meta: { title: 'g', roles: ['admin' as const] },
    children: [{ ...page, path: 'x' }],
  };
  it('leads to its page, which says so', () => {
    const routes = accessibleRoutes([group], ['viewer']);
    const access: Access = { who: 'user', userId: 'u', roles: ['viewer'], routes, robotCount: 1 };
    expect(guard(placeOf('/group'), access, KNOWN)).toEqual({ kind: 'redirect', to: '/group/x' });
    expect(guard(placeOf('/group/x'), access, KNOWN)).toMatchObject({ shown: { page: FORBIDDEN_PAGE, affix: false } });
    expect(menuEntries(routes, 'all', KNOWN)).toEqual([]);
  });
});

describe('a page of the demo', () => {
  it('exists in the demo only', () => {
    const pathsOf = (demo: boolean) =>
      pagesOf(menuEntries(accessibleRoutes(routeTable(true, demo), ['admin']), 'all', KNOWN)).map(({ path }) => path);
    expect(pathsOf(true)).toContain('/demo/faults');
    expect(pathsOf(false)).not.toContain('/demo/faults');
    expect(pathsOf(false)).toContain('/accounts/audit');
  });
});
