/** The words of the first screen, in one chunk: a request is dearer than a few texts not needed yet. */
export const words = import.meta.glob(['../../../locales/enUS/common.json', '../../../locales/enUS/errors.json', '../../../locales/enUS/shell.json', '../../../locales/enUS/signIn.json'], { eager: true, import: 'default' });
