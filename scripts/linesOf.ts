/**
 * The line breaks of a text that a plugin of the build takes out or replaces. With them every line stays where it is, and
 * the plugin can return `map: null`, which means that nothing has moved.
 */
export const linesOf = (text: string): string => text.replace(/[^\n]/gu, '');
