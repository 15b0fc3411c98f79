import type { Language } from '../../../contract/entities/constants.ts';
import { useT } from './useT.ts';

/** The language of the displayed texts. */
export const useLanguage = (): Language => useT().language;
