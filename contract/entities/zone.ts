import * as v from 'valibot';
import { isTimeZone } from '../rules/timeZone.ts';

/** IANA name of the time zone in which an export writes its times. */
export const exportZone = v.optional(
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(64), v.check(isTimeZone, 'timeZone')),
  'UTC',
);
