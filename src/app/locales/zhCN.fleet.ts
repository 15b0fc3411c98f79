/** The texts of every page of a signed-in user, in one chunk: one more request costs more than a few unused texts. */
export const texts = import.meta.glob(
  [
    '../../../locales/zhCN/errors.json',
    '../../../locales/zhCN/alarmEvents.json',
    '../../../locales/zhCN/robotErrors.json',
    '../../../locales/zhCN/routes.json',
    '../../../locales/zhCN/shell.json',
    '../../../locales/zhCN/status.json',
    '../../../locales/zhCN/tasks.json',
  ],
  { eager: true, import: 'default' },
);
