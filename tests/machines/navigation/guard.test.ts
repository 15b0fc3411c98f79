/** The access rules of spec 2 and design 13, one row each. */
import { describe, expect, it } from 'vitest';
import { afterSignIn, guard, isOurs } from '../../../src/machines/navigation/guard.ts';
import { placeOf } from '../../../src/machines/navigation/query.ts';
import type { Access } from '../../../src/machines/app/events.ts';
import { routeOf, TABLE } from '../../fakes/startSession.ts';

const KNOWN = ['signIn', 'home', 'robotData', 'noRobot', 'notFound', 'privacy', 'accounts', 'cruise', 'signInByCode'];
const user = (change: Partial<Extract<Access, { who: 'user' }>> = {}): Access => ({
  who: 'user',
  userId: 'u',
  roles: ['operator'],
  routes: TABLE,
  robotCount: 2,
  ...change,
});
const visitor: Access = { who: 'visitor' };
const at = (to: string, access: Access) => guard(placeOf(to), access, KNOWN);
const goes = (to: string) => ({ kind: 'redirect', to });
const shows = (page: string) =>
  expect.objectContaining({ kind: 'show', shown: expect.objectContaining({ page }) as unknown });

describe('a visitor', () => {
  it.each([
    ['/home', goes('/login?redirect=%2Fhome')],
    [
      '/home/robot-data?serialNumber=W1&tab=video',
      goes('/login?redirect=%2Fhome%2Frobot-data%3FserialNumber%3DW1%26tab%3Dvideo'),
    ],
    ['/', goes('/login')],
    ['/404', goes('/login?redirect=%2F404')],
    ['/no-robot', goes('/login?redirect=%2Fno-robot')],
    ['/nowhere', goes('/login?redirect=%2Fnowhere')],
    ['/home?type=admin', goes('/privacy/app?type=admin')],
    ['/?type=app&x=1', goes('/privacy/app?type=app')],
    ['/login', shows('signIn')],
    ['/login?redirect=%2Fhome', shows('signIn')],
    ['/login?way=code&redirect=%2Fhome', shows('signInByCode')],
    // Sign-in methods that do not exist.
    ['/login?way=register', shows('signIn')],
    ['/login?way=home', shows('signIn')],
    ['/login?way=constructor', shows('signIn')],
    ['/privacy/app?type=app', shows('privacy')],
  ])('at %s', (to, expected) => expect(at(to, visitor)).toEqual(expected));

  it('is told so at the very address when a public page does not exist yet, as everybody is', () => {
    for (const access of [visitor, user(), { who: 'unknown' } as const])
      expect(at('/changelog', access)).toMatchObject({ shown: { page: 'notFound', path: '/changelog' } });
  });
});

describe('somebody signed in', () => {
  it.each([
    ['/login', goes('/')],
    ['/login?redirect=%2Fhome%2Frobot-data', goes('/')],
    ['/', goes('/home')],
    ['/home', shows('home')],
    ['/home/', shows('home')],
    ['/home/robot-data?serialNumber=W1', shows('robotData')],
    ['/home?type=x', shows('home')],
    ['/nowhere', goes('/404')],
    ['/home/nowhere', goes('/404')],
    ['/404', shows('notFound')],
    ['/no-robot', goes('/')],
    ['/privacy/app', shows('privacy')],
  ])('at %s', (to, expected) => expect(at(to, user())).toEqual(expected));

  it.each([
    ['/home', goes('/no-robot')],
    ['/home/robot-data', goes('/no-robot')],
    ['/nowhere', goes('/no-robot')],
    ['/no-robot', shows('noRobot')],
    ['/404', shows('notFound')],
    ['/privacy/app', shows('privacy')],
    ['/accounts', shows('accounts')],
    ['/login', goes('/')],
  ])('without a robot, at %s', (to, expected) =>
    expect(
      at(
        to,
        user({
          robotCount: 0,
          routes: [...TABLE, routeOf('/accounts', { component: 'accounts', meta: { withoutRobot: true } })],
        }),
      ),
    ).toEqual(expected),
  );

  it('gets the parameters of a path and the query', () => {
    const routes = [
      routeOf('/cruise', { component: undefined, children: [routeOf(':id/points', { component: 'cruise' })] }),
    ];
    expect(at('/cruise/a%20b/points?page=2&empty=', user({ routes }))).toMatchObject({
      shown: { page: 'cruise', params: { id: 'a b' }, query: { page: '2' }, path: '/cruise/a%20b/points' },
    });
    expect(at('/cruise//points', user({ routes }))).toEqual(goes('/404'));
    expect(at('/cruise/%E0%A4%A/points', user({ routes }))).toMatchObject({ shown: { params: { id: '%E0%A4%A' } } });
  });

  it('does not run in circles when a redirect names its own path, or nothing is found at /404', () => {
    expect(at('/x', user({ routes: [routeOf('/x', { component: undefined, redirect: '/x' })] }))).toEqual(goes('/404'));
    expect(guard(placeOf('/404'), user(), [])).toEqual({ kind: 'wait' });
  });

  it('opens no route whose page this console does not have', () => {
    expect(at('/reports', user({ routes: [routeOf('/reports')] }))).toEqual(goes('/404'));
  });
});

describe('while nothing is known of the visitor', () => {
  it.each(['/home', '/login', '/404', '/nowhere'])('%s waits', (to) =>
    expect(at(to, { who: 'unknown' })).toEqual({ kind: 'wait' }),
  );
  it('the pages that are the same to everybody do not', () =>
    expect(at('/privacy/app', { who: 'unknown' })).toEqual(shows('privacy')));
});

describe('a path to come back to', () => {
  it.each(['/home', '/home/robot-data?serialNumber=W1', '/', '/a?redirect=//b'])('%s is ours', (path) =>
    expect(isOurs(path)).toBe(true),
  );
  it.each([
    '',
    'home',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    'https://evil.example',
    'javascript:alert(1)',
    '/\tx',
    '/\n/evil.example',
    '/login',
    '/login?redirect=/home',
  ])('%j is not', (path) => expect(isOurs(path)).toBe(false));

  it('is where sign-in leads, else home', () => {
    expect(afterSignIn('?redirect=%2Fhome%3Ffilter%3Dalarm')).toBe('/home?filter=alarm');
    expect(afterSignIn('?redirect=%2F%2Fevil.example')).toBe('/');
    expect(afterSignIn('')).toBe('/');
  });
});
