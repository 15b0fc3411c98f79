// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { FloorPlan } from '../../../contract/entities/floorPlan.ts';
import { hasSameFloor } from '../../../src/ui/canvas/planPaths.ts';
import { followingView, limitScale, partingView, wholePlan } from '../../../src/ui/canvas/framing.ts';

const frame = { size: { width: 800, height: 600 }, box: { minX: 0, minY: 0, maxX: 64, maxY: 34 }, inset: false };
const whole = wholePlan(frame);

describe('framing', () => {
  it('leaves less air around the little map in a corner', () => {
    expect(wholePlan({ ...frame, size: { width: 128, height: 92 }, inset: true }).scale).toBeCloseTo(120 / 64, 6);
  });

  it('comes near to a robot that is followed from the whole plan, but keeps a scale that was chosen', () => {
    expect(followingView([32, 17], whole, frame, true).scale).toBe(24);
    expect(followingView([32, 17], { ...whole, scale: 18 }, frame, false).scale).toBe(18);
    expect(followingView([32, 17], { ...whole, scale: 60 }, frame, true).scale).toBe(60);
  });

  it('opens a ring just so far that its robots stand apart', () => {
    const opened = partingView(
      [
        [60, 5],
        [61.9, 5],
        [63.8, 5],
      ],
      whole,
      frame,
    );
    expect(opened?.scale).toBeCloseTo(44 / 1.9, 6);
    // At the eastern edge the plan fills the window, and its robots are visible.
    expect(opened?.cx).toBeCloseTo(64 - 380 / (44 / 1.9), 6);
  });

  it('opens robots in one place as near as one may come, and then no further', () => {
    const opened = partingView(
      [
        [60, 5],
        [60, 5],
      ],
      whole,
      frame,
    );
    expect(opened?.scale).toBe(limitScale(1000, frame));
    expect(
      opened === null
        ? null
        : partingView(
            [
              [60, 5],
              [60, 5],
            ],
            opened,
            frame,
          ),
    ).toBeNull();
  });
});

describe('another plan', () => {
  const plan = (outline: FloorPlan['outline']): FloorPlan => ({
    width: 10,
    height: 10,
    outline,
    rooms: [],
    walls: [],
    outerWalls: [],
    windows: [],
    doors: [],
    columns: [],
    furniture: [],
  });
  it('of the same ground keeps the view: another storey, or the same one fetched again', () => {
    expect(
      hasSameFloor(
        plan([
          [
            [0, 0],
            [4, 0],
            [4, 4],
          ],
        ]),
        plan([
          [
            [0, 0],
            [4, 0],
            [4, 4],
          ],
        ]),
      ),
    ).toBe(true);
    expect(
      hasSameFloor(
        plan([
          [
            [0, 0],
            [4, 0],
            [4, 4],
          ],
        ]),
        plan([
          [
            [0, 0],
            [9, 0],
            [9, 4],
          ],
        ]),
      ),
    ).toBe(false);
    expect(hasSameFloor(null, plan([]))).toBe(false);
  });
});
