/** A robot's location: its floor and room. */
import type { FloorPlan, Room } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { Pose } from '../../../contract/entities/values.ts';

/** The smallest named room around a position, because rooms can overlap (a lift inside a corridor). */
export function roomAt(plan: FloorPlan, x: number, y: number): Room | null {
  let found: Room | null = null;
  for (const room of plan.rooms) {
    const inside = x >= room.x && x <= room.x + room.w && y >= room.y && y <= room.y + room.h;
    if (inside && room.name && (!found || room.w * room.h < found.w * found.h)) found = room;
  }
  return found;
}

export interface RobotPlace {
  floor: string;
  /** Empty outside named rooms. */
  room: string;
}

export function placeOf(pose: Pose | null, maps: ReadonlyMap<string, IndoorMap>): RobotPlace | null {
  const map = pose && maps.get(pose.mapId);
  return map ? { floor: map.floor, room: roomAt(map.plan, pose.x, pose.y)?.name ?? '' } : null;
}

const DASH = '—';

/** '1F · Lobby'; a dash if unknown. */
export function placeText(pose: Pose | null, maps: ReadonlyMap<string, IndoorMap>): string {
  const place = placeOf(pose, maps);
  return place ? [place.floor, place.room].filter(Boolean).join(' · ') : DASH;
}
