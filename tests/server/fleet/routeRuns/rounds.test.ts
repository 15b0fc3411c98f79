/** Route runs of scheduled tasks: a number of rounds, stops that exceptions leave out, announcements on the way. */
import { describe, expect, it } from 'vitest';
import { cycled } from '../../../../server/fleet/routeRuns/routeRunCommands.ts';
import { freshStops, legCourse, openStops, type RouteRun } from '../../../../server/fleet/routeRuns/routeRun.ts';
import { onRouteRun } from '../../../fakes/vdaRobotModel.ts';

/** As a scheduled task starts it. */
const planned = (rounds: number, skips: Record<string, number[]> = {}) => ({
  cycleType: rounds > 1 ? ('loop' as const) : ('single' as const),
  change: (run: RouteRun) => {
    run.rounds = rounds;
    run.plan.skips = skips;
    run.stops = freshStops(run.stops, run.plan, 0);
    run.skipped = run.stops.length - openStops(run.stops).length;
    run.course = legCourse(run.course.dueAt, 0, openStops(run.stops));
  },
});
/** Carries out every order to its end. @returns the nodes reached, in order */
function drive(on: ReturnType<typeof onRouteRun>): string[] {
  const reached: string[] = [];
  let known = 0;
  for (let n = 0; n < 200 && on.step().state === 'inProgress'; n += 1) {
    if (on.orders.length > known) {
      known = on.orders.length;
      on.robot.take();
    }
    const before = on.run().arrived;
    try {
      on.robot.reach();
    } catch {
      on.later(1_000);
    }
    if (on.run().arrived > before) reached.push(`${on.run().loop}`);
  }
  return reached;
}

describe('a run of several rounds', () => {
  it('ends by itself after its rounds', () => {
    const on = onRouteRun({ stops: ['A', 'B'], ...planned(3) });
    drive(on);
    expect(on.run()).toMatchObject({ state: 'finished', loop: 3, arrived: 6, skipped: 0, reason: null });
    expect(on.visited()).toEqual([
      '0 A arrived',
      '0 B arrived',
      '1 A arrived',
      '1 B arrived',
      '2 A arrived',
      '2 B arrived',
    ]);
  });

  it('on a closed route visits the seam once between two rounds', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'A'], ...planned(2) });
    drive(on);
    expect(on.run()).toMatchObject({ state: 'finished', loop: 2, arrived: 5 });
  });

  it('goes on without an end when a person makes it a loop, and is partly done when a person ends it early', () => {
    const on = onRouteRun({ stops: ['A', 'B'], ...planned(2) });
    on.step();
    on.robot.take();
    on.wish(cycled(on.run(), 'single', on.now()));
    expect(on.run()).toMatchObject({ cycleType: 'single', rounds: null });
  });
});

describe('exceptions', () => {
  it('leave out stops of single rounds, which the record names', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C'], ...planned(2, { 0: [1], 1: [0, 2] }) });
    drive(on);
    expect(on.run()).toMatchObject({
      state: 'partiallyCompleted',
      loop: 2,
      arrived: 3,
      skipped: 3,
      reason: { type: 'exception' },
    });
    expect(on.visited().sort()).toEqual([
      '0 A arrived',
      '0 B skipped',
      '0 C arrived',
      '1 A skipped',
      '1 B arrived',
      '1 C skipped',
    ]);
  });

  it('can leave out whole rounds in the middle and at the end', () => {
    const on = onRouteRun({ stops: ['A', 'B5'], ...planned(4, { 1: [0, 1], 3: [0, 1] }) });
    drive(on);
    // An update goes on from the stop where the robot is.
    expect(on.orders.filter(({ orderUpdateId }) => orderUpdateId > 0).map(({ nodes }) => nodes[0]?.nodeId)).toEqual([
      'B',
    ]);
    expect(on.run()).toMatchObject({ state: 'partiallyCompleted', arrived: 4, reason: { type: 'exception' } });
    expect(on.visited().filter((visit) => visit.endsWith('arrived'))).toEqual([
      '0 A arrived',
      '0 B arrived',
      '2 A arrived',
      '2 B arrived',
    ]);
  });
});

describe('a closed route', () => {
  it('begins a round at its first stop when the last one of the round before was left out', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'A'], ...planned(2, { 0: [2] }) });
    drive(on);
    expect(on.visited()).toEqual(expect.arrayContaining(['0 B arrived', '0 A skipped', '1 A arrived', '1 B arrived']));
    expect(on.run()).toMatchObject({ arrived: 5, skipped: 1 });
  });
});

describe('the announcement on the way', () => {
  it('is said every 30 s between stops, never right after the departure, and only by robots that speak', () => {
    const on = onRouteRun({ stops: ['A', 'B'], change: (run) => void (run.plan.waySpeech = 'Night watch.') });
    const said = () =>
      on.effects.flatMap((effect) =>
        effect.type === 'act' && effect.action.actionType === 'say' ? [effect.action.actionParameters?.[0]?.value] : [],
      );
    on.step();
    on.robot.take();
    on.later(29_000);
    expect(said()).toEqual([]);
    on.later(1_000);
    on.later(1_000);
    expect(said()).toEqual(['Night watch.']);
    on.later(30_000);
    expect(said()).toHaveLength(2);
    on.know({ can: () => false });
    on.later(30_000);
    expect(said()).toHaveLength(2);
  });
});
