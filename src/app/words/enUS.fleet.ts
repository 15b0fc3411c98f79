/** What every page of a signed-in person needs beside the first words, in one chunk. */
export const words = import.meta.glob(['../../../locales/enUS/routes.json', '../../../locales/enUS/status.json', '../../../locales/enUS/tasks.json', '../../../locales/enUS/robotErrors.json'], { eager: true, import: 'default' });
