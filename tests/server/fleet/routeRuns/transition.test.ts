/** The automatic transitions of a route run: growing orders, stays, loops, stitching. */
import { describe, expect, it } from 'vitest';
import type { VdaAction } from '../../../../contract/wire/vda5050.ts';
import { onRouteRun } from '../../../fakes/vdaRobotModel.ts';

describe('a single drive', () => {
  it('is released up to the first stop at which the robot stays, told the rest, and goes on from there by an update', () => {
    const on = onRouteRun({ stops: ['A', 'B5', 'C'] });
    expect(on.step()).toMatchObject({ phase: 'starting', leg: 0 });
    expect(on.told()).toBe('start0 A2 B4 (C6)');
    expect(on.orders[0]).toMatchObject({ orderId: 'd.0', orderUpdateId: 0 });
    expect(on.robot.take()).toMatchObject({ phase: 'driving' });
    expect(on.stops()).toEqual(['A underway', 'B waiting', 'C waiting']);
    on.robot.reach();
    expect(on.stops()).toEqual(['A arrived', 'B underway', 'C waiting']);
    expect(on.robot.reach()).toMatchObject({ phase: 'staying', course: { stayUntil: on.now() + 5_000 } });
    expect(on.stops()).toEqual(['A arrived', 'B arrived', 'C waiting']);
    on.later(4_999);
    expect(on.orders).toHaveLength(1);
    on.later(1);
    expect(on.told()).toBe('B4 C6');
    expect(on.orders[1]).toMatchObject({ orderId: 'd.0', orderUpdateId: 1 });
    on.robot.take();
    expect(on.stops()).toEqual(['A arrived', 'B arrived', 'C underway']);
    expect(on.robot.reach()).toMatchObject({
      state: 'finished',
      phase: null,
      reason: null,
      loop: 1,
      arrived: 3,
      endedAt: new Date(on.now()),
    });
    expect(on.visited()).toEqual(['0 A arrived', '0 B arrived', '0 C arrived']);
    expect(on.effects.some(({ type }) => type === 'cancel')).toBe(false);
  });

  it('stays at its last stop too, whether the robot keeps the order or forgets it', () => {
    const on = onRouteRun({ stops: ['A', 'B5'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    expect(on.robot.reach()).toMatchObject({ phase: 'staying' });
    expect(on.later(5_000).state).toBe('finished');
    const other = onRouteRun({ stops: ['A', 'B5'] });
    other.step();
    other.robot.take();
    other.robot.reach();
    other.robot.reach();
    other.robot.say({ orderId: 'self-4' });
    expect(other.later(2_000)).toMatchObject({ state: 'finished', reason: null });
  });

  it('passes what a robot passes without telling each', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C'] });
    on.step();
    on.robot.take();
    expect(on.robot.say({ lastNodeSequenceId: 6, nodeStates: [], driving: false })).toMatchObject({
      state: 'finished',
      arrived: 3,
    });
    expect(on.run().stops.every(({ arrivedAt, leftAt }) => arrivedAt !== null && leftAt !== null)).toBe(true);
  });

  it('does not go back when an older state comes late', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C'] });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.robot.say({ lastNodeSequenceId: 0 });
    expect(on.run().course.reached).toBe(1);
    on.robot.say({ orderId: '' });
    expect(on.robot.say({ orderId: 'd.0' })).toMatchObject({ state: 'inProgress' });
    on.later(10_000);
    expect(on.run().state).toBe('inProgress');
  });

  it('says what is to be said: at the start, at a stop before it goes on, on the way out, at the end', () => {
    const on = onRouteRun({
      stops: ['A', 'B5', 'C'],
      change: ({ plan }) => {
        Object.assign(plan, { startSpeech: 'Off', endSpeech: 'Done' });
        Object.assign(plan.stops[1] ?? {}, { say: 'Hello', depart: 'Bye' });
      },
    });
    on.step();
    const saying = (actions: readonly VdaAction[] = []) =>
      actions.map(({ actionType, blockingType, actionParameters }) => [
        actionType,
        blockingType,
        actionParameters?.[0]?.value,
      ]);
    expect(saying(on.orders[0]?.nodes[0]?.actions)).toEqual([['say', 'HARD', 'Off']]);
    expect(saying(on.orders[0]?.nodes[2]?.actions)).toEqual([['say', 'HARD', 'Hello']]);
    on.robot.take();
    on.robot.reach();
    on.robot.reach();
    const actionId = on.orders[0]?.nodes[2]?.actions[0]?.actionId ?? '';
    on.robot.say({ actionStates: [{ actionId, actionStatus: 'RUNNING' }] });
    on.later(60_000);
    expect(on.orders).toHaveLength(1);
    on.robot.say({ actionStates: [{ actionId, actionStatus: 'FINISHED' }] });
    expect(saying(on.orders[1]?.nodes[0]?.actions)).toEqual([]);
    expect(saying(on.orders[1]?.edges[0]?.actions)).toEqual([['say', 'NONE', 'Bye']]);
    on.robot.take();
    on.robot.reach();
    expect(on.effects.at(-1)).toMatchObject({ type: 'act', action: { actionType: 'say' } });
  });

  it('asks a robot that cannot speak, take photos or open doors for none of it', () => {
    const on = onRouteRun({
      stops: ['A', 'B'],
      change: ({ plan }) => void Object.assign(plan.stops[0] ?? {}, { say: 'Hello', doorId: 'door', takePhoto: true }),
    });
    on.know({ can: () => false });
    on.step();
    expect(on.orders[0]?.nodes.flatMap(({ actions }) => actions)).toEqual([]);
    const able = onRouteRun({
      stops: ['A', 'B'],
      change: ({ plan }) => void Object.assign(plan.stops[0] ?? {}, { say: 'Hello', doorId: 'door', takePhoto: true }),
    });
    able.step();
    expect(able.orders[0]?.nodes[1]?.actions.map(({ actionType }) => actionType)).toEqual([
      'say',
      'takePhoto',
      'openDoor',
    ]);
    // The door is opened again on the way out, because the robot may have stayed at the stop.
    expect(
      able.orders[0]?.edges.map(({ actions }) =>
        actions.map(({ actionType, blockingType }) => `${actionType} ${blockingType}`),
      ),
    ).toEqual([[], ['openDoor NONE']]);
  });

  it('tells a robot of so many nodes at once, and goes on before it runs out of them', () => {
    const on = onRouteRun({ stops: Array.from({ length: 50 }, (_, i) => 'AB'.charAt(i % 2)) });
    on.step();
    expect(on.orders[0]?.nodes).toHaveLength(21);
    on.robot.take();
    for (let n = 0; n < 19; n += 1) on.robot.reach();
    expect(on.orders).toHaveLength(2);
    expect(on.orders[1]).toMatchObject({
      orderUpdateId: 1,
      nodes: [{ sequenceId: 40 }, { sequenceId: 42 }, ...Array.from({ length: 19 }, () => ({}))],
    });
    on.robot.take();
    for (let n = 0; n < 31; n += 1) {
      on.robot.reach();
      if (on.run().course.isTaken === false) on.robot.take();
    }
    expect(on.run()).toMatchObject({ state: 'finished', arrived: 50 });
  });
});

describe('a loop', () => {
  it('goes round by updates whose sequences rise, and counts its rounds', () => {
    const on = onRouteRun({ stops: ['A', 'B'], cycleType: 'loop' });
    on.step();
    expect(on.told()).toBe('start0 A2 B4');
    on.robot.take();
    // On the way to the last node of its base the next update is due.
    on.robot.reach();
    expect(on.told()).toBe('B4 A6 B8');
    on.robot.take();
    on.robot.reach();
    expect(on.run()).toMatchObject({ loop: 1 });
    expect(on.stops()).toEqual(['A underway', 'B waiting']);
    on.robot.reach();
    expect(on.told()).toBe('B8 A10 B12');
    on.robot.take();
    on.robot.reach();
    expect(on.run()).toMatchObject({ loop: 2, arrived: 4 });
    expect(on.visited()).toEqual(['0 A arrived', '0 B arrived', '1 A arrived', '1 B arrived']);
  });

  it('heeds a robot that asks for more, but not while it is to stay', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'C', 'D'], cycleType: 'loop' });
    on.step();
    on.robot.take();
    expect(on.orders).toHaveLength(1);
    on.robot.say({ newBaseRequest: true });
    expect(on.told()).toBe('D8 A10 B12 C14 D16');
    const staying = onRouteRun({ stops: ['A9', 'B'], cycleType: 'loop' });
    staying.step();
    staying.robot.take();
    staying.robot.reach();
    staying.robot.say({ newBaseRequest: true });
    expect(staying.orders).toHaveLength(1);
  });

  it('calls once where first and last stop are one', () => {
    const on = onRouteRun({ stops: ['A', 'B', 'A'], cycleType: 'loop' });
    on.step();
    expect(on.told()).toBe('start0 A2 B4 A6');
    on.robot.take();
    on.robot.reach();
    on.robot.reach();
    expect(on.told()).toBe('A6 B8 A10');
    on.robot.take();
    on.robot.reach();
    expect(on.run().loop).toBe(1);
    expect(on.stops()).toEqual(['A arrived', 'B underway', 'A waiting']);
    on.robot.reach();
    on.robot.take();
    on.robot.reach();
    expect(on.run()).toMatchObject({ loop: 2, arrived: 5 });
    expect(on.visited()).toEqual(['0 A arrived', '0 B arrived', '0 A arrived', '1 B arrived', '1 A arrived']);
  });

  it('stays at a seam as either end asks', () => {
    const on = onRouteRun({ stops: ['A7', 'B', 'A'], cycleType: 'loop' });
    on.step();
    on.robot.take();
    on.robot.reach();
    on.later(7_000);
    on.robot.take();
    on.robot.reach();
    expect(on.robot.reach()).toMatchObject({ phase: 'staying', loop: 0, course: { stayUntil: on.now() + 7_000 } });
    expect(on.later(7_000)).toMatchObject({ loop: 1 });
  });
});
