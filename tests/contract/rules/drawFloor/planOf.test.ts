/** The plan of a drawing: walls are interrupted by doors, and robots plan through them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drawing } from '../../../../contract/entities/floorDrawing.ts';
import { withDoor } from '../../../../contract/rules/drawFloor/doors.ts';
import { EMPTY_DRAWING, withRoom } from '../../../../contract/rules/drawFloor/edit.ts';
import { wallLength } from '../../../../contract/rules/drawFloor/faults.ts';
import { isInWall, planOfDrawing } from '../../../../contract/rules/drawFloor/planOf.ts';
import { floorPlan } from '../../../../contract/entities/floorPlan.ts';
import { occupancyOf } from '../../../../contract/rules/planPath/occupancy.ts';
import { pathFinder, USUAL_RADIUS_M } from '../../../../contract/rules/planPath/path.ts';
import * as v from 'valibot';
import { counter, crossings, drawings, FRAME, wallOf } from '../../../fakes/drawings.ts';

const CLOSED = withRoom(EMPTY_DRAWING, [4, 4], [9, 8], counter());
const finds = (drawing: Drawing) =>
  pathFinder(occupancyOf(planOfDrawing(FRAME, drawing)))([6, 6], [15, 2], USUAL_RADIUS_M);

describe('the plan of a drawing', () => {
  it('lets a robot out of a room through its door, and only there', () => {
    expect(finds(CLOSED)).toBeNull();
    const open = withDoor(CLOSED, CLOSED.walls[0]?.id ?? '', [6, 4], 'd');
    const [through = 0, ...again] = crossings(open && finds(open), 1, 4);
    expect(Math.abs(through - 6)).toBeLessThan(0.45);
    expect(again).toEqual([]);
  });

  it('has each kind of wall in its own list, and doors with a unit vector to their side', () => {
    const plan = planOfDrawing(FRAME, {
      walls: [wallOf('a', [0, 2], [6, 2], 'outer'), wallOf('b', [6, 2], [6, 8], 'window'), wallOf('c', [1, 4], [5, 4])],
      doors: [{ id: 'd', wallId: 'a', at: 3, width: 1, side: -1 }],
      rooms: [],
    });
    expect(plan.outerWalls).toEqual([
      { from: [0, 2], to: [2.5, 2] },
      { from: [3.5, 2], to: [6, 2] },
    ]);
    expect(plan.windows).toHaveLength(1);
    expect(plan.walls).toHaveLength(1);
    expect(plan.doors).toEqual([{ id: 'd', from: [2.5, 2], to: [3.5, 2], swing: [0, -1], controlled: false }]);
    expect(isInWall(plan, [1, 2.1])).toBe(true);
    expect(isInWall(plan, [3, 2])).toBe(false);
    expect(isInWall(plan, [1, 3])).toBe(false);
  });

  it('is a valid plan whose walls are as long as those of the drawing without its doors', () => {
    fc.assert(
      fc.property(drawings, (drawing) => {
        const plan = planOfDrawing(FRAME, drawing);
        expect(v.is(floorPlan, plan)).toBe(true);
        const sum = (lengths: number[]): number => lengths.reduce((total, one) => total + one, 0);
        expect(sum(plan.walls.map(wallLength))).toBeCloseTo(
          sum(drawing.walls.map(wallLength)) - sum(drawing.doors.map(({ width }) => width)),
          1,
        );
      }),
    );
  });
});
