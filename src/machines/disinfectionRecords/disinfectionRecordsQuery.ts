/** URL query of the disinfection records: robots, mode, result, days, page, the run that is open, the robot to start. */
import { DISINFECTION_MODES, DISINFECTION_RESULTS } from '../../../contract/rules/disinfection.ts';
import type { Query } from '../app/events.ts';
import { choice, day, defineQuery, page, values } from '../factories/defineQuery.ts';

/** Whole days up to today; '': unbounded, or `from` and `until` apply. */
export const DISINFECTION_DAYS = ['1', '7', '14', '30'] as const;

const parameters = defineQuery({
  /** Serial numbers; empty: all robots of the user. */
  robots: values('robots'),
  mode: choice('mode', ['', ...DISINFECTION_MODES], ''),
  state: choice('state', ['', ...DISINFECTION_RESULTS], ''),
  days: choice('days', ['', ...DISINFECTION_DAYS], ''),
  /** In the site's time zone, the last day inclusive. */
  from: day('from'),
  until: day('until'),
  page: page(),
});
export type DisinfectionQuery = ReturnType<typeof parameters.read>;

export const disinfectionQuery = {
  ...parameters,
  /** Chosen dates take precedence over a number of days. */
  read(query: Query): DisinfectionQuery {
    const read = parameters.read(query);
    return read.from === '' && read.until === '' ? read : { ...read, days: '' };
  },
};

/** Id of the run whose details are open; empty for none. */
export const runIn = (query: Query): string => query['run'] ?? '';
/** Robot for which the page opens with the start dialog; empty for none. */
export const startIn = (query: Query): string => query['start'] ?? '';
/** URL of the page with the start dialog for a robot. */
export const startPath = (serialNumber: string): string =>
  `/activities/disinfect-record?start=${encodeURIComponent(serialNumber)}`;
