/**
 * Gestures on a chart: drag and arrow keys pan, wheel, pinch, + and - zoom, 0 fits. The view follows the active states.
 */
import { useGesture } from '@use-gesture/react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { mapKey, ZOOM_STEP } from '../canvas/mapKeys.ts';
import type { ChartLayout, Rectangle } from './chartLayout.ts';
import {
  bringing,
  type ChartView,
  firstView,
  fitted,
  panned,
  type ScreenSize,
  standing,
  viewBoxOf,
  within,
  zoomed,
} from './chartViewport.ts';

/** One wheel notch is about 100 px and zooms by a quarter. */
const WHEEL = 0.0022;
const LINE_PX = 16;
const NO_SIZE: ScreenSize = { width: 0, height: 0 };

export interface ChartHands {
  readonly viewBox: string;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly fit: () => void;
  /** Brings the box into view at the present scale. */
  readonly show: (box: Rectangle) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function useChartView(
  place: RefObject<HTMLElement | null>,
  layout: ChartLayout,
  active: ReadonlySet<string>,
): ChartHands {
  const [size, setSize] = useState(NO_SIZE);
  /** Set by the user, or by following the active states; null shows the first view. */
  const [chosen, setChosen] = useState<{ readonly layout: ChartLayout; readonly view: ChartView } | null>(null);
  const start = useRef<{ layout: ChartLayout; active: ReadonlySet<string> } | null>(null);
  if (start.current?.layout !== layout) start.current = { layout, active };

  useEffect(() => {
    if (place.current === null) return undefined;
    const sizes = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    sizes.observe(place.current);
    return () => sizes.disconnect();
  }, [place]);

  const known = size.width > 0 && size.height > 0;
  const view = !known ? null : chosen?.layout === layout ? chosen.view : firstView(layout, size, start.current.active);
  const latest = useRef({ view, size, layout });
  // A layout effect, so that input between paint and effect does not act on the previous view.
  useLayoutEffect(() => {
    latest.current = { view, size, layout };
  });
  const move = (by: (view: ChartView, size: ScreenSize) => ChartView): void => {
    const now = latest.current;
    if (now.view === null) return;
    const next = within(now.layout, now.size, by(now.view, now.size));
    latest.current = { ...now, view: next };
    setChosen({ layout: now.layout, view: next });
  };

  useEffect(() => {
    const now = latest.current;
    const here = standing(now.layout, active);
    if (now.view === null || here === null) return;
    const next = bringing(now.view, now.size, here);
    if (next.cx !== now.view.cx || next.cy !== now.view.cy) setChosen({ layout: now.layout, view: next });
  }, [active]);

  const local = ([x, y]: readonly [number, number]): [number, number] => {
    const box = place.current?.getBoundingClientRect();
    return [x - (box?.left ?? 0), y - (box?.top ?? 0)];
  };
  useGesture(
    {
      onDrag: ({ tap, movement: [dx, dy], memo, pinching, cancel }) => {
        if (pinching === true || tap) {
          if (pinching === true) cancel();
          return memo as ChartView | undefined;
        }
        // Computed from the start of the drag, not from summed steps, so that nothing drifts.
        const from = (memo as ChartView | undefined) ?? latest.current.view ?? undefined;
        if (from !== undefined) move(() => panned(from, dx, dy));
        return from;
      },
      onPinch: ({ origin, movement: [grown], memo }) => {
        const from = (memo as ChartView | undefined) ?? latest.current.view ?? undefined;
        if (from !== undefined) move((_, now) => zoomed(from, now, grown, local(origin)));
        return from;
      },
      onWheel: ({ event, delta: [, dy], ctrlKey }) => {
        if (ctrlKey) return; // trackpad pinch: also reported to onPinch
        event.preventDefault();
        const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? dy * LINE_PX : dy;
        move((from, now) => zoomed(from, now, Math.exp(-px * WHEEL), local([event.clientX, event.clientY])));
      },
    },
    {
      target: place,
      eventOptions: { passive: false },
      // Without pointer capture a press still targets the pressed state.
      drag: { filterTaps: true, pointer: { buttons: [1, 4], keys: false, capture: false } },
      pinch: { rubberband: false },
    },
  );

  const zoomBy = (factor: number): void => move((from, now) => zoomed(from, now, factor));
  const fit = (): void => move((_, now) => fitted(latest.current.layout, now));
  return {
    viewBox: viewBoxOf(layout, size, view),
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    fit,
    show: (box) => move((from, now) => bringing(from, now, box)),
    onKeyDown: (event) => {
      const key = mapKey(event);
      if (key === null || key.do === 'follow') return;
      event.preventDefault();
      if (key.do === 'pan') move((from) => panned(from, key.dx, key.dy));
      if (key.do === 'zoom') zoomBy(key.factor);
      if (key.do === 'fit') fit();
    },
  };
}
