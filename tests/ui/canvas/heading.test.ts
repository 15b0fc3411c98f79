import { describe, expect, it } from 'vitest';
import type { Heading } from '../../../src/ui/canvas/heading.ts';
import { HEADING_PX, headingTo, isOnKnob, KNOB_RADIUS, knobAt, wholeDegrees } from '../../../src/ui/canvas/heading.ts';

const VIEW = { scale: 20, cx: 10, cy: 10 };
const SIZE = { width: 400, height: 300 };
const NORTH = Math.PI / 2;

describe('the arrow', () => {
  it('has its knob where the robot is to look, as far away at every scale', () => {
    const [x, y] = knobAt(VIEW, SIZE, { at: [10, 10], theta: NORTH });
    expect([Math.round(x), Math.round(y)]).toEqual([200, 150 - HEADING_PX]);
    const [near] = knobAt({ ...VIEW, scale: 80 }, SIZE, { at: [10, 10], theta: 0 });
    expect(near).toBe(200 + HEADING_PX);
  });

  it('is taken by its knob alone, a finger being blunt', () => {
    const heading: Heading = { at: [10, 10], theta: 0 };
    expect(isOnKnob(VIEW, SIZE, heading, [200 + HEADING_PX, 150], 0)).toBe(true);
    expect(isOnKnob(VIEW, SIZE, heading, [200, 150], 12)).toBe(false);
    expect(isOnKnob(VIEW, SIZE, heading, [200 + HEADING_PX + KNOB_RADIUS + 3, 150], 3)).toBe(true);
    expect(isOnKnob(VIEW, SIZE, heading, [200 + HEADING_PX + KNOB_RADIUS + 4, 150], 3)).toBe(false);
  });

  it('points to the pointer, in whole degrees, north being up', () => {
    const turned = (pointer: readonly [number, number]) =>
      Math.round((headingTo(VIEW, SIZE, { at: [10, 10], theta: 1 }, pointer) * 180) / Math.PI);
    expect([turned([260, 150]), turned([200, 90]), turned([140, 150]), turned([200, 210])]).toEqual([0, 90, 180, 270]);
    expect(headingTo(VIEW, SIZE, { at: [10, 10], theta: 1 }, [200, 150])).toBe(1);
  });

  it.each([
    [-1, 359],
    [360, 0],
    [359.6, 0],
    [725, 5],
  ])('%d degrees are %d', (degrees, whole) => {
    expect(Math.round((wholeDegrees((degrees * Math.PI) / 180) * 180) / Math.PI)).toBe(whole);
  });
});
