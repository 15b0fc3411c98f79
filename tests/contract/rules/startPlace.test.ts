/** Where a simulated robot begins: in the open, apart from others, facing the longest way; nowhere on a full floor. */
import { describe, expect, it } from 'vitest';
import { clearanceAt, occupancyOf } from '../../../contract/rules/planPath/occupancy.ts';
import { startPlace } from '../../../contract/rules/planPath/startPlace.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';

const hall = (width: number, height: number, furniture: typeof EMPTY_HALL.furniture = []) => {
  const corners: [number, number][] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return occupancyOf({
    ...EMPTY_HALL,
    width,
    height,
    outline: [corners],
    walls: [],
    outerWalls: corners.map((from, i) => ({ from, to: corners[(i + 1) % 4] ?? from })),
    furniture,
  });
};

describe('the start of a simulated robot', () => {
  it('is near the middle, and faces along the hall', () => {
    const place = startPlace(hall(20, 6));
    expect(Math.hypot((place?.x ?? 0) - 10, (place?.y ?? 0) - 3)).toBeLessThan(1);
    expect(Math.abs(Math.sin(place?.theta ?? 1))).toBeLessThan(1e-9);
  });

  it('is beside what stands in the middle', () => {
    const grid = hall(20, 6, [{ shape: 'rect', x: 8, y: 1, w: 4, h: 4, solid: true }]);
    const place = startPlace(grid);
    expect(clearanceAt(grid, place?.x ?? 0, place?.y ?? 0)).toBeGreaterThanOrEqual(0.6);
  });

  it('is apart from other robots', () => {
    const grid = hall(20, 6);
    const first = startPlace(grid);
    const second = startPlace(grid, [[first?.x ?? 0, first?.y ?? 0]]);
    expect(Math.hypot((first?.x ?? 0) - (second?.x ?? 0), (first?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThan(1.1);
  });

  it('does not exist on a floor without open space', () => {
    expect(startPlace(hall(1, 20))).toBeNull();
  });
});
