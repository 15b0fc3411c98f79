import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError } from '../../../contract/wire/errors.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import {
  fleetMachine,
  type FleetInput,
  type FleetList,
  LIST_RETRY_MS,
} from '../../../src/machines/fleet/fleet.machine.ts';
import {
  byNeed,
  selectCounts,
  selectCurrent,
  selectFleetFailure,
  selectHasFleet,
  selectHeardAt,
  selectKeyword,
  selectOwnViews,
  selectPanelRows,
  selectRobots,
  selectRobotsInView,
  selectView,
  selectTyped,
} from '../../../src/machines/fleet/fleet.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { NOW, robotOf } from '../../ui/robotOf.ts';

const A = robotOf({ serialNumber: 'A', robotNickName: 'Porter' });
const B = robotOf({ serialNumber: 'B', robotNickName: 'Patrol', kind: 'security', live: { status: 'alarm' } });
const C = robotOf({
  serialNumber: 'C',
  robotNickName: 'Mist',
  kind: 'disinfection',
  live: { status: 'offline', connection: 'offline' },
});

function start(input: Partial<FleetInput> = {}) {
  const asked: { answer(list: Partial<FleetList>): Promise<void>; refuse(): Promise<void> }[] = [];
  const kept: unknown[] = [];
  const started = startUnderApp(
    fleetMachine.provide({
      actors: {
        load: fromPromise<FleetList, { userId: string }>(
          () =>
            new Promise(
              (resolve, reject) =>
                void asked.push({
                  answer: (list) => (
                    resolve({ serverTime: NOW, robots: [A, B, C], sites: [], accessRequests: 0, ...list }),
                    settle()
                  ),
                  refuse: () => (reject(new ApiError('networkFailed')), settle()),
                }),
            ),
        ),
      },
      actions: { keepCurrent: (_, params) => void kept.push(params), keepView: (_, params) => void kept.push(params) },
    }),
    { as: 'fleet', input: { userId: 'u', serialNumber: '', view: 'all', ...input } },
  );
  const { actor } = started;
  return {
    ...started,
    asked,
    kept,
    beat: (number: number, robots: Robot[] = [], time = NOW + number) =>
      actor.send({
        type: 'feed.beaten',
        beat: { time, beat: number, broker: 'ok', robots: robots.map(({ live }) => live), heard: {} },
      }),
    serials: () => selectRobots(actor.getSnapshot()).map(({ serialNumber }) => serialNumber),
    live: (serialNumber: string) => actor.getSnapshot().context.robots[serialNumber]?.live,
  };
}
async function ready(input: Partial<FleetInput> = {}) {
  const fleet = start(input);
  await fleet.asked[0]?.answer({});
  return fleet;
}

