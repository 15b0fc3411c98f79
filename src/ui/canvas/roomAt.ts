/** Which named room a place is in: the smallest, as a lift may lie within a lobby. Pure. */
import type { Place, Room } from '../../../contract/entities/floorPlan.ts';

export function roomAt(rooms: readonly Room[], [x, y]: Place): Room | undefined {
  return rooms
    .filter((room) => room.name !== '' && x >= room.x && x <= room.x + room.w && y >= room.y && y <= room.y + room.h)
    .sort((a, b) => a.w * a.h - b.w * b.h)[0];
}
