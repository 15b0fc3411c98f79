/** Redaction rules of a paged list (pagedList.ts): rows by the page's own rules, the query without typed text. */
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import type { RedactionRule } from '../recording/redaction.ts';

export const foundRedaction = <const Row extends RedactionRule>(row: Row) =>
  ({ total: true, rows: { '*': row } }) as const;
export const listRedaction = <const Row extends RedactionRule>(row: Row) =>
  ({ ...foundRedaction(row), query: 'query', failure: 'failure' }) as const;
export const LIST_EVENTS = { ...PAGE_EVENTS, 'list.show': { query: 'query' }, 'list.turn': { page: true } } as const;
