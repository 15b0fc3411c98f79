/** Selectors of any paged list. */
import type { AnyActorRef } from 'xstate';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { parsePage } from '../parsePage.ts';
import type { ListContext, ListEvent, ListTag } from './pagedList.ts';

interface ListSnapshot {
  context: ListContext;
  hasTag(tag: ListTag): boolean;
}
/** The actor of any page with a paged list. */
export interface ListRef extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): ListSnapshot;
  send(event: Extract<ListEvent, { type: `list.${string}` }>): void;
}

export const selectList = ({ context }: ListSnapshot): ListContext => context;
/** Text of the search field, trimmed. */
export const selectSearch = ({ context }: ListSnapshot): string => (context.query['q'] ?? '').trim();
export const selectIsReading = (snapshot: ListSnapshot): boolean => snapshot.hasTag('reading');
/**
 * Current page, number of pages, and the range of rows on it, all from 1.
 * @param size rows of a page
 */
export const placeOf = ({ query, rows, total }: ListContext, size: number = PAGE_SIZE.first) => {
  const page = parsePage(query['page']);
  const from = (page - 1) * size + 1;
  return { page, pages: Math.max(1, Math.ceil(total / size)), from, to: from + rows.length - 1 };
};
