/** The root machine: authentication, forwarding of events to its children, and recovery from errors. */
import { describe, expect, it } from 'vitest';
import {
  selectIsFrameDue,
  selectIsPresent,
  selectPage,
  selectPageFailure,
} from '../../../src/machines/app/app.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { shown, startRoot, user } from '../../fakes/startRoot.ts';
import { userOf } from '../../fakes/startSession.ts';

describe('whoever signs in', () => {
  it('meets fleet and links before the guard lets them in', async () => {
    const { root, toldTo, enter } = startRoot();
    await enter();
    expect(selectIsPresent(root.getSnapshot())).toBe(true);
    expect(toldTo('navigation')).toEqual([{ type: 'access.changed', access: user }]);
    expect(root.system.get('fleet')).toBeDefined();
    expect(toldTo('preferences')[0]).toMatchObject({ type: 'tabs.affixed', views: [{ path: '/home', affix: true }] });
  });

  it('waits for a chunk that does not come, and tries again', async () => {
    const { root, presence, clock, enter } = startRoot();
    presence.fails = true;
    await enter();
    expect(selectIsPresent(root.getSnapshot())).toBe(false);
    presence.fails = false;
    clock.increment(2_000);
    await settle();
    expect(presence.loads).toBe(2);
    expect(selectIsPresent(root.getSnapshot())).toBe(true);
  });

  it('lets a page that works without the frame wait for it, until nobody is signed in or the frame is there', async () => {
    const { root, enter } = startRoot();
    const isDue = (): boolean => selectIsFrameDue(root.getSnapshot());
    expect(isDue()).toBe(true);
    root.send({ type: 'app.accessChanged', access: { who: 'visitor' }, user: null });
    expect(isDue()).toBe(false);
    const entering = enter();
    expect(isDue()).toBe(true);
    await entering;
    expect(isDue()).toBe(false);
  });

  it('does not let it wait long for a server that does not answer, nor for a chunk that does not come', async () => {
    const { root, presence, clock, enter } = startRoot();
    const isDue = (): boolean => selectIsFrameDue(root.getSnapshot());
    clock.increment(2_999);
    expect(isDue()).toBe(true);
    clock.increment(1);
    expect(isDue()).toBe(false);
    presence.fails = true;
    await enter();
    for (let tries = 0; tries < 3; tries += 1) {
      expect(isDue()).toBe(false);
      clock.increment(2_000);
      expect(isDue()).toBe(false);
      await settle();
    }
    presence.fails = false;
    clock.increment(2_000);
    await settle();
    expect(selectIsPresent(root.getSnapshot())).toBe(true);
  });

  it('leaves nothing behind', async () => {
    const { root, toldTo, enter } = startRoot();
    await enter();
    root.send({ type: 'app.accessChanged', access: { who: 'visitor' }, user: null });
    expect(root.system.get('fleet')).toBeUndefined();
    expect(root.system.get('connection')).toBeUndefined();
    expect(toldTo('preferences').at(-1)).toEqual({ type: 'tabs.forget' });
    // Open pages of one user are closed before the next user signs in.
    expect(root.system.get('frame')).toBeUndefined();
    expect(toldTo('navigation').at(-1)).toEqual({ type: 'access.changed', access: { who: 'visitor' } });
  });

  it('keeps fleet and links when only the rights change, and gets new ones as somebody else', async () => {
    const { root, toldTo, enter } = startRoot();
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

  it('starts a page again when navigation says so, not for another query of it', async () => {
    const { enter, want, loads, screens } = startRoot();
    await enter();
    want(shown('home'));
    await loads[0]?.come();
    want(shown('home', { query: { filter: 'alarm' } }));
    expect(screens).toHaveLength(1);
    want(shown('home', { anew: true }));
    await loads[1]?.come();
    expect(screens).toHaveLength(2);
  });

  it('has news passed on to whom they concern', async () => {
    const { root, toldTo, enter, want, loads } = startRoot();
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
    root.send({ type: 'app.noticed', notice: { type: 'accountChanged' } });
    const changed = { siteId: 's', mapId: 'm', revision: 4, by: { userId: 'u', name: 'Ann' } };
    root.send({ type: 'app.noticed', notice: { type: 'mapChanged', ...changed } });
    expect(toldTo('screen').at(-1)).toEqual({ type: 'page.mapChanged', ...changed });
    root.send({ type: 'app.languageChanged', language: 'zhCN' });
    expect(
      toldTo('fleet')
        .slice(1)
        .map(({ type }) => type),
    ).toEqual(['fleet.refresh', 'fleet.refresh', 'lease.noticed', 'fleet.refresh']);
    expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.recount' });
    // The account, the session, and the relations, on which the pages of the menu depend.
    expect(toldTo('session')).toEqual(Array(3).fill({ type: 'session.refresh' }));
    expect(toldTo('connection').at(-1)).toEqual({ type: 'credentials.renew' });
    expect(toldTo('screen').map(({ type }) => type)).toEqual([
      'page.resumed',
      'page.noticed',
      'page.noticed',
      'page.noticed',
      'page.mapChanged',
      'page.languageChanged',
    ]);
  });
});

describe('changed relations', () => {
  it('do not take a page away that shows what is shown this once: it is told, and refreshes robots and count by itself', async () => {
    const { root, enter, want, loads, toldTo } = startRoot();
    await enter();
    want(shown('friends'));
    await loads[0]?.come();
    const news = () =>
      ['fleet', 'navigation', 'session', 'screen'].map(
        (name) =>
          toldTo(name).filter(({ type }) =>
            ['fleet.refresh', 'navigation.recount', 'session.refresh', 'page.noticed'].includes(type),
          ).length,
      );
    const [fleet = 0, navigation = 0, session = 0, screen = 0] = news();
    root.send({ type: 'app.noticed', notice: { type: 'relationsChanged' } });
    expect(news()).toEqual([fleet + 1, navigation + 1, session + 1, screen + 1]);
    (root.system as { get(name: string): { send(event: { type: string }): void } })
      .get('screen')
      .send({ type: 'page.hold' });
    root.send({ type: 'app.noticed', notice: { type: 'relationsChanged' } });
    expect(news()).toEqual([fleet + 1, navigation + 1, session + 1, screen + 2]);
  });
});

describe('an invitation to a robot, or a request for one', () => {
  const invited = { type: 'robotInvited', serialNumber: 'B', robot: 'Porter', by: 'Ann', count: 1 } as const;
  const requested = {
    type: 'accessRequested',
    serialNumber: 'B',
    names: { robot: { enUS: 'Porter', zhCN: '跑堂' }, by: { enUS: 'Ann', zhCN: '安' } },
  } as const;
  it.each([
    ['home', requested, 'shell.accessRequest.text', { robot: 'Porter', person: 'Ann' }],
    ['friends', requested, null, null],
    ['home', { ...invited, count: 3 }, 'shell.invitation.several', { person: 'Ann', count: 3 }],
  ] as const)('on %s leads to the page of members, which shows it itself', async (page, notice, key, params) => {
    const { root, enter, want, loads, toldTo } = startRoot();
    await enter();
    want(shown(page));
    await loads[0]?.come();
    root.send({ type: 'app.noticed', notice });
    const notices = toldTo('notices').filter(({ type }) => type === 'notice.show');
    expect(notices).toEqual(
      key === null
        ? []
        : [
            {
              type: 'notice.show',
              notice: { tone: 'info', key, params, way: { to: '/setting/friend-manage', key: expect.any(String) } },
            },
          ],
    );
    expect(toldTo('screen').at(-1)).toEqual({ type: 'page.noticed', notice });
  });

  it('that a view-only account bound a robot is told to account administrators on every page', async () => {
    const { root, enter, want, loads, toldTo } = startRoot();
    await enter();
    want(shown('noRobot'));
    await loads[0]?.come();
    root.send({ type: 'app.noticed', notice: { ...requested, type: 'viewerBound' } });
    expect(toldTo('notices').at(-1)).toMatchObject({
      notice: {
        key: 'shell.viewerBound.text',
        params: { robot: 'Porter', person: 'Ann' },
        way: { to: '/accounts', key: 'shell.viewerBound.way' },
      },
    });
  });

  it.each([
    ['home', 1],
    ['robotData', 1],
    ['friends', 0],
    ['noRobot', 0],
  ])('is told on %s %i times, with the way to it', async (page, times) => {
    const { root, enter, want, loads, toldTo } = startRoot();
    await enter();
    want(shown(page));
    await loads[0]?.come();
    root.send({ type: 'app.noticed', notice: invited });
    const notices = toldTo('notices').filter(({ type }) => type === 'notice.show');
    expect(notices).toEqual(
      Array.from({ length: times }, () => ({
        type: 'notice.show',
        notice: {
          tone: 'info',
          key: 'shell.invitation.text',
          params: { robot: 'Porter', person: 'Ann' },
          way: { to: '/setting/friend-manage', key: 'shell.invitation.way' },
        },
      })),
    );
    expect(toldTo('screen').at(-1)).toEqual({ type: 'page.noticed', notice: invited });
  });
});

describe('news of a control lease', () => {
  const asked = { type: 'leaseAsked', serialNumber: 'A', by: 'Ann' } as const;
  const on = async (...pages: Parameters<typeof shown>) => {
    const started = startRoot();
    await started.enter();
    started.want(shown(...pages));
    await started.loads[0]?.come();
    started.root.send({ type: 'app.noticed', notice: asked });
    return started.toldTo('fleet').filter(({ type }) => type === 'lease.noticed');
  };

  it("reaches whoever looks at something else as a message: fleet has the robot's name", async () => {
    expect(await on('home')).toEqual([{ type: 'lease.noticed', notice: asked }]);
    expect(await on('robotData', { query: { serialNumber: 'B' } })).toHaveLength(1);
  });

  it("is left to the robot's own page where that is shown", async () => {
    expect(await on('robotData', { query: { serialNumber: 'A' } })).toEqual([]);
    // Without a serial number in the URL it is the page of the current robot.
    expect(await on('robotData')).toEqual([]);
  });
});

describe('a mistake of ours', () => {
  it('in the machine of a page ends that page, and no other', async () => {
    const { root, enter, want, loads, mistakes, logged, screens } = startRoot();
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
    const { root, want, loads, logged } = startRoot();
    want(shown('home'));
    await loads[0]?.come();
    root.send({ type: 'app.pageBroken', message: 'TypeError: x' });
    expect(selectPageFailure(root.getSnapshot())).toMatchObject({ code: 40002, said: 'TypeError: x' });
    expect(root.system.get('screen')).toBeUndefined();
    expect(logged).toEqual(['TypeError: x']);
  });

  it('in the fleet has fleet and links started afresh, after a pause', async () => {
    const { root, enter, mistakes, clock, logged, presence } = startRoot();
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
