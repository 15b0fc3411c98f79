/**
 * Localised names: stored as one text, or one text per language; the reader's language is selected when they are read.
 */
import { DEFAULT_LANGUAGE, type Language } from '../../contract/entities/constants.ts';
import type { FloorPlan, Room } from '../../contract/entities/floorPlan.ts';

export type LocalName = string | Partial<Record<Language, string>>;

export const nameIn = (name: LocalName, language: Language): string =>
  typeof name === 'string' ? name : (name[language] ?? name[DEFAULT_LANGUAGE] ?? Object.values(name)[0] ?? '');

/** The name in each language. */
export const bothNamesOf = (name: LocalName): Record<Language, string> => ({
  zhCN: nameIn(name, 'zhCN'),
  enUS: nameIn(name, 'enUS'),
});

/** The texts in all languages of the name. */
export const textsOf = (name: LocalName): string[] => (typeof name === 'string' ? [name] : Object.values(name));

/** The name to store after an edit in one language. An unchanged text keeps the translations. */
export const withText = (text: string, before: LocalName | undefined, language: Language): LocalName =>
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
