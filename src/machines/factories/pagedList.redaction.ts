/** What may leave of a list that is read a page at a time (pagedList.ts): of its rows what the page says, of the address what is no typed word. */
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import type { RedactionRule } from '../recording/redaction.ts';

export const foundRedaction = <const Row extends RedactionRule>(row: Row) =>
  ({ total: true, rows: { '*': row } }) as const;
export const listRedaction = <const Row extends RedactionRule>(row: Row) =>
  ({ ...foundRedaction(row), query: 'query', failure: 'failure' }) as const;
export const LIST_EVENTS = { ...PAGE_EVENTS, 'list.show': { query: 'query' }, 'list.turn': { page: true } } as const;
