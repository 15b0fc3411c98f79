/** Checks of list requests: robots, time span and page. */
import { LIST_COUNTED, ROBOTS_AT_ONCE } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { robotsLeftToAdmins } from '../db/repositories/resourceOwners.ts';
import type { RequestContext } from '../requestContext.ts';

/** The robots of a comma-separated list. The API handler has checked access to each of them. */
export function namedRobots(joined: string): string[] {
  const named = [...new Set(joined.split(',').flatMap((one) => one.trim() || []))];
  if (named.length > ROBOTS_AT_ONCE) throw new ApiError('fieldInvalid', { field: 'serialNumberStr' });
  return named;
}

/** The named robots, or the caller's own if none is named. */
export function listedRobots(
  { robotsOf }: { robotsOf: (userId: string) => Iterable<string> },
  joined: string,
  userId: string,
): string[] {
  const named = namedRobots(joined);
  return named.length > 0 ? named : [...robotsOf(userId)];
}

/** The robots whose photos, calls and faces the caller can see: the caller's own, and those left to account administrators. */
export async function seenRobots(
  { robotsOf }: { robotsOf: (userId: string) => Iterable<string> },
  { db, userId, roles }: Pick<RequestContext, 'db' | 'userId' | 'roles'>,
): Promise<string[]> {
  return [...new Set([...robotsOf(userId), ...(await robotsLeftToAdmins(db, roles, ROBOTS_AT_ONCE))])];
}

/** The named robots, or all that the caller can see if none is named. @param seen these, if they are read already */
export async function listedSeenRobots(
  robots: { robotsOf: (userId: string) => Iterable<string> },
  joined: string,
  caller: Pick<RequestContext, 'db' | 'userId' | 'roles'>,
  seen?: string[],
): Promise<string[]> {
  const named = namedRobots(joined);
  return named.length > 0 ? named : (seen ?? seenRobots(robots, caller));
}

export function assertTimeSpan({ startTime, endTime }: { startTime: number; endTime: number }): void {
  if (endTime > 0 && endTime < startTime) throw new ApiError('fieldInvalid', { field: 'endTime' });
}

/** The number of rows before a page. @param most the last row that a page can reach */
export function offsetOf({ page, limit }: { page: number; limit: number }, most = LIST_COUNTED): number {
  const offset = (page - 1) * limit;
  if (offset >= most) throw new ApiError('pageTooDeep', { field: 'page', words: { limit: most } });
  return offset;
}
