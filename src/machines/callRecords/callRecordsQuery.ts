/** URL query of the records of calls: direction, result, robot, operator, days, page, and the call that is open. */
import { CALL_ENDS, CALL_ORIGINS } from '../../../contract/rules/call.ts';
import type { Query } from '../app/events.ts';
import { choice, day, defineQuery, page, text, values } from '../factories/defineQuery.ts';

export const ORIGIN_FILTERS = ['all', ...CALL_ORIGINS] as const;
export const CALL_DAYS = ['1', '7', '14', '30'] as const;

const parameters = defineQuery({
  origin: choice('origin', ORIGIN_FILTERS, 'all'),
  end: choice('end', ['', ...CALL_ENDS], ''),
  /** Serial numbers; empty: all robots of the user. */
  robots: values('robots'),
  /** A part of the operator's name. */
  who: text('who'),
  /** Whole days up to today; '': unbounded, or `from` and `until` apply. */
  days: choice('days', ['', ...CALL_DAYS], ''),
  /** In the site's time zone, the last day inclusive. */
  from: day('from'),
  until: day('until'),
  page: page(),
});
export type CallRecordsQuery = ReturnType<typeof parameters.read>;

export const callRecordsQuery = {
  ...parameters,
  /** Chosen dates take precedence over a number of days. */
  read(query: Query): CallRecordsQuery {
    const read = parameters.read(query);
    return read.from === '' && read.until === '' ? read : { ...read, days: '' };
  },
};

/** Id of the call that is open; empty for none. */
export const callIn = (query: Query): string => query['call'] ?? '';
