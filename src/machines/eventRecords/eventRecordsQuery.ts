/** URL query of the event records: type, robots, place, person, days, page, look, and the event that is open. */
import { BIZ_TYPES, type EventRecord } from '../../../contract/entities/eventRecord.ts';
import type { Query } from '../app/events.ts';
import { choice, day, defineQuery, page, text, value, values } from '../factories/defineQuery.ts';

export const EVENT_DAYS = ['1', '7', '14', '30'] as const;
export const EVENT_LOOKS = ['pictures', 'table'] as const;
export type EventLook = (typeof EVENT_LOOKS)[number];

const parameters = defineQuery({
  bizType: choice('type', ['', ...BIZ_TYPES], ''),
  /** Serial numbers; empty: all robots of the user. */
  robots: values('robots'),
  /** Id of the floor; '': all. */
  mapId: value('map'),
  /** Part of the name of a point or room. */
  place: text('place'),
  /** Part of the name of a person who acted or was recognised. */
  person: text('person'),
  /** Only alarms and lost connections that nobody has resolved. */
  open: choice('open', ['', 'yes'], ''),
  /** Whole days up to today; '': unbounded, or `from` and `until` apply. */
  days: choice('days', ['', ...EVENT_DAYS], ''),
  /** In the site's time zone, the last day inclusive. */
  from: day('from'),
  until: day('until'),
  page: page(),
});
export type EventRecordsQuery = ReturnType<typeof parameters.read>;

/** Id of the event that is open; empty for none. */
export const eventIn = (query: Query): string => query['event'] ?? '';
/** Only alarms have pictures: by default they are shown as pictures, and everything else as a table. */
export function lookIn(query: Query): EventLook {
  const look = EVENT_LOOKS.find((one) => one === query['look']);
  if (look) return look;
  const kinds = [parameters.read(query).bizType, eventIn(query).split(':')[0]];
  return kinds.every((kind) => kind === '' || kind === 'alarm') ? 'pictures' : 'table';
}

export const eventRecordsQuery = {
  ...parameters,
  /** Chosen dates take precedence over a number of days, and pictures over a type. */
  read(query: Query): EventRecordsQuery {
    const read = parameters.read(query);
    const bizType = lookIn(query) === 'pictures' ? 'alarm' : read.bizType;
    return { ...read, bizType, ...(read.from === '' && read.until === '' ? {} : { days: '' }) };
  },
};

/**
 * Where an event is found later too, whatever is filtered now: among those of its robot, kind and day.
 * @param date the day in the site's time zone
 */
export const queryOfEvent = ({ id, bizType, serialNumber }: EventRecord, date: string): Query => ({
  // Alarms are shown as pictures, without a type.
  ...parameters.patch({
    bizType: bizType === 'alarm' ? '' : bizType,
    robots: [serialNumber],
    from: date,
    until: date,
  }),
  event: id,
});
