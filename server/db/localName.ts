/** Names that people see are stored in one text, or in a text a language; the reader's language is picked on the way out. */
import { DEFAULT_LANGUAGE, type Language } from '../../contract/entities/constants.ts';
import type { FloorPlan, Room } from '../../contract/entities/floorPlan.ts';

export type LocalName = string | Partial<Record<Language, string>>;

export const nameIn = (name: LocalName, language: Language): string =>
  typeof name === 'string' ? name : (name[language] ?? name[DEFAULT_LANGUAGE] ?? Object.values(name)[0] ?? '');

/** In every language that it has. */
export const textsOf = (name: LocalName): string[] => (typeof name === 'string' ? [name] : Object.values(name));

/** What was told in one language: where that is what was there, the words of the other languages stay. */
export const keptWords = (text: string, before: LocalName | undefined, language: Language): LocalName =>
  before !== undefined && nameIn(before, language) === text ? before : text;

export interface StoredBay {
  id: string;
  name: LocalName;
  x: number;
  y: number;
  theta: number;
}
export type StoredPlan = Omit<FloorPlan, 'rooms'> & { rooms: (Omit<Room, 'name'> & { name: LocalName })[] };

export const planIn = (plan: StoredPlan, language: Language): FloorPlan => ({
  ...plan,
  rooms: plan.rooms.map((room) => ({ ...room, name: nameIn(room.name, language) })),
});
