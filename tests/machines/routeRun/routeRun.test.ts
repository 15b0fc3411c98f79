import { describe, expect, it } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import { ApiError, type ErrorName } from '../../../contract/wire/errors.ts';
import {
  routeRunMachine,
  type RouteToRun,
  type RobotTerms,
  type StartRequest,
} from '../../../src/machines/routeRun/routeRun.machine.ts';
import { routeRunMonitorMachine } from '../../../src/machines/routeRun/routeRunMonitor.machine.ts';
import {
  selectFollowed,
  selectFollowing,
  selectIsChoosing,
  selectIsPreparing,
  selectStop,
} from '../../../src/machines/routeRun/routeRun.selectors.ts';
import type { RobotSeen } from '../../../src/machines/routeRun/watchRouteRuns.ts';
import { startBesideStops } from '../../fakes/besideStops.ts';
import { sampleRouteRun } from '../../fakes/routeRunSample.ts';
import { sampleDetail, SN } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';

const ROUTE: RouteToRun = { pathId: 'r1', pathName: 'Day round', mapId: 'f1', missing: [] };
const driving = (change: Partial<RobotSeen> = {}): RobotSeen => ({
  serialNumber: SN,
  drive: { id: 'd1', pathId: 'r1', revision: 3 },
  held: false,
  paused: false,
  ...change,
});

function start(userId = 'me') {
  const world = {
    starts: [] as StartRequest[],
    refuses: null as ErrorName | null,
    termsFail: false,
    drive: sampleRouteRun(),
  };
  let hear: (event: AnyEventObject) => void = () => {};
  let escape: () => void = () => {};
  const { actor, cloud } = startBesideStops(
    routeRunMachine.provide({
      actors: {
        readTerms: fromPromise<RobotTerms, { serialNumber: string }>(async () => {
          if (world.termsFail) throw new ApiError('networkFailed');
          return {
            abilities: sampleDetail().abilities,
            rights: ['read', 'stop', 'operate'],
            leasedByOther: false,
            leaseHolder: '',
          };
        }),
        startRouteRun: fromPromise<RouteRun, StartRequest>(async ({ input }) => {
          world.starts.push(input);
          if (world.refuses) throw new ApiError(world.refuses);
          return sampleRouteRun({ phase: 'starting', revision: 1 });
        }),
        escapeKey: fromCallback(({ sendBack }) => {
          escape = () => sendBack({ type: 'escape.pressed', at: 1 });
        }),
        watchRouteRuns: fromCallback<AnyEventObject, undefined>(({ sendBack }) => {
          hear = sendBack;
        }),
        routeRunMonitor: routeRunMonitorMachine.provide({
          actors: { readRouteRun: fromPromise<RouteRun | null, { serialNumber: string }>(async () => world.drive) },
        }),
      },
    }),
    { input: { userId } },
  );
  return {
    actor,
    world,
    cloud,
    escape: () => escape(),
    heard: (...robots: RobotSeen[]) => hear({ type: 'routeRuns.changed', robots, at: 5 }),
  };
}

