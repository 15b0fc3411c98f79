/** The part of a floor plan around a point, for a small map on a phone. */
import type { FloorPlan, Place, Room, Segment } from '../../contract/entities/floorPlan.ts';
import type { Surroundings } from '../../contract/endpoints/pointLabels.ts';

/** Metres in each direction. */
const REACH = 8;

/** null if there are no walls nearby. */
export function labelMapInset(
  {
    walls,
    outerWalls,
    rooms,
  }: Pick<FloorPlan, 'walls' | 'outerWalls'> & { rooms: readonly Pick<Room, 'x' | 'y' | 'w' | 'h'>[] },
  x: number,
  y: number,
): Surroundings | null {
  const near = (parts: readonly Segment[]): [Place, Place][] =>
    parts.filter(({ from, to }) => touches(from, to, x, y)).map(({ from, to }) => [from, to]);
  const found = {
    x,
    y,
    reach: REACH,
    walls: near(walls),
    outerWalls: near(outerWalls),
    rooms: rooms
      .filter(
        (room) =>
          room.x < x + REACH && room.x + room.w > x - REACH && room.y < y + REACH && room.y + room.h > y - REACH,
      )
      .map((room) => ({ x: room.x, y: room.y, w: room.w, h: room.h })),
  };
  return found.walls.length + found.outerWalls.length > 0 ? found : null;
}

/** Tests the bounding box; a false positive is clipped by the picture's edge. */
const touches = ([ax, ay]: Place, [bx, by]: Place, x: number, y: number): boolean =>
  Math.min(ax, bx) <= x + REACH &&
  Math.max(ax, bx) >= x - REACH &&
  Math.min(ay, by) <= y + REACH &&
  Math.max(ay, by) >= y - REACH;
