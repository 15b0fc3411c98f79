/** Checks of list requests: robots, time span and page. */
import { LIST_COUNTED, ROBOTS_AT_ONCE } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';

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

export function assertTimeSpan({ startTime, endTime }: { startTime: number; endTime: number }): void {
  if (endTime > 0 && endTime < startTime) throw new ApiError('fieldInvalid', { field: 'endTime' });
}

/** The number of rows before a page. @param most the last row that a page can reach */
export function offsetOf({ page, limit }: { page: number; limit: number }, most = LIST_COUNTED): number {
  const offset = (page - 1) * limit;
  if (offset >= most) throw new ApiError('pageTooDeep', { field: 'page', words: { limit: most } });
  return offset;
}
