/** Snapping: the position of a corner for a pointer at a place. */
import type { Drawing } from '../../entities/floorDrawing.ts';
import type { Place } from '../../entities/floorPlan.ts';
import type { FloorFrame } from './faults.ts';
import { alongLine, distance, inFrame, isSamePlace, rounded, stepped, towards } from './geometry.ts';

export interface SnapOptions {
  /** How far corners and walls attract, metres. */
  readonly reach: number;
  /** The corner before it. */
  readonly from?: Place | null;
  /** Locks the line from `from` to multiples of 45 degrees. */
  readonly isStraight?: boolean;
  /** A corner that is being moved, which does not attract itself. */
  readonly except?: Place | null;
}
export interface Snapped {
  readonly at: Place;
  /** What it snapped to, besides the grid. */
  readonly to: 'corner' | 'wall' | 'line' | 'grid';
  /** Coordinates shared with another corner. */
  readonly guides: { readonly x: number | null; readonly y: number | null };
}

const known = new WeakMap<Drawing['walls'], Place[]>();
/** Each once; computed once per list of walls, because every move of the pointer asks for them. */
export function cornersOf({ walls }: Pick<Drawing, 'walls'>): Place[] {
  const found = known.get(walls);
  if (found) return found;
  const corners = new Map<string, Place>();
  for (const { from, to } of walls) for (const corner of [from, to]) corners.set(corner.join(), corner);
  const all = [...corners.values()];
  known.set(walls, all);
  return all;
}
/** The nearest of these places within reach. */
function nearest(places: readonly Place[], at: Place, reach: number): Place | null {
  let [found, least]: [Place | null, number] = [null, reach];
  for (const one of places) {
    const away = distance(one, at);
    if (away <= least) [found, least] = [one, away];
  }
  return found;
}
const EIGHTH = Math.PI / 4;
/** On the nearest of eight directions, with a length of whole steps of its longer coordinate, within the frame. */
function straightened(frame: FloorFrame, from: Place, at: Place): Place {
  const turn = Math.round(Math.atan2(at[1] - from[1], at[0] - from[0]) / EIGHTH) * EIGHTH;
  const [cos, sin] = [Math.round(Math.cos(turn) * 1.2), Math.round(Math.sin(turn) * 1.2)];
  const wanted = ((at[0] - from[0]) * cos + (at[1] - from[1]) * sin) / (cos * cos + sin * sin || 1);
  const room = (start: number, sign: number, most: number): number =>
    sign === 0 ? Infinity : sign > 0 ? most - start : start;
  const most = Math.min(room(from[0], cos, frame.width), room(from[1], sin, frame.height));
  const length = Math.min(stepped(Math.max(0, wanted)), most);
  return [rounded(from[0] + cos * length), rounded(from[1] + sin * length)];
}

const NO_GUIDES = { x: null, y: null };

export function snapTo(
  frame: FloorFrame,
  { walls }: Pick<Drawing, 'walls'>,
  pointer: Place,
  { reach, from = null, isStraight = false, except = null }: SnapOptions,
): Snapped {
  const at = inFrame(frame, pointer);
  if (from && isStraight) return { at: straightened(frame, from, at), to: 'line', guides: NO_GUIDES };
  const corners = cornersOf({ walls }).filter((corner) => !except || !isSamePlace(corner, except));
  const corner = nearest(corners, at, reach);
  if (corner) return { at: corner, to: 'corner', guides: NO_GUIDES };
  for (const wall of walls) {
    if (except && (isSamePlace(wall.from, except) || isSamePlace(wall.to, except))) continue;
    const { along, off } = alongLine(wall, at);
    const length = distance(wall.from, wall.to);
    if (off > reach || along < 0 || along > length) continue;
    return { at: towards(wall.from, wall.to, Math.min(stepped(along), length)), to: 'wall', guides: NO_GUIDES };
  }
  const shared = (axis: 0 | 1): number | null => {
    const all = from ? [...corners, from] : corners;
    const found = all.filter((one) => Math.abs(one[axis] - at[axis]) <= reach);
    return found.length === 0
      ? null
      : found.reduce((best, one) => (Math.abs(one[axis] - at[axis]) < Math.abs(best[axis] - at[axis]) ? one : best))[
          axis
        ];
  };
  const guides = { x: shared(0), y: shared(1) };
  return {
    at: inFrame(frame, [guides.x ?? stepped(at[0]), guides.y ?? stepped(at[1])]),
    to: 'grid',
    guides,
  };
}

/** The end of a line with this length in the direction of `to`, kept in the frame. */
export function withLength(frame: FloorFrame, from: Place, to: Place, length: number): Place {
  const towardsTo: Place = isSamePlace(from, to) ? [from[0] + 1, from[1]] : to;
  return inFrame(frame, towards(from, towardsTo, length));
}

/** A typed length in metres; null: not a length. Both decimal separators are understood. */
export function lengthOf(text: string): number | null {
  if (!/^\d{1,3}([.,]\d{0,3})?$/u.test(text.trim())) return null;
  const length = Number(text.trim().replace(',', '.'));
  return length > 0 ? length : null;
}