describe('the list', () => {
  it('is read once at the start and makes the first robot current', async () => {
    const fleet = await ready();
    expect(fleet.serials()).toEqual(['A', 'B', 'C']);
    expect(selectCurrent(fleet.actor.getSnapshot())?.serialNumber).toBe('A');
    expect(fleet.kept).toEqual([{ serialNumber: 'A' }]);
    expect(fleet.toldTo('app')).toEqual([{ type: 'app.robotChanged', serialNumber: 'A' }]);
  });

  it('leaves the stored robot current when it is in it, and says nothing', async () => {
    const fleet = await ready({ serialNumber: 'B' });
    expect(selectCurrent(fleet.actor.getSnapshot())?.serialNumber).toBe('B');
    expect(fleet.kept).toEqual([]);
    expect(fleet.toldTo('app')).toEqual([]);
  });

  it('that cannot be read is asked for again after 5 s, or when somebody wants it', async () => {
    const fleet = start();
    await fleet.asked[0]?.refuse();
    expect(selectFleetFailure(fleet.actor.getSnapshot())).not.toBeNull();
    fleet.clock.increment(LIST_RETRY_MS - 1);
    expect(fleet.asked).toHaveLength(1);
    fleet.clock.increment(1);
    expect(fleet.asked).toHaveLength(2);
    await fleet.asked[1]?.refuse();
    fleet.actor.send({ type: 'fleet.refresh' });
    await fleet.asked[2]?.answer({});
    expect(selectHasFleet(fleet.actor.getSnapshot())).toBe(true);
    expect(selectFleetFailure(fleet.actor.getSnapshot())).toBeNull();
  });

  it('read anew without the current robot makes the first one current', async () => {
    const fleet = await ready({ serialNumber: 'B' });
    fleet.actor.send({ type: 'fleet.refresh' });
    await fleet.asked[1]?.answer({ robots: [C, A] });
    expect(selectCurrent(fleet.actor.getSnapshot())?.serialNumber).toBe('C');
    expect(fleet.serials()).toEqual(['C', 'A']);
  });

  it('that fails later leaves the old picture and is tried again', async () => {
    const fleet = await ready();
    fleet.actor.send({ type: 'fleet.refresh' });
    await fleet.asked[1]?.refuse();
    expect(fleet.serials()).toEqual(['A', 'B', 'C']);
    fleet.clock.increment(LIST_RETRY_MS);
    expect(fleet.asked).toHaveLength(3);
  });

  it('wanted again while it is on its way is read once more after that', async () => {
    const fleet = await ready();
    fleet.actor.send({ type: 'fleet.refresh' });
    fleet.actor.send({ type: 'fleet.refresh' });
    fleet.actor.send({ type: 'fleet.refresh' });
    expect(fleet.asked).toHaveLength(2);
    await fleet.asked[1]?.answer({});
    expect(fleet.asked).toHaveLength(3);
    await fleet.asked[2]?.answer({});
    expect(fleet.asked).toHaveLength(3);
  });
});

describe('the beats', () => {
  const low = (battery: number) => robotOf({ serialNumber: 'A', live: { battery } });

  it('change the picture second by second', async () => {
    const fleet = await ready();
    fleet.beat(1, [low(10)]);
    fleet.beat(2);
    fleet.beat(3, [low(9)]);
    expect(fleet.live('A')?.battery).toBe(9);
    expect(fleet.actor.getSnapshot().context.serverTime).toBe(NOW + 3);
    expect(fleet.asked).toHaveLength(1);
  });

  it('with a gap, or of a robot nobody knows, have the list read anew', async () => {
    const fleet = await ready();
    fleet.beat(1);
    fleet.beat(3);
    expect(fleet.asked).toHaveLength(2);
    await fleet.asked[1]?.answer({});
    fleet.beat(4, [robotOf({ serialNumber: 'new' })]);
    expect(fleet.asked).toHaveLength(3);
  });

  it('that come while the list is on its way are newer than it', async () => {
    const fleet = await ready();
    fleet.actor.send({ type: 'fleet.refresh' });
    fleet.beat(1, [low(5)]);
    await fleet.asked[1]?.answer({ robots: [low(50), B, C] });
    expect(fleet.live('A')?.battery).toBe(5);
    fleet.actor.send({ type: 'fleet.refresh' });
    await fleet.asked[2]?.answer({ robots: [low(40), B, C] });
    expect(fleet.live('A')?.battery).toBe(40);
  });

  it('that come before the first list and are newer have it read once more', async () => {
    const fleet = start();
    fleet.beat(4, [low(5)], NOW + 100);
    await fleet.asked[0]?.answer({});
    expect(fleet.asked).toHaveLength(2);
    await fleet.asked[1]?.answer({ serverTime: NOW + 200 });
    fleet.beat(5, [], NOW + 300);
    expect(fleet.asked).toHaveLength(2);
  });
});

