/** The dots of a route on the map: each stop once, at its point, with its numbers; the other points have names. */
import { describe, expect, it } from 'vitest';
import { createRouteOverlay } from '../../../src/ui/canvas/drawRoute.ts';
import { STOP_RADIUS } from '../../../src/ui/canvas/drawStop.ts';
import { labelCandidates, POINT_NAMES_FROM } from '../../../src/ui/canvas/labelCandidates.ts';
import type { MapInput } from '../../../src/ui/canvas/mapInput.ts';
import type { MapPalette } from '../../../src/ui/canvas/palette.ts';
import type { RouteMark } from '../../../src/ui/canvas/routeInput.ts';
import type { MapPoint } from '../../../src/ui/canvas/scene.ts';

const mark = (areaId: string, ...numbers: number[]): RouteMark => ({
  areaId,
  numbers,
  state: 'planned',
  selected: false,
  faulty: false,
});
const overlayOf = (...stops: RouteMark[]) =>
  createRouteOverlay({ stops, legs: [], ghost: null, focus: null, now: () => 0 });

/** A canvas that notes where its texts are drawn. */
function canvas() {
  const drawn: { text: string; x: number; y: number }[] = [];
  let at = { x: 0, y: 0 };
  const saved: (typeof at)[] = [];
  const known = {
    save: () => void saved.push(at),
    restore: () => (at = saved.pop() ?? at),
    translate: (x: number, y: number) => (at = { x: at.x + x, y: at.y + y }),
    measureText: (text: string) => ({ width: 7 * text.length }),
    fillText: (text: string) => void drawn.push({ text, ...at }),
  };
  const context = new Proxy(known, {
    get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
    set: () => true,
  });
  return { drawn, context: context as unknown as CanvasRenderingContext2D };
}

/** Draws the points as the map does: the overlay draws those that have its radius. */
function draw(...stops: RouteMark[]) {
  const { drawn, context } = canvas();
  const overlay = overlayOf(...stops);
  const frame = { view: { cx: 0, cy: 0, scale: 10 }, size: { width: 400, height: 300 }, pixelRatio: 1 };
  const painting = { context, frame, palette: {} as MapPalette, still: true };
  ['a', 'b', 'c'].forEach((id, at) => {
    const point: MapPoint = { id, name: id, x: at, y: 0, attribute: 'none' };
    if (overlay.radiusOf(id) !== undefined) overlay.point(painting, point, 100 * (at + 1), 50, false);
  });
  return drawn;
}

describe('stops', () => {
  it('are drawn once, at their points, with all their numbers', () => {
    expect(draw(mark('c', 1), mark('a', 2, 4))).toEqual([
      { text: '2·4', x: 100, y: 50 },
      { text: '1', x: 300, y: 50 },
    ]);
    expect(draw(mark('b', 1, 2, 3, 4))).toEqual([{ text: '1·2·3…', x: 200, y: 50 }]);
  });

  it('move to other points with the route: no number stays behind', () => {
    expect(draw(mark('a', 1), mark('b', 2)).map(({ text, x }) => [text, x])).toEqual([
      ['1', 100],
      ['2', 200],
    ]);
    expect(draw(mark('b', 1), mark('a', 2)).map(({ text, x }) => [text, x])).toEqual([
      ['2', 100],
      ['1', 200],
    ]);
    expect(draw(mark('b', 1)).map(({ text, x }) => [text, x])).toEqual([['1', 200]]);
  });

  it('have the size that a pointer meets; other points keep theirs', () => {
    const { radiusOf } = overlayOf(mark('a', 1));
    expect([radiusOf('a'), radiusOf('b')]).toEqual([STOP_RADIUS, undefined]);
  });
});

describe('names of points that are not stops', () => {
  const names = { measure: (text: string) => ({ width: 7 * text.length, height: 14 }), draw: () => undefined };
  const named = (scale: number, overlay: MapInput['overlay']): string[] =>
    labelCandidates(
      { view: { cx: 0, cy: 0, scale }, size: { width: 400, height: 300 }, pixelRatio: 1 },
      { x: 0, y: 0, width: 400, height: 300 },
      { plan: { rooms: [] }, overlay } as unknown as MapInput,
      { marks: [], rings: [], inView: 0, fastest: 0, dense: false },
      ['a', 'b'].map((id, at) => {
        const radius = overlay?.radiusOf(id);
        return { id, name: `Point ${id}`, x: 100 * (at + 1), y: 50, radius: radius ?? 4, isOwn: radius !== undefined };
      }),
      names,
      null,
    ).map(({ text }) => text);

  it('are shown on the map of a route from a smaller scale than on other maps', () => {
    const route = overlayOf(mark('a', 1));
    const whole = POINT_NAMES_FROM / 2;
    expect(named(whole, null)).toEqual([]);
    expect(named(whole, route)).toEqual(['Point a', 'Point b']);
    expect(named(POINT_NAMES_FROM, null)).toEqual(['Point a', 'Point b']);
    // Far away there is space for the stops only.
    expect(named(1, route)).toEqual(['Point a']);
  });
});
