/** What lies under the pointer of a drawing. */
import type { Drawing } from '../../entities/floorDrawing.ts';
import type { Place } from '../../entities/floorPlan.ts';
import { OUTER_WALL_M, WALL_M } from '../planCells.ts';
import { distance, distanceTo } from './geometry.ts';
import { doorwayOf } from './planOf.ts';
import { cornersOf } from './snap.ts';

/** A part that can be selected. */
export type Picked =
  { readonly kind: 'wall' | 'door' | 'room'; readonly id: string } | { readonly kind: 'corner'; readonly at: Place };
/** `jamb`: a handle of the selected door; `end` 1 is the jamb farther from the wall's first end. */
export type Hit = Picked | { readonly kind: 'jamb'; readonly id: string; readonly end: 1 | -1 };

export function wallAt({ walls }: Pick<Drawing, 'walls'>, at: Place, reach: number): string | null {
  let [found, least]: [string | null, number] = [null, Infinity];
  for (const { id, from, to, kind } of walls) {
    const away = distanceTo({ from, to }, at);
    const half = (kind === 'inner' ? WALL_M : OUTER_WALL_M) / 2;
    if (away <= Math.max(reach, half) && away < least) [found, least] = [id, away];
  }
  return found;
}

/** Handles first, then corners, doors, walls, and last the smallest room. @param reach metres */
export function hitAt(drawing: Drawing, at: Place, reach: number, selected: Picked | null): Hit | null {
  const { walls, doors, rooms } = drawing;
  const wallOf = new Map(walls.map((wall) => [wall.id, wall]));
  const doorways = doors.flatMap((door) => {
    const wall = wallOf.get(door.wallId);
    return wall ? [{ id: door.id, ...doorwayOf(wall, door) }] : [];
  });
  if (selected?.kind === 'door') {
    const own = doorways.find(({ id }) => id === selected.id);
    const [near, far] = own ? [distance(own.from, at), distance(own.to, at)] : [Infinity, Infinity];
    if (own && Math.min(near, far) <= reach) return { kind: 'jamb', id: own.id, end: near < far ? -1 : 1 };
  }
  const corner = cornersOf(drawing)
    .filter((one) => distance(one, at) <= reach)
    .sort((a, b) => distance(a, at) - distance(b, at))[0];
  if (corner) return { kind: 'corner', at: corner };
  const door = doorways.find((one) => distanceTo(one, at) <= Math.max(reach, WALL_M / 2));
  if (door) return { kind: 'door', id: door.id };
  const wall = wallAt(drawing, at, reach);
  if (wall !== null) return { kind: 'wall', id: wall };
  const room = rooms
    .filter(({ x, y, w, h }) => at[0] >= x && at[1] >= y && at[0] <= x + w && at[1] <= y + h)
    .sort((a, b) => a.w * a.h - b.w * b.h)[0];
  return room ? { kind: 'room', id: room.id } : null;
}
