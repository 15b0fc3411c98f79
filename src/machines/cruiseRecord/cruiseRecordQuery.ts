/** URL query of the cruise records: robots, route, result, days, page, page size, and the run that is open. */
import { ROUTE_RUN_STATES } from '../../../contract/rules/routeRun.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { choice, day, defineQuery, page, pageSize, value, values } from '../factories/defineQuery.ts';

/** Whole days up to today; '': unbounded, or `from` and `until` apply. */
export const RECORD_DAYS = ['1', '7', '14', '30'] as const;
export const RECORD_SIZES = [PAGE_SIZE.first, 50, PAGE_SIZE.max] as const;

const parameters = defineQuery({
  /** Serial numbers; empty: all robots of the user. */
  robots: values('robots'),
  pathId: value('path'),
  state: choice('state', ['', ...ROUTE_RUN_STATES], ''),
  days: choice('days', ['', ...RECORD_DAYS], ''),
  /** In the site's time zone, the last day inclusive. */
  from: day('from'),
  until: day('until'),
  page: page(),
  size: pageSize(RECORD_SIZES),
});
export type RecordQuery = ReturnType<typeof parameters.read>;

export const recordQuery = {
  ...parameters,
  /** Chosen dates take precedence over a number of days. */
  read(query: Query): RecordQuery {
    const read = parameters.read(query);
    return read.from === '' && read.until === '' ? read : { ...read, days: '' };
  },
};

/** Id of the run whose details are open; empty for none. */
export const routeRunIn = (query: Query): string => query['drive'] ?? '';
