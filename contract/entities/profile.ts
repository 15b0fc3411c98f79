/** The user's own account settings and sessions. Separate from user.ts, which the sign-in page loads. */
import * as v from 'valibot';
import { NICKNAME_MAX } from '../rules/limits.ts';
import { isTimeZone } from '../rules/timeZone.ts';
import { SESSION_WAYS } from './constants.ts';
import { personName } from './personName.ts';
import { id, time } from './values.ts';

/** The user's own name: any text of one line. */
export const ownName = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NICKNAME_MAX), personName);
/** IANA time zone that this runtime supports; empty: the reader's own. */
export const ownZone = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(64),
  v.check((zone) => zone === '' || isTimeZone(zone), 'timeZone'),
);

/** An active session, as shown to its owner. */
export const accountSession = v.object({
  id,
  /** Whether it is the caller's session. */
  current: v.boolean(),
  /** How the session was started. */
  way: v.picklist(SESSION_WAYS),
  /** 'Chrome 140', 'Windows'; empty if the browser does not report it. */
  browser: v.string(),
  system: v.string(),
  address: v.string(),
  startedAt: time,
  /** Accurate to the minute. */
  lastUsedAt: time,
});
export type AccountSession = v.InferOutput<typeof accountSession>;
