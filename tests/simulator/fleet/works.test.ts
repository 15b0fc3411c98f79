/** Doors and lifts: opening and travelling take time, and no robot is shut in or out. */
import { describe, expect, it } from 'vitest';
import { LIFTS } from '../../../demo/sites.ts';
import { Bays } from '../../../simulator/fleet/bays.ts';
import { Lift } from '../../../simulator/fleet/lifts.ts';
import { PORTER, idle, setUp } from '../robot/stage.ts';

const lift = (): Lift => {
  const [plan] = LIFTS;
  if (!plan) throw new Error('no lift');
  return new Lift(plan);
};
const run = (one: Lift, seconds: number): void => {
  for (let t = 0; t < seconds; t += 0.05) one.step(0.05);
};

describe('a lift', () => {
  it('comes when called, opens for the first in its queue only, and takes it to the other floor', () => {
    const one = lift();
    one.call('a', 'harbour-2f');
    one.call('b', 'harbour-1f');
    expect(one.isOpenFor('a', 'harbour-2f')).toBe(false);
    run(one, 12);
    expect(one.isOpenFor('a', 'harbour-2f')).toBe(true);
    expect(one.isOpenFor('b', 'harbour-2f')).toBe(false);
    one.call('a', 'harbour-1f');
    run(one, 1);
    expect(one.isOpenAt('harbour-2f')).toBe(false);
    run(one, 14);
    expect(one.isOpenFor('a', 'harbour-1f')).toBe(true);
    one.leave('a');
    run(one, 4);
    expect(one.isOpenFor('b', 'harbour-1f')).toBe(true);
  });
});

describe('a door under access control', () => {
  it('makes a robot wait before it, opens, and lets it through', () => {
    // In front of the kitchen, about to enter.
    const stage = setUp(idle(PORTER, { pose: { x: 58.7, y: 34 - 11.5, theta: Math.PI / 2 } }));
    stage.goTo('harbour-1f.kitchen-pass');
    const door = 34 - 9.5;
    let stoodAt: number | null = null;
    stage.until(() => {
      const { y, v } = stage.robot.body.motion;
      if (y > 23 && y < door && v === 0 && stage.state().nodeStates.length > 0) stoodAt = y;
      return stage.state().nodeStates.length === 0;
    }, 60);
    expect(stoodAt).not.toBeNull();
    expect(door - (stoodAt ?? 0)).toBeGreaterThan(0.6);
    expect(stage.state().lastNodeId).toBe('harbour-1f.kitchen-pass');
  });

  it('lets a hand through once it has opened', () => {
    const stage = setUp(idle(PORTER, { pose: { x: 58.7, y: 34 - 11.5, theta: Math.PI / 2 } }));
    stage.act('controlLease', { lease: 1 });
    let stood = false;
    for (let i = 0; i < 120; i++) {
      stage.teleop({ lease: 1, sequence: i, vx: 0.5, wz: 0 });
      stage.world.step(0.1);
      stood ||= stage.robot.echo()?.halted === 'obstacle';
    }
    expect(stood).toBe(true);
    expect(stage.robot.body.motion.y).toBeGreaterThan(34 - 9.5);
  });
});

describe('charging bays', () => {
  it('belong to one robot at a time', () => {
    const bays = new Bays([
      {
        mapId: 'm',
        chargeBase: [
          { id: 'one', x: 1, y: 1, theta: 0 },
          { id: 'two', x: 3, y: 1, theta: 0 },
        ],
      },
    ]);
    expect(bays.take('one', 'a')).toBe(true);
    expect(bays.take('one', 'b')).toBe(false);
    expect(bays.take('two', 'a')).toBe(true);
    expect(bays.take('one', 'b')).toBe(true);
    bays.release('a');
    expect(bays.isFree('two', 'c')).toBe(true);
    expect(bays.at('m', 1.1, 1)?.id).toBe('one');
    expect(bays.at('m', 2, 1)).toBeNull();
  });
});
