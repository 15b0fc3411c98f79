/** A name in every interface language. */
import { LANGUAGES } from '../contract/entities/constants.ts';
import type { Language } from '../contract/entities/constants.ts';

export type LocalName = Readonly<Record<Language, string>>;

export const named = (enUS: string, zhCN: string): LocalName => ({ enUS, zhCN });

/** A text that is the same in every language, for example a room number. */
export const sameInAll = (text: string): LocalName =>
  Object.fromEntries(LANGUAGES.map((language) => [language, text])) as Record<Language, string>; // every language was just mapped
