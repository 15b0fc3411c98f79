/** The texts of every page of a signed-in user, in one chunk: one more request costs more than a few unused texts. */
export const texts = import.meta.glob(
  [
    '../../../locales/enUS/errors.json',
    '../../../locales/enUS/alarmEvents.json',
    '../../../locales/enUS/robotErrors.json',
    '../../../locales/enUS/routes.json',
    '../../../locales/enUS/shell.json',
    '../../../locales/enUS/status.json',
    '../../../locales/enUS/tasks.json',
  ],
  { eager: true, import: 'default' },
);
