/** What a person changes about their own account, and where they are signed in; apart from user.ts, which signing in needs. */
import * as v from 'valibot';
import { NICKNAME_MAX } from '../rules/limits.ts';
import { SESSION_WAYS } from './constants.ts';
import { id, time } from './values.ts';

/** Marks that turn the direction of what follows would make a name read as another one. */
const NO_NAME = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** What one calls oneself: any text of one line. */
export const ownName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(NICKNAME_MAX),
  v.check((name) => !NO_NAME.test(name), 'name'),
);
/** IANA, as this machine knows zones; empty for the reader's own. */
export const ownZone = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(64),
  v.check((zone) => zone === '' || isZone(zone), 'timeZone'),
);

function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/u.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A sign-in that still opens doors, as its owner knows it by. */
export const accountSession = v.object({
  id,
  /** The one that asks. */
  current: v.boolean(),
  /** By what it was begun. */
  way: v.picklist(SESSION_WAYS),
  /** 'Chrome 140', 'Windows'; empty when the browser does not say. */
  browser: v.string(),
  system: v.string(),
  address: v.string(),
  startedAt: time,
  /** To the minute. */
  lastUsedAt: time,
});
export type AccountSession = v.InferOutput<typeof accountSession>;
