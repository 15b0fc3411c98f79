import { describe, expect, it } from 'vitest';
import { ROBOT_VIEWS } from '../../../contract/entities/constants.ts';
import { countViews, dropIndex, reordered, visibleViews, wayGiven } from '../../../src/ui/shell/viewOrder.ts';

const counts = countViews([{ kind: 'delivery' }, { kind: 'delivery' }, { kind: 'security' }]);
const boxes = [
  { left: 0, width: 40 },
  { left: 40, width: 80 },
  { left: 120, width: 60 },
];

describe('tabs of robot views', () => {
  it('show only views that one owns robots of', () => {
    expect(visibleViews(ROBOT_VIEWS, counts, '/home')).toEqual(['all', 'w', 's']);
  });
  it('show all four on the user settings', () => {
    expect(visibleViews(ROBOT_VIEWS, counts, '/home/user-setting')).toEqual(['all', 'w', 'xp', 's', 'd']);
  });
  it('leave hidden views where they are', () => {
    expect(reordered(ROBOT_VIEWS, ['all', 'w', 's'], 's', 0)).toEqual(['s', 'all', 'xp', 'w', 'd']);
  });
  it('are passed when the edge passes their middle', () => {
    expect(dropIndex(boxes, 0, 39)).toBe(0);
    expect(dropIndex(boxes, 0, 41)).toBe(1);
    expect(dropIndex(boxes, 2, -41)).toBe(1);
    expect(dropIndex(boxes, 2, -200)).toBe(0);
  });
  it('give way by the width of what is dragged', () => {
    expect([0, 1, 2].map((index) => wayGiven(boxes, 0, 1, index))).toEqual([0, -40, 0]);
    expect([0, 1, 2].map((index) => wayGiven(boxes, 2, 0, index))).toEqual([60, 60, 0]);
  });
});
