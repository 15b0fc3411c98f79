/** The texts of the companion app, in one chunk. */
export const texts = import.meta.glob(
  [
    '../../../locales/zhCN/common.json',
    '../../../locales/zhCN/companion.json',
    '../../../locales/zhCN/robotErrors.json',
    '../../../locales/zhCN/status.json',
    '../../../locales/zhCN/tasks.json',
  ],
  { eager: true, import: 'default' },
);
