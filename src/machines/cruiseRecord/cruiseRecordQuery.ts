/** URL query of the cruise records: robots, route, result, days, page, page size, and the run that is open. */
import { ROUTE_RUN_STATES, type RouteRunState } from '../../../contract/rules/routeRun.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { parsePage } from '../parsePage.ts';

/** Whole days up to today; empty: unbounded, or `from` and `until` apply. */
export const RECORD_DAYS = ['1', '7', '30'] as const;
export type RecordDays = (typeof RECORD_DAYS)[number] | '';
export const RECORD_SIZES = [PAGE_SIZE.first, 50, PAGE_SIZE.max] as const;

export interface RecordQuery {
  /** Serial numbers; empty: all robots of the user. */
  robots: readonly string[];
  pathId: string;
  state: RouteRunState | '';
  days: RecordDays;
  /** YYYY-MM-DD in the site's time zone, the last day inclusive; empty: unbounded. */
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
    state: isOf(ROUTE_RUN_STATES, state) ? state : '',
    days: isOf(RECORD_DAYS, days) && from === '' && until === '' ? days : '',
    from,
    until,
    page: parsePage(given['page']),
    size: RECORD_SIZES.find((each) => each === size) ?? PAGE_SIZE.first,
  };
}

/** URL query patch. Changing a filter resets to the first page. */
export function recordPatch({ robots, pathId, size, page = 1, ...change }: Partial<RecordQuery>): Query {
  return {
    ...change,
    ...(robots ? { robots: robots.join(',') } : {}),
    ...(pathId === undefined ? {} : { path: pathId }),
    ...(size === undefined ? {} : { size: size === PAGE_SIZE.first ? '' : String(size) }),
    page: page === 1 ? '' : String(page),
  };
}

export const isFiltered = ({ robots, pathId, state, days, from, until }: RecordQuery): boolean =>
  robots.length > 0 || [pathId, state, days, from, until].some((value) => value !== '');
/** Id of the run whose details are open; empty for none. */
export const routeRunIn = (query: Query): string => query['drive'] ?? '';
