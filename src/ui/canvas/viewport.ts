/**
 * Converts between world metres (x east, y north) and pixels of the map area (x right, y down). Pure: the only module
 * that flips y.
 */
import type { Place } from '../../../contract/entities/floorPlan.ts';

export interface View {
  /** Pixels per metre. */
  readonly scale: number;
  /** The world coordinates at the centre, metres. */
  readonly cx: number;
  readonly cy: number;
}

/** px */
export interface Size {
  readonly width: number;
  readonly height: number;
}
/** px from the top left. */
export type Pixel = readonly [x: number, y: number];
/** Metres. */
export interface WorldBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}
/** px reserved for tools that float over the map. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Maximum zoom; smaller details are not useful. */
export const MOST_PIXELS_A_METRE = 140;
/** Minimum zoom, as a share of the scale at which the whole plan fits. */
const LEAST_OF_FIT = 0.6;
/** Part of the plan that stays visible however far the user pans, px. */
const KEEP_IN_SIGHT_PX = 80;

export function toScreen(view: View, size: Size, [x, y]: Place): [number, number] {
  return [(x - view.cx) * view.scale + size.width / 2, size.height / 2 - (y - view.cy) * view.scale];
}

export function toWorld(view: View, size: Size, [x, y]: Pixel): Place {
  return [view.cx + (x - size.width / 2) / view.scale, view.cy - (y - size.height / 2) / view.scale];
}

/** Moves the plan by dx, dy px. */
export function pan(view: View, dx: number, dy: number): View {
  return { ...view, cx: view.cx - dx / view.scale, cy: view.cy + dy / view.scale };
}

/** Zooms so that the world place under `at` stays there. */
export function zoomAt(view: View, size: Size, at: Pixel, scale: number): View {
  const [x, y] = toWorld(view, size, at);
  return { scale, cx: x - (at[0] - size.width / 2) / scale, cy: y + (at[1] - size.height / 2) / scale };
}

/** The view with the whole box centred in the area that the insets leave. */
export function fit(size: Size, box: WorldBox, insets: Insets): View {
  const width = Math.max(1, size.width - insets.left - insets.right);
  const height = Math.max(1, size.height - insets.top - insets.bottom);
  const scale = Math.min(
    MOST_PIXELS_A_METRE,
    width / Math.max(1, box.maxX - box.minX),
    height / Math.max(1, box.maxY - box.minY),
  );
  return {
    scale,
    cx: (box.minX + box.maxX) / 2 - (insets.left - insets.right) / 2 / scale,
    cy: (box.minY + box.maxY) / 2 + (insets.top - insets.bottom) / 2 / scale,
  };
}

export function clampScale(scale: number, fitScale: number): number {
  return Math.max(fitScale * LEAST_OF_FIT, Math.min(MOST_PIXELS_A_METRE, scale));
}

/** Keeps part of the plan visible, so that the user cannot lose it. */
export function clampView(view: View, size: Size, box: WorldBox): View {
  const reachX = Math.max(0, size.width / 2 - KEEP_IN_SIGHT_PX) / view.scale;
  const reachY = Math.max(0, size.height / 2 - KEEP_IN_SIGHT_PX) / view.scale;
  return {
    scale: view.scale,
    cx: Math.max(box.minX - reachX, Math.min(box.maxX + reachX, view.cx)),
    cy: Math.max(box.minY - reachY, Math.min(box.maxY + reachY, view.cy)),
  };
}

/**
 * The view that follows a place: centred on it, but near the edge of the plan the view stays within the plan, and if
 * the whole plan fits, the plan is centred.
 */
export function following(place: Place, scale: number, size: Size, box: WorldBox, insets: Insets): View {
  const along = (at: number, min: number, max: number, room: number): number => {
    const half = room / 2 / scale;
    return max - min <= 2 * half ? (min + max) / 2 : Math.max(min + half, Math.min(max - half, at));
  };
  const shiftX = (insets.left - insets.right) / 2 / scale;
  const shiftY = (insets.top - insets.bottom) / 2 / scale;
  return {
    scale,
    cx: along(place[0], box.minX, box.maxX, size.width - insets.left - insets.right) - shiftX,
    cy: along(place[1], box.minY, box.maxY, size.height - insets.top - insets.bottom) + shiftY,
  };
}

export function boxOf(places: readonly Place[]): WorldBox {
  return {
    minX: Math.min(...places.map(([x]) => x)),
    minY: Math.min(...places.map(([, y]) => y)),
    maxX: Math.max(...places.map(([x]) => x)),
    maxY: Math.max(...places.map(([, y]) => y)),
  };
}

/** The smallest scale at which each place is `apartPx` from its nearest neighbour; null if two places coincide. */
export function scaleToPart(places: readonly Place[], apartPx: number): number | null {
  let nearest = Infinity;
  places.forEach(([x, y], index) => {
    for (const [otherX, otherY] of places.slice(index + 1))
      nearest = Math.min(nearest, Math.hypot(x - otherX, y - otherY));
  });
  return nearest === 0 || nearest === Infinity ? null : apartPx / nearest;
}

/** The longest round length in metres whose bar is at most `most` px wide. */
export function scaleBarMetres(scale: number, most: number): number {
  const STEPS = [100, 50, 20, 10, 5, 2, 1, 0.5];
  return STEPS.find((metres) => metres * scale <= most) ?? STEPS.at(-1) ?? 1;
}
