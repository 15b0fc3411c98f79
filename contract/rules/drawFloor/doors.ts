/** Doors on walls: where one fits, sliding, widening, and what happens to them when their wall changes. */
import type { Drawing, DrawnDoor, DrawnWall } from '../../entities/floorDrawing.ts';
import type { Place } from '../../entities/floorPlan.ts';
import { EPSILON_M, wallLength } from './faults.ts';
import { alongLine, clamp, rounded, stepped } from './geometry.ts';
import { DOOR_WIDTH_M } from './limits.ts';

/** To millimetres, never beyond what there is room for. */
const narrowed = (width: number): number => Math.floor(width * 1_000 + EPSILON_M) / 1_000;
/** A middle in millimetres, unless rounding would take the door out of its gap. */
function middleIn([from, to]: Gap, at: number, width: number): number {
  const [least, most] = [from + width / 2, Math.max(from + width / 2, to - width / 2)];
  const exact = clamp(at, least, most);
  const whole = rounded(exact);
  return whole < least - EPSILON_M || whole > most + EPSILON_M ? exact : whole;
}

type Gap = readonly [from: number, to: number];

/** The stretches of a wall without other doors. */
function gapsOf(wall: DrawnWall, doors: readonly DrawnDoor[], except: string | null): Gap[] {
  const own = doors.filter(({ id, wallId }) => wallId === wall.id && id !== except).sort((a, b) => a.at - b.at);
  const gaps: Gap[] = [];
  let begin = 0;
  for (const { at, width } of own) {
    gaps.push([begin, at - width / 2]);
    begin = at + width / 2;
  }
  return [...gaps, [begin, wallLength(wall)]];
}
/** The nearest possible middle of a door of this width to a wanted middle; null: the wall has no room for it. */
function fitted(gaps: readonly Gap[], at: number, width: number): number | null {
  const places = gaps.filter(([from, to]) => to - from >= width - EPSILON_M).map((gap) => middleIn(gap, at, width));
  return places.length === 0
    ? null
    : places.reduce((best, one) => (Math.abs(one - at) < Math.abs(best - at) ? one : best));
}
const replaced = (doors: readonly DrawnDoor[], next: DrawnDoor): DrawnDoor[] =>
  doors.map((door) => (door.id === next.id ? next : door));

/** @returns null if the wall has no room for the door */
export function withDoor(drawing: Drawing, wallId: string, place: Place, id: string): Drawing | null {
  const wall = drawing.walls.find((one) => one.id === wallId);
  if (!wall) return null;
  const width = narrowed(Math.min(DOOR_WIDTH_M.first, wallLength(wall)));
  if (width < DOOR_WIDTH_M.min) return null;
  const at = fitted(gapsOf(wall, drawing.doors, null), stepped(alongLine(wall, place).along), width);
  if (at === null) return null;
  return { ...drawing, doors: [...drawing.doors, { id, wallId, at, width, side: 1 }] };
}

/** Slides a door along its wall to the place nearest to a pointer, around other doors. */
export function slidDoor(drawing: Drawing, id: string, place: Place): Drawing {
  const door = drawing.doors.find((one) => one.id === id);
  const wall = drawing.walls.find((one) => one.id === door?.wallId);
  return door && wall ? doorAt(drawing, id, stepped(alongLine(wall, place).along)) : drawing;
}
/** @param at metres along the wall to the middle of the doorway */
export function doorAt(drawing: Drawing, id: string, at: number): Drawing {
  const door = drawing.doors.find((one) => one.id === id);
  const wall = drawing.walls.find((one) => one.id === door?.wallId);
  if (!door || !wall) return drawing;
  const next = fitted(gapsOf(wall, drawing.doors, id), at, door.width);
  return next === null || next === door.at
    ? drawing
    : { ...drawing, doors: replaced(drawing.doors, { ...door, at: next }) };
}

/** Sets the width as far as the wall has room; the middle moves only if it must. */
export function widenedDoor(drawing: Drawing, id: string, wanted: number): Drawing {
  const door = drawing.doors.find((one) => one.id === id);
  const wall = drawing.walls.find((one) => one.id === door?.wallId);
  if (!door || !wall) return drawing;
  const [from, to] = gapAround(wall, drawing.doors, door);
  const width = narrowed(clamp(wanted, DOOR_WIDTH_M.min, Math.min(DOOR_WIDTH_M.max, to - from)));
  const at = middleIn([from, to], door.at, width);
  return { ...drawing, doors: replaced(drawing.doors, { ...door, at, width }) };
}
const gapAround = (wall: DrawnWall, doors: readonly DrawnDoor[], door: DrawnDoor): Gap =>
  gapsOf(wall, doors, door.id).find(([from, to]) => door.at >= from && door.at <= to) ?? [0, wallLength(wall)];

/** Drags one jamb; the other one stays. `end` 1 is the jamb farther from the wall's first end. */
export function draggedJamb(drawing: Drawing, id: string, end: 1 | -1, place: Place): Drawing {
  const door = drawing.doors.find((one) => one.id === id);
  const wall = drawing.walls.find((one) => one.id === door?.wallId);
  if (!door || !wall) return drawing;
  const still = door.at - (end * door.width) / 2;
  const [from, to] = gapAround(wall, drawing.doors, door);
  const room = end === 1 ? to - still : still - from;
  const wanted = stepped((alongLine(wall, place).along - still) * end);
  const width = narrowed(clamp(wanted, DOOR_WIDTH_M.min, Math.max(DOOR_WIDTH_M.min, Math.min(DOOR_WIDTH_M.max, room))));
  const at = middleIn([from, to], still + (end * width) / 2, width);
  return { ...drawing, doors: replaced(drawing.doors, { ...door, width, at }) };
}

/**
 * Doors of a wall after it changed: each stays where it was as far as the wall still goes there. One that has no room any
 * more becomes narrower, or is dropped.
 */
export function refitted(before: DrawnWall, after: DrawnWall, doors: readonly DrawnDoor[]): DrawnDoor[] {
  const length = wallLength(after);
  const stretch = length / (wallLength(before) || 1);
  const isTurned =
    alongLine(before, after.from).off > EPSILON_M * 1_000 || alongLine(before, after.to).off > EPSILON_M * 1_000;
  const kept: DrawnDoor[] = [];
  let begin = 0;
  for (const door of [...doors].sort((a, b) => a.at - b.at)) {
    const width = narrowed(Math.min(door.width, length - begin));
    if (width < DOOR_WIDTH_M.min - EPSILON_M) continue;
    // A wall that was only made longer or shorter keeps its doors in place; on one that turned they move in proportion.
    const wanted = isTurned ? door.at * stretch : door.at - alongLine(before, after.from).along;
    const at = middleIn([begin, length], wanted, width);
    kept.push({ ...door, at, width });
    begin = at + width / 2;
  }
  return kept;
}
