import { describe, expect, it } from 'vitest';
import { settle } from '../../fakes/settle.ts';
import { startNavigation, userAccess } from '../../fakes/startNavigation.ts';
import { routeOf, TABLE } from '../../fakes/startSession.ts';

const pagesWanted = (navigation: ReturnType<typeof startNavigation>) =>
  navigation.toldTo('app').map((event) => event['shown'].page as string);

describe('the position one wanted', () => {
  it('is kept over sign-in, query and all, without a step in the history', async () => {
    const navigation = startNavigation('/home?filter=alarm');
    await navigation.access({ who: 'visitor' });
    expect(navigation.bar()).toBe('/login?redirect=%2Fhome%3Ffilter%3Dalarm');
    await navigation.access(userAccess());
    expect(navigation.bar()).toBe('/home?filter=alarm');
    expect(navigation.written.every(({ replace }) => replace)).toBe(true);
    expect(pagesWanted(navigation)).toEqual(['signIn', 'home']);
  });

  it('is kept when a session ends under way', async () => {
    const navigation = startNavigation('/home/robot-data?serialNumber=W1');
    await navigation.access(userAccess());
    expect(navigation.page()).toBe('robotData');
    await navigation.access({ who: 'visitor' });
    expect(navigation.bar()).toBe('/login?redirect=%2Fhome%2Frobot-data%3FserialNumber%3DW1');
  });

  it('is home when it is not a path of ours', async () => {
    const navigation = startNavigation('/login?redirect=%2F%2Fevil.example');
    await navigation.access({ who: 'visitor' });
    await navigation.access(userAccess());
    expect(navigation.bar()).toBe('/home');
  });

  it('is / for somebody who opens /login signed in', async () => {
    const navigation = startNavigation('/login?redirect=%2Fhome%2Frobot-data');
    await navigation.access(userAccess());
    expect(navigation.page()).toBe('home');
  });
});

describe('/redirect/{path}', () => {
  it('opens the path anew, in its place in the history', async () => {
    const navigation = startNavigation('/home/robot-data?serialNumber=W1');
    await navigation.access(userAccess());
    await navigation.go('/redirect/home/robot-data?serialNumber=W1');
    expect(navigation.bar()).toBe('/home/robot-data?serialNumber=W1');
    expect(navigation.toldTo('app').map(({ shown }) => [shown.page, shown.anew])).toEqual([
      ['robotData', undefined],
      ['robotData', true],
    ]);
    await navigation.go('/home');
    expect(navigation.toldTo('app').at(-1)).toMatchObject({ shown: { page: 'home' } });
    expect(navigation.toldTo('app').at(-1)?.['shown'].anew).toBeUndefined();
  });
  it('opens the path when the address is typed by hand, as the first page of a tab', async () => {
    const navigation = startNavigation('/redirect/home/robot-data?serialNumber=W1');
    await navigation.access(userAccess());
    expect(navigation.bar()).toBe('/home/robot-data?serialNumber=W1');
    expect(navigation.toldTo('app').map(({ shown }) => [shown.page, shown.query])).toEqual([
      ['robotData', { serialNumber: 'W1' }],
    ]);
  });
  it('asks a visitor to sign in for that path', async () => {
    const navigation = startNavigation('/redirect/home/robot-data');
    await navigation.access({ who: 'visitor' });
    expect(navigation.bar()).toBe('/login?redirect=%2Fhome%2Frobot-data');
  });
  it.each(['/redirect//evil.example', '/redirect/\\evil.example', '/redirect/login'])(
    'leads %s nowhere',
    async (path) => {
      const navigation = startNavigation('/home');
      await navigation.access(userAccess());
      await navigation.go(path);
      expect(navigation.bar()).toBe('/404');
    },
  );
});

describe('the choice of a view', () => {
  const chooses = { ...userAccess(), choosesView: true };
  it.each([
    ['/login', '/view-selection'],
    ['/login?redirect=%2Fhome', '/view-selection'],
    ['/login?redirect=%2Fhome%2Frobot-data', '/home/robot-data'],
    ['/login?redirect=%2Fhome%3Ffilter%3Dalarm', '/home?filter=alarm'],
  ])('after sign-in at %s opens %s', async (from, to) => {
    const navigation = startNavigation(from);
    await navigation.access({ who: 'visitor' });
    await navigation.access(chooses);
    expect(navigation.bar()).toBe(to);
  });
  it('is not asked for on a return with a stored session, nor without robots', async () => {
    const navigation = startNavigation('/');
    await navigation.access(chooses);
    expect(navigation.bar()).toBe('/home');
    const other = startNavigation('/view-selection');
    await other.access({ ...chooses, robotCount: 0 });
    expect(other.bar()).toBe('/no-robot');
  });
});

