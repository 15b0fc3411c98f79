/** The faces of drawn figures, which are blurred in every picture, as robots must blur those of people. */
import { expect, it } from 'vitest';
import { type FigureKind, figureOf, figureSize } from '../../../simulator/camera/figures.ts';

/** Where the face is, metres: x from the middle, y from the floor. */
const STANDING = { x: [-0.06, 0.06], y: [1.53, 1.655] } as const;
const FACES = {
  person: STANDING,
  maskless: STANDING,
  lying: { x: [-0.8, -0.7], y: [0.11, 0.19] },
} as const satisfies Partial<Record<FigureKind, unknown>>;
/** A sharp eye differs from the skin by about a hundred between two texels. */
const SOFT = 12;

it.each(Object.entries(FACES))('has no sharp feature in the face of a figure: %s', (kind, { x, y }) => {
  const size = figureSize(kind as FigureKind); // a key of FACES
  const [sprite] = figureOf(kind as FigureKind);
  if (!sprite) throw new Error('no sprite');
  const perMetre = sprite.width / size.width;
  const [left, right] = x.map((at) => Math.round((at + size.width / 2) * perMetre)) as [number, number];
  const [low, high] = y.map((at) => Math.round((size.height - at) * perMetre)) as [number, number];
  const luma = (column: number, row: number): number => sprite.y[row * sprite.width + column] ?? 0;
  const edges: number[] = [];
  for (let row = high; row < low; row++)
    for (let column = left; column < right; column++)
      edges.push(
        Math.abs(luma(column, row) - luma(column + 1, row)),
        Math.abs(luma(column, row) - luma(column, row + 1)),
      );
  expect(edges.length).toBeGreaterThan(500);
  expect(Math.max(...edges)).toBeLessThanOrEqual(SOFT);
});
