/** What of the cruise records stands in their address: robots, route, result, which days, page and its size, and the drive that is open. */
import { DRIVE_STATES, type DriveState } from '../../../contract/rules/cruiseDrive.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { parsePage } from '../parsePage.ts';

/** Whole days up to today; empty: without bound, or from and until. */
export const RECORD_DAYS = ['1', '7', '30'] as const;
export type RecordDays = (typeof RECORD_DAYS)[number] | '';
export const RECORD_SIZES = [PAGE_SIZE.first, 50, PAGE_SIZE.max] as const;

export interface RecordQuery {
  /** Serial numbers; none: all of one's robots. */
  robots: readonly string[];
  pathId: string;
  state: DriveState | '';
  days: RecordDays;
  /** YYYY-MM-DD in the site's zone, the last day counted in; empty: without bound. */
  from: string;
  until: string;
  page: number;
  size: number;
}

const isOf = <Value extends string>(values: readonly Value[], text: string | undefined): text is Value =>
  (values as readonly (string | undefined)[]).includes(text);
const day = (text: string | undefined): string => (/^\d{4}-\d{2}-\d{2}$/u.test(text ?? '') ? (text ?? '') : '');

export function readRecordQuery(given: Query): RecordQuery {
  const { state, days } = given;
  const size = Number(given['size']);
  const [from, until] = [day(given['from']), day(given['until'])];
  return {
    robots: (given['robots'] ?? '').split(',').filter(Boolean),
    pathId: given['path'] ?? '',
    state: isOf(DRIVE_STATES, state) ? state : '',
    days: isOf(RECORD_DAYS, days) && from === '' && until === '' ? days : '',
    from,
    until,
    page: parsePage(given['page']),
    size: RECORD_SIZES.find((each) => each === size) ?? PAGE_SIZE.first,
  };
}

/** What to change in the address. Another filter begins at the first page again. */
export function recordPatch({ robots, pathId, size, page = 1, ...change }: Partial<RecordQuery>): Query {
  return {
    ...change,
    ...(robots ? { robots: robots.join(',') } : {}),
    ...(pathId === undefined ? {} : { path: pathId }),
    ...(size === undefined ? {} : { size: size === PAGE_SIZE.first ? '' : String(size) }),
    page: page === 1 ? '' : String(page),
  };
}

/** Whether a filter is set. */
export const isFiltered = ({ robots, pathId, state, days, from, until }: RecordQuery): boolean =>
  robots.length > 0 || [pathId, state, days, from, until].some((value) => value !== '');
/** The drive whose details are open; empty for none. */
export const driveIn = (query: Query): string => query['drive'] ?? '';
