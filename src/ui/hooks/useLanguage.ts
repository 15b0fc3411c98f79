import type { Language } from '../../../contract/entities/constants.ts';
import { useT } from './useT.ts';

/** The language of the words now on the screen. */
export const useLanguage = (): Language => useT().language;
