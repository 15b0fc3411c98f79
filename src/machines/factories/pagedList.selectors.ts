/** Selectors of any paged list. */
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { parsePage } from '../parsePage.ts';
import type { ListContext, ListTag } from './pagedList.ts';

interface Snapshot {
  context: ListContext;
  hasTag(tag: ListTag): boolean;
}

export const selectIsReading = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
/** Current page, number of pages, and the range of rows on it, all from 1. */
export const placeOf = ({ query, rows, total }: ListContext) => {
  const page = parsePage(query['page']);
  const from = (page - 1) * PAGE_SIZE.first + 1;
  return { page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE.first)), from, to: from + rows.length - 1 };
};
