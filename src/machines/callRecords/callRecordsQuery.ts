/** URL query of the records of calls, and the request for it. */
import { CALL_ENDS, CALL_ORIGINS } from '../../../contract/rules/call.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { choice, defineQuery, page } from '../factories/defineQuery.ts';

export const ORIGIN_FILTERS = ['all', ...CALL_ORIGINS] as const;
export const END_FILTERS = ['all', ...CALL_ENDS] as const;

export const callRecordsQuery = defineQuery({
  origin: choice('origin', ORIGIN_FILTERS, 'all'),
  end: choice('end', END_FILTERS, 'all'),
  page: page(),
});

export function callRecordsRequest(query: Query) {
  const { origin, end, page: number } = callRecordsQuery.read(query);
  return {
    serialNumberStr: '',
    origin: origin === 'all' ? ('' as const) : origin,
    end: end === 'all' ? ('' as const) : end,
    page: number,
    limit: PAGE_SIZE.first,
  };
}
export type CallRecordsRequest = ReturnType<typeof callRecordsRequest>;