describe('choosing', () => {
  it('a robot keeps and tells it; an unknown one or the same one does nothing', async () => {
    const fleet = await ready();
    fleet.actor.send({ type: 'robot.choose', serialNumber: 'C' });
    fleet.actor.send({ type: 'robot.choose', serialNumber: 'C' });
    fleet.actor.send({ type: 'robot.choose', serialNumber: 'nobody' });
    expect(fleet.kept).toEqual([{ serialNumber: 'A' }, { serialNumber: 'C' }]);
    expect(fleet.toldTo('app').at(-1)).toEqual({ type: 'app.robotChanged', serialNumber: 'C' });
  });

  it('a view stores it, goes home, and makes a robot of it current', async () => {
    const fleet = await ready();
    fleet.actor.send({ type: 'view.choose', view: 's' });
    expect(fleet.kept.slice(1)).toEqual([{ view: 's', keep: true }, { serialNumber: 'B' }]);
    expect(fleet.toldTo('app')).toContainEqual({ type: 'app.viewChanged', view: 's' });
    expect(fleet.toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/home' }]);
    expect(selectRobotsInView(fleet.actor.getSnapshot())).toEqual([B]);
  });

  it('a view gives way to a robot of another one that is asked for, before the list as after it, until a view is chosen', async () => {
    const early = start({ serialNumber: 'C', view: 'd' });
    early.actor.send({ type: 'robot.choose', serialNumber: 'B' });
    await early.asked[0]?.answer({});
    const late = await ready({ serialNumber: 'C', view: 'd' });
    late.actor.send({ type: 'robot.choose', serialNumber: 'B' });
    for (const fleet of [early, late]) {
      fleet.actor.send({ type: 'fleet.refresh' });
      await fleet.asked[1]?.answer({});
      expect(fleet.actor.getSnapshot().context).toMatchObject({ current: 'B', view: 'all' });
      fleet.actor.send({ type: 'view.choose', view: 'd' });
      expect(fleet.actor.getSnapshot().context).toMatchObject({ current: 'C', view: 'd' });
    }
  });

  it('a chosen view without robots stays, until the console is opened again or a robot is asked for', async () => {
    const fleet = await ready();
    fleet.actor.send({ type: 'view.choose', view: 'xp' });
    expect(fleet.kept).toContainEqual({ view: 'xp', keep: true });
    expect(fleet.toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/home' }]);
    expect(fleet.actor.getSnapshot().context).toMatchObject({ view: 'xp', current: '' });
    fleet.actor.send({ type: 'fleet.refresh' });
    await fleet.asked[1]?.answer({});
    expect(selectRobotsInView(fleet.actor.getSnapshot())).toEqual([]);
    expect(selectView(fleet.actor.getSnapshot())).toBe('xp');
    fleet.actor.send({ type: 'robot.choose', serialNumber: 'B' });
    expect(fleet.actor.getSnapshot().context).toMatchObject({ view: 'all', current: 'B' });
  });

  it('starts with all when the stored view has no robots any more', async () => {
    const fleet = await ready({ view: 'xp' });
    expect(selectRobotsInView(fleet.actor.getSnapshot())).toHaveLength(3);
  });
});

describe('what the screen may ask', () => {
  it('the panel shows the view, filtered by status and by serial number or name', async () => {
    const fleet = await ready();
    const rows = () => selectPanelRows(fleet.actor.getSnapshot()).map(({ serialNumber }) => serialNumber);
    fleet.actor.send({ type: 'filter.set', filter: 'online' });
    expect(rows()).toEqual(['A', 'B']);
    fleet.actor.send({ type: 'keyword.type', words: ' PAT ' });
    expect([selectTyped(fleet.actor.getSnapshot()), selectKeyword(fleet.actor.getSnapshot())]).toEqual([' PAT ', '']);
    fleet.actor.send({ type: 'keyword.set', keyword: ' PAT ' });
    expect(rows()).toEqual(['B']);
    fleet.actor.send({ type: 'filter.set', filter: 'offline' });
    expect(rows()).toEqual([]);
    fleet.actor.send({ type: 'keyword.set', keyword: 'c' });
    expect(rows()).toEqual(['C']);
    fleet.actor.send({ type: 'filter.set', filter: 'charging' });
    expect(rows()).toEqual([]);
  });

  it('only the views that one owns robots of', async () => {
    const fleet = await ready();
    expect(selectOwnViews(fleet.actor.getSnapshot())).toEqual(
      ['all', 's', 'd', 'w'].sort(
        (a, b) => ['all', 'w', 'xp', 's', 'd'].indexOf(a) - ['all', 'w', 'xp', 's', 'd'].indexOf(b),
      ),
    );
    expect(selectOwnViews(start().actor.getSnapshot())).toEqual([]);
  });

  it('counts by status, and who needs a person first', async () => {
    const fleet = await ready();
    expect(selectCounts(fleet.actor.getSnapshot())).toMatchObject({ alarm: 1, offline: 1, working: 1, charging: 0 });
    expect([A, C, B].sort(byNeed)).toEqual([B, C, A]);
  });

  it('the same list while nothing changes, so that nothing is drawn', async () => {
    const fleet = await ready();
    const before = selectPanelRows(fleet.actor.getSnapshot());
    fleet.beat(1);
    expect(selectPanelRows(fleet.actor.getSnapshot())).toBe(before);
    fleet.beat(2, [robotOf({ serialNumber: 'A', live: { battery: 1 } })]);
    expect(selectPanelRows(fleet.actor.getSnapshot())).not.toBe(before);
  });
});

describe('news of a control lease', () => {
  const params = { robot: 'Porter', person: 'Ann' };
  const way = { to: '/home/robot-data?serialNumber=A', key: 'shell.leaseNews.open' };

  it('becomes a message that names robot and person, and leads to the robot', async () => {
    const fleet = await ready();
    fleet.actor.send({ type: 'lease.noticed', notice: { type: 'leaseAsked', serialNumber: 'A', by: 'Ann' } });
    fleet.actor.send({
      type: 'lease.noticed',
      notice: { type: 'leaseTaken', serialNumber: 'A', by: 'Ann', reason: 'fire drill' },
    });
    fleet.actor.send({
      type: 'lease.noticed',
      notice: { type: 'leaseTaken', serialNumber: 'A', by: 'Ann', reason: null },
    });
    expect(fleet.toldTo('notices').map(({ notice }) => notice as unknown)).toEqual([
      { tone: 'info', key: 'shell.leaseNews.asked', params, way },
      { tone: 'warning', key: 'shell.leaseNews.takenWhy', params: { ...params, reason: 'fire drill' }, way },
      { tone: 'warning', key: 'shell.leaseNews.taken', params, way },
    ]);
  });

  it('goes by the serial number while no name is known', () => {
    const fleet = start();
    fleet.actor.send({ type: 'lease.noticed', notice: { type: 'leaseAsked', serialNumber: 'Z 9', by: 'Ann' } });
    expect(fleet.toldTo('notices')).toMatchObject([
      { notice: { params: { robot: 'Z 9' }, way: { to: '/home/robot-data?serialNumber=Z%209' } } },
    ]);
  });
});

it('knows when the cloud was last heard: with every beat, and not by a list', async () => {
  const fleet = start();
  const heardAt = () => selectHeardAt(fleet.actor.getSnapshot());
  expect(heardAt()).toBe(0);
  fleet.beat(1);
  expect(heardAt()).toBe(NOW + 1);
  await fleet.asked[0]?.answer({ serverTime: NOW + 5_000 });
  expect(heardAt()).toBe(NOW + 1);
  fleet.beat(2);
  expect(heardAt()).toBe(NOW + 2);
  fleet.actor.send({ type: 'fleet.refresh' });
  fleet.beat(3);
  expect(heardAt()).toBe(NOW + 3);
});

it('takes a robot chosen by its address before the list is there, unless it is none of theirs', async () => {
  const fleet = start({ serialNumber: 'B' });
  fleet.actor.send({ type: 'robot.choose', serialNumber: 'C' });
  await fleet.asked[0]?.answer({});
  expect(selectCurrent(fleet.actor.getSnapshot())?.serialNumber).toBe('C');
  const other = start({ serialNumber: 'B' });
  other.actor.send({ type: 'robot.choose', serialNumber: 'Z' });
  await other.asked[0]?.answer({});
  expect(selectCurrent(other.actor.getSnapshot())?.serialNumber).toBe('A');
  expect(other.kept.at(-1)).toEqual({ serialNumber: 'A' });
});
