/** Fields that the requests of lists have in common. */
import * as v from 'valibot';
import { ROBOTS_AT_ONCE, SERIAL_NUMBER_MAX } from '../rules/limits.ts';
import { idOf, independent } from './idOf.ts';
import { time } from './values.ts';

/** Comma-separated serial numbers. */
export const serialNumberStr = idOf(
  'robots',
  v.pipe(v.string(), v.maxLength(ROBOTS_AT_ONCE * (SERIAL_NUMBER_MAX + 1)), v.regex(/^[\w.:,-]*$/u, 'serialNumberStr')),
);
/** Empty: all robots of the caller. */
export const optionalRobots = v.optional(serialNumberStr, '');
/** `startTime` is inclusive, `endTime` exclusive; 0: no limit. */
export const timeSpan = { startTime: v.optional(time, 0), endTime: v.optional(time, 0) };
/**
 * The last row that was read: the answer begins with the row after it, and `page` is counted from there. It goes beyond
 * the last page, and no row is skipped or repeated while new ones arrive. Empty: from the newest row.
 * Its robot may have moved to another site since, so it need not agree with a route or place that is searched for.
 */
export const afterRow = <const Schema extends v.GenericSchema<string>>(rowId: Schema) =>
  v.optional(v.union([independent(rowId), v.literal('')]), '');
