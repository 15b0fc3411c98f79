/** What every page of a signed-in person needs beside the first words, in one chunk. */
export const words = import.meta.glob(['../../../locales/zhCN/routes.json', '../../../locales/zhCN/status.json', '../../../locales/zhCN/tasks.json', '../../../locales/zhCN/robotErrors.json'], { eager: true, import: 'default' });
