/** Texts loaded with a page, one chunk per area. The table grows with every page, so it is not in the first chunk. */
import type { LocaleTable } from '../i18n.ts';

export const bundledLocales = import.meta.glob<LocaleTable>(
  [
    '../../../locales/*/*.json',
    '!**/{alarmEvents,common,companion,signIn,messages,robotErrors,routes,shell,status,tasks}.json',
  ],
  { import: 'default' },
);
