// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabels } from '../../../src/ui/canvas/labels.ts';
import type { Box, PlacedLabelRequest, Side } from '../../../src/ui/canvas/labels.ts';

const none = new Map<string, Side>();
const off = (...hard: Box[]) => ({ hard, soft: [] });
const wish = (id: string, x: number, y: number, more: Partial<PlacedLabelRequest> = {}): PlacedLabelRequest => ({
  id,
  x,
  y,
  width: 40,
  height: 14,
  clear: 16,
  sides: ['below', 'above', 'right', 'left'],
  ...more,
});
const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('names on the map', () => {
  it('stand below where nothing is in the way', () => {
    expect(placeLabels([wish('a', 100, 100)], off(), none)).toEqual([
      { id: 'a', side: 'below', x: 80, y: 116, width: 40, height: 14 },
    ]);
  });

  it('take the next free side', () => {
    expect(placeLabels([wish('a', 100, 100)], off({ x: 90, y: 120, width: 5, height: 5 }), none)[0]?.side).toBe(
      'above',
    );
  });

  it('yield: the more important one is placed, the other waits', () => {
    const placed = placeLabels(
      [wish('robot', 100, 100, { sides: ['below'] }), wish('room', 100, 110, { sides: ['below'] })],
      off(),
      none,
    );
    expect(placed.map(({ id }) => id)).toEqual(['robot']);
  });

  it('come back under the pointer, whatever they cover', () => {
    const placed = placeLabels(
      [wish('robot', 100, 100, { sides: ['below'] }), wish('room', 100, 110, { sides: ['below'], forced: true })],
      off(),
      none,
    );
    expect(placed.map(({ id }) => id)).toEqual(['room']);
  });

  it('may stand close beside their own mark', () => {
    const own = off({ x: 88, y: 88, width: 24, height: 24 });
    expect(placeLabels([wish('a', 100, 100, { sides: ['left'] })], own, none)[0]?.side).toBe('left');
  });

  it('stay on the side they had', () => {
    expect(placeLabels([wish('a', 100, 100)], off(), new Map([['a', 'right' as const]]))[0]?.side).toBe('right');
    const blocked = off({ x: 118, y: 95, width: 5, height: 5 });
    expect(placeLabels([wish('a', 100, 100)], blocked, new Map([['a', 'right' as const]]))[0]?.side).toBe('below');
  });

  it('stay inside their room', () => {
    const room = { x: 70, y: 90, width: 60, height: 30 };
    const inRoom = wish('room', 100, 105, { sides: ['on', 'above'], clear: 6, within: room });
    expect(placeLabels([inRoom], off(), none)[0]?.side).toBe('on');
    expect(placeLabels([inRoom], off({ x: 95, y: 105, width: 5, height: 5 }), none)).toEqual([]);
  });

  it('leave air between two names on one line', () => {
    const placed = placeLabels(
      [wish('a', 100, 100, { sides: ['below'] }), wish('b', 143, 100, { sides: ['below'] })],
      off(),
      none,
    );
    expect(placed.map(({ id }) => id)).toEqual(['a']);
  });

  it('of robots rather cover a point than go missing, others do not', () => {
    const around = { hard: [], soft: [{ x: 40, y: 70, width: 120, height: 60 }] };
    expect(placeLabels([wish('robot', 100, 100, { coversSoft: true })], around, none)[0]?.side).toBe('below');
    expect(placeLabels([wish('point', 100, 100)], around, none)).toEqual([]);
    const below = { hard: [], soft: [{ x: 90, y: 120, width: 5, height: 5 }] };
    expect(placeLabels([wish('robot', 100, 100, { coversSoft: true })], below, none)[0]?.side).toBe('above');
  });

  it('never cover each other or a mark', () => {
    const places = fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 400 })), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(places, places, (names, blocks) => {
        const marks = blocks.map(([x, y]) => ({ x, y, width: 24, height: 24 }));
        const placed = placeLabels(
          names.map(([x, y], index) => wish(String(index), x, y)),
          off(...marks),
          none,
        );
        placed.forEach((a, index) => {
          expect(marks.some((mark) => meet(a, mark))).toBe(false);
          expect(placed.slice(index + 1).some((b) => meet(a, b))).toBe(false);
        });
      }),
    );
  });
});
