/** The words that come with a page, a chunk an area. The table of them grows with every page, so it is no part of the first chunk. */
import type { WordTable } from '../i18n.ts';

export const bundledLocales = import.meta.glob<WordTable>(
  ['../../../locales/*/*.json', '!**/{common,companion,signIn,messages,robotErrors,routes,shell,status,tasks}.json'],
  { import: 'default' },
);
