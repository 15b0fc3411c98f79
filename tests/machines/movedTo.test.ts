/** One item of a list gets another place; of a disinfection, in the list that is visited. */
import { expect, it } from 'vitest';
import { EMPTY_PLAN, placesOf, withPlaceAt, type PlanForm } from '../../src/machines/disinfectionRecords/planForm.ts';
import { movedTo } from '../../src/machines/movedTo.ts';

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [1, -5, 'bac'],
  [0, 9, 'bca'],
  [3, 0, 'abc'],
  [-1, 0, 'abc'],
])('from %i to %i: %s', (from, to, expected) => {
  expect(movedTo(['a', 'b', 'c'], from, to).join('')).toBe(expected);
});

it('moves rooms or points, whichever are chosen, with what is set at them', () => {
  const form: PlanForm = {
    ...EMPTY_PLAN,
    roomIds: ['r1', 'r2'],
    points: [
      { areaId: 'p1', minutes: 5 },
      { areaId: 'p2', minutes: 7, dose: 3 },
    ],
  };
  const points = withPlaceAt(form, 'p2', 0);
  expect([placesOf(points), points.points[0], points.roomIds]).toEqual([
    ['p2', 'p1'],
    { areaId: 'p2', minutes: 7, dose: 3 },
    ['r1', 'r2'],
  ]);
  const rooms = withPlaceAt({ ...form, kind: 'rooms' }, 'r1', 1);
  expect([placesOf(rooms), rooms.points]).toEqual([['r2', 'r1'], form.points]);
  expect(placesOf({ ...form, kind: 'area' })).toEqual([]);
});
