/** URL query of the face recognition records: kind, robots, name, days, page, and the record that is open. */
import { FACE_SELECT_TYPES } from '../../../contract/rules/faces.ts';
import type { Query } from '../app/events.ts';
import { choice, day, defineQuery, page, text, values } from '../factories/defineQuery.ts';

/** Whole days up to today; '': unbounded, or `from` and `until` apply. */
export const FACE_RANGES = ['1', '7', '14', '30'] as const;

const parameters = defineQuery({
  /** Serial numbers; empty: all robots of the user. */
  robots: values('robots'),
  selectType: choice('selectType', FACE_SELECT_TYPES, 'all'),
  /** Part of a registered person's name. */
  name: text('name'),
  days: choice('days', ['', ...FACE_RANGES], ''),
  /** In the site's time zone, the last day inclusive. */
  from: day('from'),
  until: day('until'),
  page: page(),
});
export type FaceQuery = ReturnType<typeof parameters.read>;

export const faceQuery = {
  ...parameters,
  /** Chosen dates take precedence over a number of days. */
  read(query: Query): FaceQuery {
    const read = parameters.read(query);
    return read.from === '' && read.until === '' ? read : { ...read, days: '' };
  },
};

/** Id of the record that is open; empty for none. */
export const faceIn = (query: Query): string => query['face'] ?? '';