describe('driving a route', () => {
  it('asks what the chosen robot can, starts it as wished, and follows what the start answered', async () => {
    const { actor, world } = start();
    actor.send({ type: 'routeRun.choose', route: ROUTE });
    actor.send({ type: 'routeRun.start' });
    expect(world.starts).toEqual([]);
    actor.send({ type: 'robot.pick', serialNumber: SN });
    expect(selectIsPreparing(actor.getSnapshot())).toBe(true);
    await settle();
    actor.send({ type: 'cycle.pick', cycleType: 'loop' });
    actor.send({ type: 'routeRun.start' });
    actor.send({ type: 'routeRun.start' });
    await settle();
    expect(world.starts).toEqual([{ serialNumber: SN, pathId: 'r1', cycleType: 'loop' }]);
    expect(selectIsChoosing(actor.getSnapshot())).toBe(false);
    expect(selectFollowing(actor.getSnapshot())?.getSnapshot().context.drive?.phase).toBe('starting');
  });

  it('starts a loop of so many rounds as are typed, or without an end', async () => {
    const { actor, world } = start();
    actor.send({ type: 'routeRun.choose', route: ROUTE });
    actor.send({ type: 'robot.pick', serialNumber: SN });
    await settle();
    for (const rounds of ['0', '1001', '2.5', 'many']) {
      actor.send({ type: 'cycle.pick', cycleType: 'loop', rounds });
      actor.send({ type: 'routeRun.start' });
      await settle();
      expect(world.starts).toEqual([]);
    }
    actor.send({ type: 'cycle.pick', cycleType: 'loop', rounds: '5' });
    // Once, they do not count; they are still there when a loop is chosen again.
    actor.send({ type: 'cycle.pick', cycleType: 'single' });
    actor.send({ type: 'cycle.pick', cycleType: 'loop' });
    actor.send({ type: 'routeRun.start' });
    await settle();
    expect(world.starts).toEqual([{ serialNumber: SN, pathId: 'r1', cycleType: 'loop', cruiseCount: 5 }]);
  });

  it('starts a single round whatever rounds were typed for a loop', async () => {
    const { actor, world } = start();
    actor.send({ type: 'routeRun.choose', route: ROUTE });
    actor.send({ type: 'robot.pick', serialNumber: SN });
    await settle();
    actor.send({ type: 'cycle.pick', cycleType: 'loop', rounds: 'many' });
    actor.send({ type: 'cycle.pick', cycleType: 'single' });
    actor.send({ type: 'routeRun.start' });
    await settle();
    expect(world.starts).toEqual([{ serialNumber: SN, pathId: 'r1', cycleType: 'single' }]);
  });

  it('keeps the robots in the order in which they were listed, until the choice is closed', () => {
    const { actor } = start();
    actor.send({ type: 'routeRun.choose', route: ROUTE });
    actor.send({ type: 'robots.listed', serialNumbers: ['B', 'A'] });
    expect(actor.getSnapshot().context.listed).toEqual(['B', 'A']);
    actor.send({ type: 'choice.cancel' });
    expect(actor.getSnapshot().context.listed).toEqual([]);
  });
  it('stays with the choice and says why when the start is refused', async () => {
    const { actor, world } = start();
    world.refuses = 'robotBusy';
    actor.send({ type: 'routeRun.choose', route: ROUTE, serialNumber: SN });
    await settle();
    actor.send({ type: 'routeRun.start' });
    await settle();
    expect(selectIsChoosing(actor.getSnapshot())).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({
      serialNumber: SN,
      failure: { code: expect.any(Number) },
      followed: '',
    });
  });

  it('cannot be started with a robot that nobody could ask', async () => {
    const { actor, world } = start();
    world.termsFail = true;
    actor.send({ type: 'routeRun.choose', route: ROUTE, serialNumber: SN });
    await settle();
    actor.send({ type: 'routeRun.start' });
    expect(world.starts).toEqual([]);
    world.termsFail = false;
    actor.send({ type: 'robot.pick', serialNumber: SN });
    await settle();
    actor.send({ type: 'routeRun.start' });
    await settle();
    expect(world.starts).toHaveLength(1);
  });

  it('shows the drive under way of a route that is opened, and one that was left not again', async () => {
    const { actor, heard } = start();
    heard(driving());
    expect(selectFollowed(actor.getSnapshot())).toBe('');
    actor.send({ type: 'route.show', route: ROUTE });
    await settle();
    expect(selectFollowed(actor.getSnapshot())).toBe(SN);
    expect(selectFollowing(actor.getSnapshot())?.getSnapshot().context.drive?.id).toBe('d1');
    actor.send({ type: 'routeRun.leave' });
    heard(driving({ drive: { id: 'd1', pathId: 'r1', revision: 4 } }));
    expect(selectFollowed(actor.getSnapshot())).toBe('');
    heard(driving({ drive: { id: 'd2', pathId: 'r1', revision: 1 } }));
    expect(selectFollowed(actor.getSnapshot())).toBe(SN);
  });

  it("Stop never asks; only the robot's own word proves it", async () => {
    const { cloud, actor, heard } = start();
    heard(driving());
    actor.send({ type: 'routeRun.follow', serialNumber: SN });
    actor.send({ type: 'stop.press', at: 1 });
    await settle();
    expect(cloud.asked).toHaveLength(1);
    expect(selectStop(actor.getSnapshot())?.getSnapshot().hasTag('proved')).toBe(false);
    heard(driving({ held: true, paused: true }));
    expect(selectStop(actor.getSnapshot())?.getSnapshot().hasTag('proved')).toBe(true);
  });

  it.each([
    ['me', 1],
    ['somebody else', 0],
  ] as const)("Escape stops one's own drive and nobody else's: %s", async (userId, stops) => {
    const { cloud, actor, heard, escape } = start(userId);
    heard(driving());
    actor.send({ type: 'routeRun.follow', serialNumber: SN });
    await settle();
    escape();
    await settle();
    expect(cloud.asked).toHaveLength(stops);
  });
});
