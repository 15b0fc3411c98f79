/** The world's clock: stepped from outside, never ahead of its caller. */
import { expect, it } from 'vitest';
import { ROBOTS } from '../../../demo/roster.ts';
import { TICK, World } from '../../../simulator/fleet/world.ts';

const START = Date.UTC(2026, 10, 21, 8);
const TICK_MS = TICK * 1000;

it('follows a clock in whole ticks, however often it is told what that says', () => {
  const world = new World({ robots: ROBOTS.slice(0, 1), seed: 1, startAt: START });
  for (let time = START; time < START + 20 * TICK_MS; time += 7) {
    world.stepTo(time);
    expect(world.now()).toBe(START + Math.floor((time - START) / TICK_MS) * TICK_MS);
  }
});

it('waits for a clock that was put back, and follows one that was put forward', () => {
  const world = new World({ robots: ROBOTS.slice(0, 1), seed: 1, startAt: START });
  world.stepTo(START + 4 * TICK_MS);
  world.stepTo(START + TICK_MS);
  expect(world.now()).toBe(START + 4 * TICK_MS);
  world.stepTo(START + 4.5 * TICK_MS);
  expect(world.now()).toBe(START + 4 * TICK_MS);
  world.skip(10_000);
  world.stepTo(START + 10_000 + 5 * TICK_MS);
  expect(world.now()).toBe(START + 10_000 + 5 * TICK_MS);
});
