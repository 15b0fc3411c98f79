/** URL query of the deliveries: board or records, site, filters of the records, and the delivery that is open. */
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import { DELIVERY_ORIGINS, type DeliveryOrigin } from '../../../contract/entities/delivery.ts';
import type { Query } from '../app/events.ts';
import { choice, day, defineQuery, order, page, text, values } from '../factories/defineQuery.ts';

export const DELIVERY_VIEWS = ['board', 'records'] as const;
export type DeliveryView = (typeof DELIVERY_VIEWS)[number];
/** Whole days up to today; '': dates apply. */
export const DELIVERY_DAYS = ['1', '7', '14', '30'] as const;
export type DeliveryDays = (typeof DELIVERY_DAYS)[number] | '';

const USUAL_DAYS = '7';

const parameters = defineQuery({
  view: order('view', DELIVERY_VIEWS, 'board'),
  /** Serial numbers; empty: all robots of the user. */
  robots: values('robots'),
  statuses: values('status'),
  origins: values('origin'),
  days: choice('days', DELIVERY_DAYS, USUAL_DAYS),
  /** In the site's time zone, the last day inclusive. */
  from: day('from'),
  until: day('until'),
  text: text('q'),
  page: page(),
});
type Parameters = ReturnType<typeof parameters.read>;
export interface DeliveriesQuery extends Omit<Parameters, 'statuses' | 'origins' | 'days'> {
  statuses: readonly DeliveryStatus[];
  /** Where they were ordered; empty: anywhere. */
  origins: readonly DeliveryOrigin[];
  days: DeliveryDays;
}

export const deliveriesQuery = {
  ...parameters,
  /** Chosen dates take precedence over a number of days; unknown statuses and origins are dropped. */
  read(query: Query): DeliveriesQuery {
    const read = parameters.read(query);
    return {
      ...read,
      statuses: DELIVERY_STATUSES.filter((status) => read.statuses.includes(status)),
      origins: DELIVERY_ORIGINS.filter((origin) => read.origins.includes(origin)),
      days: read.from === '' && read.until === '' ? read.days : '',
    };
  },
  patch({ days, ...change }: Partial<DeliveriesQuery>): Query {
    return parameters.patch({ ...change, ...(days === undefined ? {} : { days: days || USUAL_DAYS }) });
  },
};

/** Id of the site whose board is shown; '': the site whose clock the frame shows. */
export const siteIn = (query: Query): string => query['site'] ?? '';
/** Id of the delivery whose details are open; '' for none. */
export const deliveryIn = (query: Query): string => query['delivery'] ?? '';
/** Whether the form for a new delivery is open as a sheet, on a phone. */
export const isNewIn = (query: Query): boolean => query['new'] === '1';
/** Address of a delivery's details, over the board or the records. */
export const deliveryPath = (deliveryId: string, isRecord = false): string =>
  `/activities/delivery-record?${isRecord ? 'view=records&' : ''}delivery=${encodeURIComponent(deliveryId)}`;
