/** The visible part of a chart and its scale. Pure; units are layout px, equal to screen px at a scale of 1. */
import type { ChartLayout, Rectangle } from './chartLayout.ts';

export interface ChartView {
  /** Screen px per layout px. */
  readonly scale: number;
  /** Layout coordinates at the centre. */
  readonly cx: number;
  readonly cy: number;
}
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** Scale limits: larger text wastes space, smaller text is unreadable. */
const MOST = 2.5;
const MOST_FITTED = 1.15;
const READABLE = 0.7;
/** Minimum zoom, as a share of the scale at which the whole chart fits. */
const LEAST_OF_FIT = 0.6;
/** Part of the chart that stays visible however far the user pans, px. */
const KEPT = 60;
/** Margin around what is brought into view, px. */
const ROOM = 24;

const fitScale = ({ width, height }: Pick<ChartLayout, 'width' | 'height'>, size: ScreenSize): number =>
  Math.min(size.width / width, size.height / height);

export function fitted(layout: ChartLayout, size: ScreenSize): ChartView {
  return { scale: Math.min(MOST_FITTED, fitScale(layout, size)), cx: layout.width / 2, cy: layout.height / 2 };
}

/** The whole chart if it is readable at that scale, else the active states at a readable scale. */
export function firstView(layout: ChartLayout, size: ScreenSize, active: ReadonlySet<string>): ChartView {
  const whole = fitted(layout, size);
  const here = standing(layout, active);
  if (whole.scale >= READABLE || here === null) return whole;
  return within(layout, size, { scale: READABLE, cx: here.x + here.width / 2, cy: here.y + here.height / 2 });
}

/** Bounding box of the innermost active states; null if there are none. */
export function standing(layout: ChartLayout, active: ReadonlySet<string>): Rectangle | null {
  const found = layout.states.filter(({ id }) => active.has(id));
  const parents = new Set(found.map(({ parent }) => parent));
  const boxes = found.filter(({ id }) => !parents.has(id));
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** Pans by dx, dy screen px. */
export const panned = (view: ChartView, dx: number, dy: number): ChartView => ({
  ...view,
  cx: view.cx - dx / view.scale,
  cy: view.cy - dy / view.scale,
});

/** Zooms by a factor around `at`, px from the upper left corner. */
export function zoomed(
  view: ChartView,
  size: ScreenSize,
  by: number,
  at: readonly [x: number, y: number] = [size.width / 2, size.height / 2],
): ChartView {
  const [offX, offY] = [at[0] - size.width / 2, at[1] - size.height / 2];
  const scale = view.scale * by;
  return { scale, cx: view.cx + offX / view.scale - offX / scale, cy: view.cy + offY / view.scale - offY / scale };
}

/** Pans by the least distance that brings the box into view; a box larger than the screen is centred. */
export function bringing(view: ChartView, size: ScreenSize, box: Rectangle): ChartView {
  const along = (middle: number, half: number, from: number, length: number): number => {
    const room = ROOM / view.scale;
    const low = from + length + room - half;
    const high = from - room + half;
    return low > high ? from + length / 2 : Math.min(Math.max(middle, low), high);
  };
  return {
    ...view,
    cx: along(view.cx, size.width / 2 / view.scale, box.x, box.width),
    cy: along(view.cy, size.height / 2 / view.scale, box.y, box.height),
  };
}

/** Clamps the scale, and keeps part of the chart visible. */
export function within(layout: ChartLayout, size: ScreenSize, { scale, cx, cy }: ChartView): ChartView {
  const least = Math.min(MOST_FITTED, fitScale(layout, size)) * LEAST_OF_FIT;
  const kept = Math.min(Math.max(scale, least), MOST);
  const along = (middle: number, screen: number, length: number): number => {
    const beyond = Math.max(0, screen / 2 - KEPT) / kept;
    return Math.min(Math.max(middle, -beyond), length + beyond);
  };
  return { scale: kept, cx: along(cx, size.width, layout.width), cy: along(cy, size.height, layout.height) };
}

/** The SVG `viewBox`; the whole chart until the screen size is known. */
export function viewBoxOf(layout: ChartLayout, size: ScreenSize, view: ChartView | null): string {
  if (view === null || size.width === 0 || size.height === 0) return `0 0 ${layout.width} ${layout.height}`;
  const [width, height] = [size.width / view.scale, size.height / view.scale];
  return [view.cx - width / 2, view.cy - height / 2, width, height].map((value) => Number(value.toFixed(2))).join(' ');
}
