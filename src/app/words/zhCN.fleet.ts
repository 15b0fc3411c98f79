/** What every page of a signed-in person needs, in one chunk: a request is dearer than a few texts not needed yet. */
export const words = import.meta.glob(
  [
    '../../../locales/zhCN/errors.json',
    '../../../locales/zhCN/robotErrors.json',
    '../../../locales/zhCN/routes.json',
    '../../../locales/zhCN/shell.json',
    '../../../locales/zhCN/status.json',
    '../../../locales/zhCN/tasks.json',
  ],
  { eager: true, import: 'default' },
);
