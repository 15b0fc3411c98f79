/** The words of the first screen, in one chunk: a request is dearer than a few texts not needed yet. */
export const words = import.meta.glob(['../../../locales/zhCN/common.json', '../../../locales/zhCN/errors.json', '../../../locales/zhCN/shell.json', '../../../locales/zhCN/signIn.json'], { eager: true, import: 'default' });
