/** Geometry of drawing: rounding, segments, the frame. Metres. */
import type { Place } from '../../entities/floorPlan.ts';
import type { FloorFrame } from './faults.ts';
import { DRAW_STEP_M } from './limits.ts';

/** Places closer than this are one corner. */
export const SAME_M = 0.005;

/** To millimetres: finer than any input, and free of floating-point residue. */
export const rounded = (metres: number): number => Math.round(metres * 1_000) / 1_000 || 0;
/** To the drawing's grid. */
export const stepped = (metres: number): number => rounded(Math.round(metres / DRAW_STEP_M) * DRAW_STEP_M);

export const distance = ([ax, ay]: Place, [bx, by]: Place): number => Math.hypot(bx - ax, by - ay);
export const isSamePlace = (a: Place, b: Place): boolean => distance(a, b) <= SAME_M;

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
export const inFrame = ({ width, height }: FloorFrame, [x, y]: Place): Place => [
  rounded(clamp(x, 0, width)),
  rounded(clamp(y, 0, height)),
];

export interface Line {
  readonly from: Place;
  readonly to: Place;
}
/** Metres along the line from its first end, unbounded, and the distance from it. */
export function alongLine({ from, to }: Line, at: Place): { along: number; off: number } {
  const length = distance(from, to) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
  return { along: dx * ux + dy * uy, off: Math.abs(dx * uy - dy * ux) };
}
/** Distance from a place to the nearest place of the segment. */
export function distanceTo(line: Line, at: Place): number {
  const { along, off } = alongLine(line, at);
  const length = distance(line.from, line.to);
  if (along < 0) return distance(line.from, at);
  return along > length ? distance(line.to, at) : off;
}
/** The place at this distance from `from` towards `to`. */
export function towards(from: Place, to: Place, length: number): Place {
  const whole = distance(from, to) || 1;
  return [
    rounded(from[0] + ((to[0] - from[0]) / whole) * length),
    rounded(from[1] + ((to[1] - from[1]) / whole) * length),
  ];
}

/** The parts of a line that no other line covers, each at least `least` long. */
export function uncovered(line: Line, others: readonly Line[], least: number): Line[] {
  const length = distance(line.from, line.to);
  const covers = others
    .flatMap((other) => {
      const [a, b] = [alongLine(line, other.from), alongLine(line, other.to)];
      return a.off > SAME_M || b.off > SAME_M
        ? []
        : [[Math.min(a.along, b.along), Math.max(a.along, b.along)] as const];
    })
    .sort(([a], [b]) => a - b);
  const parts: Line[] = [];
  let begin = 0;
  const add = (end: number): void => {
    if (end - begin >= least - 1e-6)
      parts.push({ from: towards(line.from, line.to, begin), to: towards(line.from, line.to, end) });
  };
  for (const [from, to] of covers) {
    if (to <= 0 || from >= length) continue;
    add(Math.max(0, from));
    begin = Math.max(begin, Math.min(length, to));
  }
  add(length);
  return parts;
}
