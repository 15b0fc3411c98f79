/** What the screen reads of any list that is read a page at a time. */
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { parsePage } from '../parsePage.ts';
import type { ListContext, ListTag } from './pagedList.ts';

interface Snapshot {
  context: ListContext;
  hasTag(tag: ListTag): boolean;
}

export const selectIsReading = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
/** Which page of how many, and which rows stand on it, from 1 on. */
export const placeOf = ({ query, rows, total }: ListContext) => {
  const page = parsePage(query['page']);
  const from = (page - 1) * PAGE_SIZE.first + 1;
  return { page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE.first)), from, to: from + rows.length - 1 };
};
