/** URL query of the library: kind, robots, place, who or what took it, days, grouping, Deleted, and the open item. */
import { LIBRARY_KINDS, MEDIA_GROUPINGS, MEDIA_SOURCES } from '../../../contract/rules/mediaLibrary.ts';
import type { Query } from '../app/events.ts';
import { choice, day, defineQuery, flag, isSameRequest, order, page, value, values } from '../factories/defineQuery.ts';

/** Whole days up to today; '': unbounded, or `from` and `until` apply. */
export const PHOTO_DAYS = ['1', '7', '30'] as const;

const parameters = defineQuery({
  kind: choice('kind', ['', ...LIBRARY_KINDS], ''),
  /** Serial numbers; empty: all robots of the user. */
  robots: values('robots'),
  /** Id of a point. */
  place: value('place'),
  source: choice('by', ['', ...MEDIA_SOURCES], ''),
  days: choice('days', ['', ...PHOTO_DAYS], ''),
  /** In the site's time zone, the last day inclusive. */
  from: day('from'),
  until: day('until'),
  groupBy: order('group', MEDIA_GROUPINGS, 'day'),
  deleted: flag('deleted', 'yes'),
  page: page(),
});
export type PhotoQuery = ReturnType<typeof parameters.read>;

export const photosQuery = {
  ...parameters,
  /** Chosen dates take precedence over a number of days. */
  read(query: Query): PhotoQuery {
    const read = parameters.read(query);
    return read.from === '' && read.until === '' ? read : { ...read, days: '' };
  },
};

/** Id of the file whose details are open; empty for none. */
export const itemIn = (query: Query): string => query['item'] ?? '';

/** Whether the open item is shown alone. */
export const isSolo = (query: Query): boolean => query['solo'] === 'yes' && itemIn(query) !== '';

/** Whether both show the same list. */
export const isSameList = (one: Query, other: Query): boolean => isSameRequest(photosQuery.read, one, other);
