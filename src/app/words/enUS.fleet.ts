/** What every page of a signed-in person needs, in one chunk: a request is dearer than a few texts not needed yet. */
export const words = import.meta.glob(
  [
    '../../../locales/enUS/errors.json',
    '../../../locales/enUS/robotErrors.json',
    '../../../locales/enUS/routes.json',
    '../../../locales/enUS/shell.json',
    '../../../locales/enUS/status.json',
    '../../../locales/enUS/tasks.json',
  ],
  { eager: true, import: 'default' },
);
