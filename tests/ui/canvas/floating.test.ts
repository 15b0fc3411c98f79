import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { floatingIn, observeFloating } from '../../../src/ui/canvas/floating.ts';
import { marksOf } from '../../../src/ui/canvas/labelCandidates.ts';
import { placeLabels, type Box, type PlacedLabelRequest, type Side } from '../../../src/ui/canvas/labels.ts';

const none = new Map<string, Side>();
const wish = (x: number, y: number): PlacedLabelRequest => ({
  id: 'a',
  x,
  y,
  width: 60,
  height: 14,
  clear: 14,
  sides: ['below', 'above', 'right', 'left'],
});
const NOBODY = { marks: [], rings: [] };
/** The scale bar at the bottom left of a map of 400 by 300 px. */
const SCALE: Box = { x: 12, y: 269, width: 150, height: 24 };
const rectOf = ({ x, y, width, height }: Box): DOMRect => new DOMRect(x, y, width, height);

describe('names and the tools over the map', () => {
  it('a name beside the scale bar takes a side where it is not covered', () => {
    const covered = placeLabels([wish(80, 250)], marksOf(NOBODY, [], null, []), none);
    expect(covered[0]?.side).toBe('below');
    const [placed] = placeLabels([wish(80, 250)], marksOf(NOBODY, [], null, [SCALE]), none);
    expect(placed?.side).toBe('above');
  });

  it('a name that fits nowhere else is hidden', () => {
    const zoom: Box = { x: 280, y: 0, width: 120, height: 60 };
    expect(placeLabels([wish(340, 20)], marksOf(NOBODY, [], null, [zoom]), none)).toEqual([]);
  });

  it('the rectangles follow the visible part of a layer with margins, also while it is scaled', () => {
    const area = { width: 400 };
    expect(floatingIn({ x: 160, y: 160, width: 400, height: 300 }, area, [SCALE])).toEqual([
      { x: 172, y: 429, width: 150, height: 24 },
    ]);
    expect(floatingIn({ x: 100, y: 100, width: 200, height: 150 }, area, [SCALE])).toEqual([
      { x: 106, y: 234.5, width: 75, height: 12 },
    ]);
  });
});

describe('the rectangles of the tools', () => {
  let resized = (): void => {};
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resized = callback;
        }
        observe(): void {}
        disconnect(): void {}
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });
  const tool = (box: Box): HTMLElement => {
    const element = document.createElement('div');
    element.dataset['floating'] = '';
    element.getBoundingClientRect = () => rectOf(box);
    return element;
  };

  it('are relative to the map, and reported again only when they change', async () => {
    const area = document.createElement('div');
    area.getBoundingClientRect = () => rectOf({ x: 100, y: 50, width: 400, height: 300 });
    const scale = tool({ x: 112, y: 319, width: 150, height: 24 });
    area.append(scale, document.createElement('p'), tool({ x: 0, y: 0, width: 0, height: 0 }));
    document.body.append(area);
    const seen: (readonly Box[])[] = [];
    const end = observeFloating(area, (boxes) => seen.push(boxes));
    expect(seen).toEqual([[SCALE]]);
    resized();
    expect(seen).toHaveLength(1);
    scale.getBoundingClientRect = () => rectOf({ x: 112, y: 319, width: 90, height: 24 });
    resized();
    expect(seen.at(-1)).toEqual([{ ...SCALE, width: 90 }]);
    area.append(tool({ x: 380, y: 62, width: 96, height: 32 }));
    await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(2));
    end();
  });
});
