/**
 * An hour of the whole fleet in fast forward: no robot in a wall or in another robot, none idle throughout, and two
 * runs are identical.
 */
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { stateMessage, visualizationMessage } from '../../../contract/wire/vda5050.ts';
import { TASK_KINDS } from '../../../contract/wire/actions.ts';
import { ROBOTS, roster } from '../../../demo/roster.ts';
import { pointOf } from '../../../demo/sites.ts';
import { buildingOf } from '../../../simulator/building/building.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { stateOf, visualizationOf } from '../../../simulator/robot/report.ts';
import { orderTo } from '../robot/stage.ts';

const START = Date.UTC(2026, 10, 21, 8);
const HOUR = 3600;
const header = { headerId: 0, timestamp: '', version: '2.1.0', manufacturer: 'Roundhouse', serialNumber: 'x' };
const building = buildingOf();

/** A robot is a disc, but it plans on a grid of 5 cm cells. */
const GRID_TOLERANCE_M = 0.05;

describe('an hour of all named robots', () => {
  it('passes without harm, and everybody works', { timeout: 60_000 }, () => {
    const world = new World({ robots: ROBOTS, seed: 3, startAt: START });
    const driven = new Map(ROBOTS.map(({ serialNumber }) => [serialNumber, 0]));
    const kinds = new Set<string>();
    let closest = Infinity;
    let toWall = Infinity;
    let lowest = 100;
    let charged = false;
    for (let t = 0; t < HOUR * 5; t++) {
      world.step(0.2);
      for (const [i, { body, spec }] of world.robots.entries()) {
        const { x, y, v: speed } = body.motion;
        driven.set(spec.serialNumber, (driven.get(spec.serialNumber) ?? 0) + Math.abs(speed) * 0.2);
        toWall = Math.min(toWall, building.floor(body.mapId).clearance(x, y) - body.radius);
        for (const other of world.robots.slice(i + 1)) {
          if (other.body.mapId !== body.mapId) continue;
          closest = Math.min(
            closest,
            Math.hypot(other.body.motion.x - x, other.body.motion.y - y) - body.radius - other.body.radius,
          );
        }
      }
      if (t % 150 !== 0) continue;
      for (const robot of world.robots) {
        const state = v.parse(stateMessage, JSON.parse(JSON.stringify({ ...header, ...stateOf(robot.told()) })));
        v.parse(visualizationMessage, visualizationOf(robot.told()));
        lowest = Math.min(lowest, state.batteryState.batteryCharge);
        charged ||= state.batteryState.charging;
        for (const { errorHint } of state.errors) expect(errorHint).toMatch(/./);
        const task = state.information
          ?.find(({ infoType }) => infoType === 'task')
          ?.infoReferences?.find(({ referenceKey }) => referenceKey === 'kind');
        if (task) kinds.add(task.referenceValue);
      }
    }
    expect(toWall).toBeGreaterThan(-GRID_TOLERANCE_M);
    // Robots keep a distance when they pass; contact is the last resort.
    expect(closest).toBeGreaterThan(0.05);
    expect(lowest).toBeGreaterThan(5);
    expect(charged).toBe(true);
    for (const [serialNumber, metres] of driven) expect(metres, serialNumber).toBeGreaterThan(150);
    expect(TASK_KINDS).toEqual(expect.arrayContaining([...kinds]));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['delivery', 'patrol', 'reception', 'guide', 'disinfection', 'charge', 'lift']),
    );
  });
});

describe('light robots', () => {
  it('wander without end, and obey an order all the same', { timeout: 60_000 }, () => {
    const robots = roster(40);
    const world = new World({ robots, seed: 1, startAt: START });
    const light = world.robots.filter(({ spec }) => spec.light);
    const from = new Map(light.map(({ spec, body }) => [spec.serialNumber, { ...body.motion }]));
    for (let t = 0; t < 300; t++) world.step(1);
    const moved = light.filter(({ spec, body }) => {
      const before = from.get(spec.serialNumber);
      return before && Math.hypot(before.x - body.motion.x, before.y - body.motion.y) > 1;
    });
    expect(moved.length).toBeGreaterThan(light.length * 0.8);
    for (const { body } of light)
      expect(building.floor(body.mapId).clearance(body.motion.x, body.motion.y)).toBeGreaterThan(0.2);
    const [one] = light;
    if (!one) throw new Error('no light robot');
    const { x, y, mapId } = pointOf(one.spec.homePointId);
    one.handleOrder(orderTo(one.spec.serialNumber, { x, y, mapId }, 'home'));
    expect(one.told().book.orderId).toBe('home');
    for (let t = 0; t < 300 && one.told().book.nodes.length > 0; t++) world.step(1);
    expect(Math.hypot(one.body.motion.x - x, one.body.motion.y - y)).toBeLessThan(0.1);
  });
});

describe('a seed', () => {
  const pictureAfter = (seed: number, step: number) => {
    const world = new World({ robots: ROBOTS, seed, startAt: START });
    for (let t = 0; t < 300; t += step) world.step(step);
    return world.robots.map((robot) => JSON.stringify(stateOf(robot.told())));
  };

  it('gives the same day again, however the time is cut', { timeout: 60_000 }, () => {
    expect(pictureAfter(11, 1)).toEqual(pictureAfter(11, 0.05));
  });

  it('gives another day than another seed', { timeout: 60_000 }, () => {
    expect(pictureAfter(11, 1)).not.toEqual(pictureAfter(12, 1));
  });
});