describe('the first set-up of an installation', () => {
  const routes = [...TABLE, routeOf('/setup', { component: 'checklist', meta: { withoutRobot: true } })];
  const setsUp = { ...userAccess(0), routes, isSettingUp: true };
  it.each([
    ['/login', '/setup'],
    ['/login?redirect=%2Fsetup', '/setup'],
    // A page that was asked for and needs no robot is shown.
    ['/login?redirect=%2F404', '/404'],
  ])('opens after sign-in at %s', async (from, to) => {
    const navigation = startNavigation(from);
    await navigation.access({ who: 'visitor' });
    await navigation.access(setsUp);
    expect(navigation.bar()).toBe(to);
  });
  it('is where one is led without robots, until it is put off', async () => {
    const navigation = startNavigation('/home');
    await navigation.access(setsUp);
    expect(navigation.bar()).toBe('/setup');
    await navigation.access({ ...setsUp, isSettingUp: false });
    await navigation.go('/home');
    expect(navigation.bar()).toBe('/no-robot');
  });
  it('keeps nobody from the other pages who has a robot', async () => {
    const navigation = startNavigation('/home');
    await navigation.access({ ...setsUp, robotCount: 1 });
    expect(navigation.bar()).toBe('/home');
  });
});

describe('going', () => {
  it('writes a new entry, or replaces, and tells the page', async () => {
    const navigation = startNavigation('/home');
    await navigation.access(userAccess());
    await navigation.go('/home/robot-data?serialNumber=W1');
    expect(navigation.written).toEqual([{ to: '/home/robot-data?serialNumber=W1', replace: false }]);
    navigation.actor.send({ type: 'navigation.go', to: '/home', replace: true });
    expect(navigation.written.at(-1)).toEqual({ to: '/home', replace: true });
    expect(pagesWanted(navigation)).toEqual(['home', 'robotData', 'home']);
  });

  it('to where one is does nothing', async () => {
    const navigation = startNavigation('/home');
    await navigation.access(userAccess());
    await navigation.go('/home/');
    expect(navigation.written).toEqual([]);
    expect(pagesWanted(navigation)).toEqual(['home']);
  });

  it('nowhere ends at /404', async () => {
    const navigation = startNavigation('/home');
    await navigation.access(userAccess());
    await navigation.go('/nowhere');
    expect(navigation.bar()).toBe('/404');
    expect(navigation.page()).toBe('notFound');
  });

  it('follows Back without writing anything', async () => {
    const navigation = startNavigation('/home');
    await navigation.access(userAccess());
    await navigation.go('/home/robot-data');
    navigation.actor.send({ type: 'history.moved', path: '/home', search: '?q=a' });
    expect(navigation.written).toHaveLength(1);
    expect(navigation.toldTo('app').at(-1)).toMatchObject({ shown: { page: 'home', query: { q: 'a' } } });
    navigation.actor.send({ type: 'navigation.back' });
    expect(navigation.cloud.backs).toBe(1);
  });
});

describe('the query of a page', () => {
  it('is patched in place, and the page hears of it', async () => {
    const navigation = startNavigation('/home?view=table');
    await navigation.access(userAccess());
    navigation.actor.send({ type: 'navigation.query', query: { filter: 'alarm' } });
    expect(navigation.written).toEqual([{ to: '/home?view=table&filter=alarm', replace: true }]);
    expect(navigation.toldTo('app').at(-1)).toMatchObject({
      type: 'app.pageWanted',
      shown: { query: { view: 'table', filter: 'alarm' } },
    });
    navigation.actor.send({ type: 'navigation.query', query: { view: '' }, push: true });
    expect(navigation.written.at(-1)).toEqual({ to: '/home?filter=alarm', replace: false });
  });

  it('that stays the same is not written', async () => {
    const navigation = startNavigation('/home?view=table');
    await navigation.access(userAccess());
    navigation.actor.send({ type: 'navigation.query', query: { view: 'table', q: '' } });
    expect(navigation.written).toEqual([]);
  });

  it('counts no robots', async () => {
    const navigation = startNavigation('/home');
    await navigation.access(userAccess());
    const { counted } = navigation.cloud;
    navigation.actor.send({ type: 'navigation.query', query: { q: 'a' } });
    await settle();
    expect(navigation.cloud.counted).toBe(counted);
  });
});

