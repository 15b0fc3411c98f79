/** The texts of the companion app, in one chunk. */
export const texts = import.meta.glob(
  [
    '../../../locales/enUS/common.json',
    '../../../locales/enUS/companion.json',
    '../../../locales/enUS/robotErrors.json',
    '../../../locales/enUS/status.json',
    '../../../locales/enUS/tasks.json',
  ],
  { eager: true, import: 'default' },
);
