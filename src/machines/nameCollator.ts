/**
 * One order of names for everybody, whatever language a browser has of its own: a recorded page must come back in the same order.
 * Chinese by its sound, Latin by its letters, numbers by their size. Made once: localeCompare makes its own each time, which a
 * thousand rows a second feel.
 */
export const compareNames = new Intl.Collator('zh-CN', { numeric: true }).compare;
