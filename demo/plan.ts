/** Demo floor plans, whose room names are still in every language, and their conversion to a contract floor plan. */
import type { FloorPlan, Room } from '../contract/entities/floorPlan.ts';
import type { Language } from '../contract/entities/constants.ts';
import type { LocalName } from './localName.ts';

export type DemoRoom = Omit<Room, 'name'> & { readonly name: LocalName };
export type DemoPlan = Omit<FloorPlan, 'rooms'> & { readonly rooms: readonly DemoRoom[] };

export function planIn(plan: DemoPlan, language: Language): FloorPlan {
  return { ...plan, rooms: plan.rooms.map((room) => ({ ...room, name: room.name[language] })) };
}
