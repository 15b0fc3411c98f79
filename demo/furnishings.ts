/**
 * Furniture of rooms in sketch coordinates (y downwards). `x`, `y` are the upper left corner of the room or piece.
 * Solid pieces are obstacles for robots; a wet cell has walls up to the ceiling.
 */
import type { Furniture, Place } from '../contract/entities/floorPlan.ts';

export const box = (x: number, y: number, w: number, h: number, r = 0): Furniture => ({
  shape: 'rect',
  x,
  y,
  w,
  h,
  ...(r && { r }),
  solid: true,
});
export const round = (x: number, y: number, r: number): Furniture => ({ shape: 'circle', x, y, r, solid: true });
export const bar = (...points: Place[]): Furniture => ({ shape: 'line', points, solid: true });
const wetCell = (x: number, y: number, w: number, h: number): Furniture => ({
  shape: 'rect',
  x,
  y,
  w,
  h,
  solid: true,
  wet: true,
});
const drawnBox = (x: number, y: number, w: number, h: number): Furniture => ({
  shape: 'rect',
  x,
  y,
  w,
  h,
  solid: false,
});
const drawnLine = (...points: Place[]): Furniture => ({ shape: 'line', points, solid: false });

/** Repeats a piece, each with its own index. */
const times = (count: number, piece: (i: number) => Furniture | Furniture[]) =>
  Array.from({ length: count }, (_, i) => piece(i)).flat();

/**
 * A hotel room 5 m wide and 9.5 m deep; its door and wet cell are on the corridor side: the lower side, or the upper
 * one if `flip`.
 */
export function guestRoom(x: number, y: number, flip: boolean): Furniture[] {
  const wet = flip ? y : y + 6.9;
  const bed = flip ? y + 4.2 : y + 1.4;
  return [
    wetCell(x + 0.1, wet, 2.3, 2.6),
    round(x + 0.8, wet + 1.3, 0.32),
    box(x + 1.5, wet + 0.3, 0.7, 2, 0.2),
    box(x + 0.2, bed, 2.3, 3.2, 0.15),
    box(x + 0.35, bed + 0.3, 0.7, 1.1, 0.2),
    box(x + 0.35, bed + 1.8, 0.7, 1.1, 0.2),
    box(x + 4.2, bed + 0.2, 0.6, 2.6, 0.1),
    round(x + 3.6, bed + 1.4, 0.34),
  ];
}

/** A lift cabin in plan notation, a crossed box; not an obstacle. */
export function liftShaft(x: number, y: number, w: number, h: number): Furniture[] {
  const [left, top, right, bottom] = [x + 0.35, y + 0.5, x + w - 0.35, y + h - 0.5];
  return [
    drawnBox(left, top, right - left, bottom - top),
    drawnLine([left, top], [right, bottom]),
    drawnLine([right, top], [left, bottom]),
  ];
}

export const stairFlight = (x: number, y: number, w: number): Furniture[] =>
  times(9, (i) => bar([x + 0.3, y + 0.5 + i * 0.45], [x + w - 0.3, y + 0.5 + i * 0.45]));

export const meetingTable = (x: number, y: number): Furniture[] => [
  box(x + 2.4, y + 2, 2.6, 5, 0.5),
  ...times(4, (i) => [
    box(x + 1.5, y + 2.4 + i * 1.15, 0.6, 0.75, 0.2),
    box(x + 5.3, y + 2.4 + i * 1.15, 0.6, 0.75, 0.2),
  ]),
  box(x + 0.15, y + 3, 0.15, 3),
];

/** A round table with four chairs. */
const diningTable = (x: number, y: number): Furniture[] => [
  round(x, y, 0.65),
  round(x, y - 1.05, 0.28),
  round(x + 1.05, y, 0.28),
  round(x, y + 1.05, 0.28),
  round(x - 1.05, y, 0.28),
];
export const diningTables = (x: number, y: number): Furniture[] =>
  times(4, (a) => times(2, (b) => diningTable(x + 1.9 + a * 2.9, y + 2 + b * 3)));

export const kitchenLine = (x: number, y: number, w: number): Furniture[] => [
  box(x + 0.4, y + 0.4, w - 0.8, 0.9),
  box(x + w - 1.3, y + 1.8, 0.9, 6),
  box(x + 2, y + 3, 3.4, 1.1, 0.1),
  box(x + 2, y + 5.4, 3.4, 1.1, 0.1),
];

export const gymMachines = (x: number, y: number): Furniture[] => [
  ...times(4, (i) => box(x + 0.9 + i * 1.6, y + 6.6, 0.9, 2.1, 0.2)),
  box(x + 0.6, y + 1.4, 1.4, 2.4, 0.2),
  round(x + 6.4, y + 2.4, 0.7),
];

export const shelves = (x: number, y: number, w: number, rows: readonly number[]): Furniture[] =>
  rows.map((row) => box(x + 0.5, y + row, w - 1.1, 0.8, 0.1));

/** A charger 1.2 m wide by 0.8 m deep, seen from above. */
export const charger = (x: number, y: number): Furniture => box(x, y, 1.2, 0.8, 0.15);
/** The same charger on an eastern wall. */
export const sideCharger = (x: number, y: number): Furniture => box(x, y, 0.8, 1.2, 0.15);

/** Two sofas facing each other across a low table. */
export const sofaGroup = (x: number, y: number): Furniture[] => [
  box(x, y, 2.8, 1, 0.3),
  box(x, y + 3, 2.8, 1, 0.3),
  box(x + 0.7, y + 1.45, 1.4, 1.1, 0.2),
];

/** A bed with its cabinet, head at the upper wall, or at the lower one if `flip`. */
export const wardBed = (x: number, y: number, flip: boolean): Furniture[] => [
  box(x, y, 1, 2.1, 0.1),
  box(x + 0.1, flip ? y + 1.45 : y + 0.15, 0.8, 0.5, 0.15),
  box(x + 1.15, flip ? y + 1.6 : y, 0.45, 0.5, 0.05),
];

export const consultingRoom = (x: number, y: number): Furniture[] => [
  box(x + 1, y + 4.6, 1.6, 0.8, 0.05),
  round(x + 1.8, y + 5.9, 0.3),
  round(x + 1.8, y + 4, 0.3),
  box(x + 0.2, y + 7.1, 0.9, 2, 0.1),
  box(x + 3.9, y + 6.4, 0.6, 2.6, 0.05),
];
