/** What may leave of a list that is read a page at a time (pagedList.ts): of its rows what the page says, of the address what is no typed word. */
import { PAGE_EVENTS } from '../capsule/entityLeaves.ts';
import type { Leaf } from '../capsule/leaves.ts';

export const foundLeaves = <const Row extends Leaf>(row: Row) => ({ total: true, rows: { '*': row } }) as const;
export const listLeaves = <const Row extends Leaf>(row: Row) =>
  ({ ...foundLeaves(row), query: 'query', failure: 'failure' }) as const;
export const LIST_EVENTS = { ...PAGE_EVENTS, 'list.show': { query: 'query' }, 'list.turn': { page: true } } as const;
