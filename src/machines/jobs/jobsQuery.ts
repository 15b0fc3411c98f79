/** URL query of the page of background jobs, and the request for it. */
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { JobRange } from '../../../contract/rules/jobs.ts';
import type { Query } from '../app/events.ts';
import { defineQuery, order, page, value } from '../factories/defineQuery.ts';

export const RANGES = ['6h', '24h', '7d'] as const satisfies readonly JobRange[];

export const jobsQuery = defineQuery({
  /** A kind of job; '' for all. */
  kind: value('kind'),
  /** What is open now, with lanes; or what has ended. */
  show: order('show', ['open', 'ended'], 'open'),
  range: order('range', RANGES, '6h'),
  page: page(),
});
export type JobsShown = ReturnType<typeof jobsQuery.read>['show'];

export const jobsRequest = (query: Query) => ({ ...jobsQuery.read(query), limit: PAGE_SIZE.first });
export type JobsRequest = ReturnType<typeof jobsRequest>;
