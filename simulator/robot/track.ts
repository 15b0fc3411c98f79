/** The line that a robot follows: a polyline parametrized by length, its corners rounded where there is room. */
import type { Place } from '../../contract/entities/floorPlan.ts';

export interface Track {
  readonly points: readonly Place[];
  /** Length from the start to each point, metres. */
  readonly at: readonly number[];
  readonly length: number;
  /** Positions of bends too sharp to take in motion, metres from the start. */
  readonly sharp: readonly number[];
}

/** Sharper bends are turned on the spot, radians. */
export const SHARP_BEND = 0.55;
const ROUNDING = 0.5;
const STEPS_OF_A_BEND = 6;

export const turn = (from: number, to: number): number => {
  const difference = (to - from) % (2 * Math.PI);
  return difference > Math.PI
    ? difference - 2 * Math.PI
    : difference < -Math.PI
      ? difference + 2 * Math.PI
      : difference;
};

export function trackOf(places: readonly Place[]): Track {
  const points: Place[] = [];
  for (const place of places) {
    const last = points.at(-1);
    if (!last || Math.hypot(place[0] - last[0], place[1] - last[1]) > 1e-6) points.push(place);
  }
  const at: number[] = [];
  const sharp: number[] = [];
  let length = 0;
  points.forEach((point, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (before) length += Math.hypot(point[0] - before[0], point[1] - before[1]);
    at.push(length);
    if (before && after && Math.abs(turn(headingOf(before, point), headingOf(point, after))) > SHARP_BEND)
      sharp.push(length);
  });
  return { points, at, length, sharp };
}

export const headingOf = (from: Place, to: Place): number => Math.atan2(to[1] - from[1], to[0] - from[0]);

/** Index of the segment that contains the length `s`. */
function segmentAt(track: Track, s: number): number {
  let low = 0;
  let high = Math.max(0, track.points.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((track.at[middle] ?? 0) <= s) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The place `s` metres along, clamped to both ends. */
export function placeAt(track: Track, s: number): Place {
  const i = segmentAt(track, s);
  const from = track.points[i] ?? [0, 0];
  const to = track.points[i + 1];
  if (!to) return from;
  const start = track.at[i] ?? 0;
  const span = (track.at[i + 1] ?? 0) - start;
  const share = span > 0 ? Math.min(1, Math.max(0, (s - start) / span)) : 0;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** The rest of the track from `s`, reported as the planned path. */
export function remainderOf(track: Track, s: number): Place[] {
  const first = segmentAt(track, s) + 1;
  return [placeAt(track, s), ...track.points.slice(first)];
}

/** Rounds each corner with a small bend, as far as `isClear` allows; others stay as they are. */
export function rounded(places: readonly Place[], isClear: (place: Place) => boolean): Place[] {
  const result: Place[] = [];
  places.forEach((corner, i) => {
    const before = places[i - 1];
    const after = places[i + 1];
    const bend = before && after && bendAt(before, corner, after, isClear);
    if (bend) result.push(...bend);
    else result.push(corner);
  });
  return result;
}

function bendAt(before: Place, corner: Place, after: Place, isClear: (place: Place) => boolean): Place[] | null {
  const arriving = Math.hypot(corner[0] - before[0], corner[1] - before[1]);
  const leaving = Math.hypot(after[0] - corner[0], after[1] - corner[1]);
  for (let cut = Math.min(ROUNDING, arriving / 2, leaving / 2); cut > 0.1; cut /= 2) {
    const from: Place = [
      corner[0] + ((before[0] - corner[0]) * cut) / arriving,
      corner[1] + ((before[1] - corner[1]) * cut) / arriving,
    ];
    const to: Place = [
      corner[0] + ((after[0] - corner[0]) * cut) / leaving,
      corner[1] + ((after[1] - corner[1]) * cut) / leaving,
    ];
    const bend = Array.from({ length: STEPS_OF_A_BEND + 1 }, (_, step): Place => {
      const t = step / STEPS_OF_A_BEND;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
      return [a * from[0] + b * corner[0] + c * to[0], a * from[1] + b * corner[1] + c * to[1]];
    });
    if (bend.every(isClear)) return bend;
  }
  return null;
}
