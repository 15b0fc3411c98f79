/** Where a robot stops before the thing that it is sent to. */
import { expect, it } from 'vitest';
import { APPROACH_M, approachOn } from '../../../contract/rules/approach.ts';

it('stops before the thing, facing it, on the path', () => {
  const approach = approachOn(
    [
      [0, 0],
      [10, 0],
      [10, 5],
    ],
    [10, 5],
  );
  expect(approach?.x).toBeCloseTo(10);
  expect(approach?.y).toBeCloseTo(5 - APPROACH_M);
  expect(approach?.theta).toBeCloseTo(Math.PI / 2);
  expect(approach?.metres).toBeCloseTo(15 - APPROACH_M);
  expect(approach?.path).toHaveLength(3);
});

it('goes to the end of a path that ends beside a thing out of reach, and faces the thing', () => {
  const approach = approachOn(
    [
      [0, 0],
      [4, 0],
    ],
    [4, 3],
  );
  expect(approach).toMatchObject({ x: 4, y: 0, metres: 4 });
  expect(approach?.theta).toBeCloseTo(Math.PI / 2);
});

it('sends no robot that is there', () => {
  expect(
    approachOn(
      [
        [0, 0],
        [1, 0],
      ],
      [1, 0],
    ),
  ).toBeNull();
  expect(approachOn([[0, 0]], [0, 0])).toBeNull();
});