describe('the count of robots', () => {
  it('is read after each navigation to a page that needs one', async () => {
    const navigation = startNavigation('/home');
    await navigation.access(userAccess());
    expect(navigation.cloud.counted).toBe(1);
    await navigation.go('/home/robot-data');
    expect(navigation.cloud.counted).toBe(2);
    await navigation.go('/404');
    await navigation.go('/privacy/app');
    expect(navigation.cloud.counted).toBe(2);
  });

  it('of none leads to /no-robot', async () => {
    const navigation = startNavigation('/home');
    navigation.cloud.robots = 0;
    await navigation.access(userAccess(2));
    await settle();
    expect(navigation.bar()).toBe('/no-robot');
    expect(navigation.page()).toBe('noRobot');
  });

  it('shows nothing but /no-robot to somebody without one from the start', async () => {
    const navigation = startNavigation('/home');
    navigation.cloud.robots = 0;
    await navigation.access(userAccess(0));
    expect(pagesWanted(navigation)).toEqual(['noRobot']);
  });

  it('that cannot be read sends nobody away', async () => {
    const navigation = startNavigation('/home');
    navigation.cloud.robots = new Error('away');
    await navigation.access(userAccess(2));
    await settle();
    expect(navigation.page()).toBe('home');
  });

  it('is read again when asked, and leads home from /no-robot', async () => {
    const navigation = startNavigation('/no-robot');
    await navigation.access(userAccess(0));
    expect(navigation.page()).toBe('noRobot');
    await navigation.access(userAccess(1));
    expect(navigation.page()).toBe('home');
    navigation.cloud.robots = 0;
    navigation.actor.send({ type: 'navigation.recount' });
    await settle();
    expect(navigation.page()).toBe('noRobot');
  });
});

describe('a page with something unsaved', () => {
  const screenWith = (navigation: ReturnType<typeof startNavigation>, tag: string | null) => {
    const screen = navigation.actor.system.get('screen') as { getSnapshot: () => object };
    const told = screen.getSnapshot();
    screen.getSnapshot = () => Object.assign(Object.create(told) as object, { hasTag: (one: string) => one === tag });
  };
  const on = async (tag: string | null) => {
    const navigation = startNavigation('/home');
    await navigation.access(userAccess());
    screenWith(navigation, tag);
    return navigation;
  };

  it('is asked before one goes elsewhere, and goes when it lets one go', async () => {
    const navigation = await on('unsaved');
    await navigation.go('/privacy/app');
    expect(navigation.page()).toBe('home');
    expect(navigation.written).toEqual([]);
    expect(navigation.toldTo('screen')).toEqual([{ type: 'page.leaveAsked', to: '/privacy/app' }]);
    navigation.actor.send({ type: 'navigation.leave', to: '/privacy/app' });
    expect(navigation.page()).toBe('privacy');
  });

  it('is asked on Back as well, with the address bar put right meanwhile', async () => {
    const navigation = await on('unsaved');
    navigation.actor.send({ type: 'history.moved', path: '/privacy/app', search: '?type=app' });
    expect(navigation.page()).toBe('home');
    expect(navigation.written).toEqual([{ to: '/home', replace: false }]);
    expect(navigation.toldTo('screen')).toEqual([{ type: 'page.leaveAsked', to: '/privacy/app?type=app' }]);
  });

  it('gets the tab back that was closed on it', async () => {
    const navigation = await on('unsaved');
    const before = pagesWanted(navigation).length;
    await navigation.go('/privacy/app');
    expect(pagesWanted(navigation).slice(before)).toEqual(['home']);
  });

  it('is not asked about another query of its own, and one without is not asked at all', async () => {
    const own = await on('unsaved');
    await own.go('/home?filter=alarm');
    expect(own.bar()).toBe('/home?filter=alarm');
    expect(own.toldTo('screen')).toEqual([]);
    const other = await on(null);
    await other.go('/privacy/app');
    expect(other.page()).toBe('privacy');
  });

  it('does not keep whoever is signed out', async () => {
    const navigation = await on('unsaved');
    await navigation.access({ who: 'visitor' });
    expect(navigation.page()).toBe('signIn');
  });
});
