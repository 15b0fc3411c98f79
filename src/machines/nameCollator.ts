/**
 * One sort order of names for all users, independent of the browser's locale: a recorded page must replay in the same
 * order. Chinese by pronunciation, Latin alphabetically, numbers by value. Created once: localeCompare creates a
 * collator on each call, which is measurable at a thousand rows per second.
 */
export const compareNames = new Intl.Collator('zh-CN', { numeric: true }).compare;
