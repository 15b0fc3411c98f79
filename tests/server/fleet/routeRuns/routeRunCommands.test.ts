/** Operator commands on a route run: skip, single or loop, end. */
import { describe, expect, it } from 'vitest';
import { cycled, ended, skipped } from '../../../../server/fleet/routeRuns/routeRunCommands.ts';
import { onRouteRun } from '../../../fakes/vdaRobotModel.ts';

const skip = (on: ReturnType<typeof onRouteRun>, stop: number) => skipped(on.run(), stop, on.now());

describe('a stop that is skipped', () => {
  it('on the way there: the robot is called back and gets the rest as an order of its own', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C'] });
    on.step();
    on.robot.take();
    on.wish(skip(on, 0));
    expect(on.stops()).toEqual(['A skipped', 'B waiting', 'C waiting']);
    expect(on.effects.at(-1)).toEqual({ type: 'cancel' });
    on.robot.cancelled();
    expect(on.told()).toMatch(/^\w+0 B2 C4$/u);
    on.robot.take();
    expect(on.stops()).toEqual(['A skipped', 'B underway', 'C waiting']);
    on.robot.reach();
    expect(on.robot.reach()).toMatchObject({
      state: 'partiallyCompleted',
      reason: { type: 'skipped' },
      arrived: 2,
      skipped: 1,
    });
    expect(on.visited()).toEqual(['0 A skipped', '0 B arrived', '0 C arrived']);
  });

  it('that the robot is not released for yet is left out when its turn comes', () => {
    const on = onRouteRun({ stops: ['A5', 'B', 'C'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.wish(skip(on, 1));
    expect(on.effects.filter(({ type }) => type === 'cancel')).toEqual([]);
    expect(on.run().phase).toBe('staying');
    on.later(5_000);
    expect(on.told()).toBe('A2 C4');
    on.robot.take();
    expect(on.robot.reach()).toMatchObject({ state: 'partiallyCompleted' });
  });

  it('changes a copy: the run as it was known is saved again if somebody else was faster', () => {
    const on = onRouteRun({ stops: ['A5', 'B', 'C'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    const known = on.run();
    const before = structuredClone(known);
    expect(skip(on, 1)?.run.course.first).toEqual([0, 2]);
    expect(known).toEqual(before);
  });

  it('the last: it is over, and the robot is told so', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    expect(on.wish(skip(on, 1))).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'skipped' } });
    expect(on.effects.at(-1)).toEqual({ type: 'cancel' });
  });

  it('all of them: nothing was driven', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.wish(skip(on, 0));
    expect(on.wish(skip(on, 1))).toMatchObject({ state: 'failed', reason: { type: 'skipped' }, skipped: 2 });
  });

  it('all of a round in a loop: the next round begins', () => {
    const on = onRouteRun({ stops: ['A', 'B'], cycleType: 'loop' });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.wish(skip(on, 1));
    expect(on.run()).toMatchObject({ state: 'inProgress', loop: 1 });
    on.robot.cancelled();
    expect(on.told()).toMatch(/^\w+0 (?:A2 B4|B2 A4)/u);
  });

  it('at the end of a round in a loop without leaving a stay: the stay is kept', () => {
    const on = onRouteRun({ stops: ['A9', 'B'], cycleType: 'loop' });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.wish(skip(on, 1));
    expect(on.run()).toMatchObject({ phase: 'staying', loop: 0 });
    on.later(9_000);
    expect(on.run().loop).toBe(1);
    expect(on.visited()).toEqual(['0 A arrived', '0 B skipped']);
  });

  it('where it stays: the stay is over, the stop stays arrived', () => {
    const on = onRouteRun({ stops: ['A60', 'B'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.wish(skip(on, 0));
    expect(on.stops()).toEqual(['A arrived', 'B underway']);
    expect(on.told()).toBe('A2 B4');
    expect(on.run().skipped).toBe(0);
  });

  it('twice, or after it was left, or that is none: nothing changes', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    expect(skip(on, 0)).toBeNull();
    expect(skip(on, 7)).toBeNull();
    on.wish(skip(on, 1));
    expect(skip(on, 1)).toBeNull();
  });

  it('while it charges: it is left out of the leg after', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C'] });
    on.know({ bay: () => ({ id: 'bay1', name: 'Bay', mapName: 'ground', x: 9, y: 9, theta: 0 }) });
    on.step();
    on.robot.take();
    on.robot.say({ batteryState: { batteryCharge: 10, charging: false } });
    on.robot.cancelled();
    on.robot.take();
    on.robot.reach();
    on.robot.say({ batteryState: { batteryCharge: 10, charging: true } });
    on.wish(skip(on, 0));
    on.robot.say({ batteryState: { batteryCharge: 80, charging: true } });
    expect(on.told()).toMatch(/^\w+0 B2 C4$/u);
  });
});

describe('once, or round and round', () => {
  it('a loop that is to end with its round does', () => {
    const on = onRouteRun({ stops: ['A', 'B5'], cycleType: 'loop' });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.wish(cycled(on.run(), 'single', on.now()));
    on.robot.reach();
    expect(on.later(5_000)).toMatchObject({ state: 'finished', loop: 1, cycleType: 'single' });
  });
  it('what is released beyond the round is taken back', () => {
    const on = onRouteRun({ stops: ['A', 'B'], cycleType: 'loop' });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.robot.take();
    on.wish(cycled(on.run(), 'single', on.now()));
    expect(on.effects.at(-1)).toEqual({ type: 'cancel' });
    on.robot.cancelled();
    expect(on.told()).toMatch(/^\w+0 B2$/u);
    on.robot.take();
    expect(on.robot.reach()).toMatchObject({ state: 'finished' });
  });
  it('a single one goes on round', () => {
    const on = onRouteRun({ stops: ['A', 'B5'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.robot.reach();
    on.wish(cycled(on.run(), 'loop', on.now()));
    on.later(5_000);
    expect(on.told()).toBe('B4 A6 B8');
    expect(cycled(on.run(), 'loop', on.now())).toBeNull();
  });
});

describe('a drive that somebody ends', () => {
  it('midway is partly done, before its first stop it failed, and what it was on the way to waits', () => {
    const on = onRouteRun({ stops: ['A', 'B'] });
    on.step();
    on.robot.take();
    const by = { type: 'ended', description: 'Lin' };
    expect(ended(on.run(), by, on.now()).run).toMatchObject({
      state: 'failed',
      reason: by,
      stops: [{ state: 'waiting' }, { state: 'waiting' }],
    });
    on.robot.reach();
    const change = ended(on.run(), by, on.now());
    expect(change.run).toMatchObject({ state: 'partiallyCompleted', reason: by, phase: null });
    expect(change.visits).toHaveLength(2);
    on.wish(change);
    expect(on.effects.at(-1)).toEqual({ type: 'cancel' });
  });
  it('after a whole round is finished', () => {
    const on = onRouteRun({ stops: ['A', 'B5'], cycleType: 'loop' });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.robot.reach();
    on.later(5_000);
    expect(ended(on.run(), { type: 'ended', description: 'Lin' }, on.now()).run).toMatchObject({
      state: 'finished',
      loop: 1,
      reason: null,
    });
  });
});
