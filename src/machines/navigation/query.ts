/** Conversion between a URL's query string and names with values; an empty value equals an absent one. */
import type { Query } from '../app/events.ts';

export const queryOf = (search: string): Query =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''));

/** With its question mark; empty for an empty query. */
export function searchOf(query: Query): string {
  const kept = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(kept).toString();
  return search ? `?${search}` : '';
}

export const patched = (search: string, patch: Query): string => searchOf({ ...queryOf(search), ...patch });

export interface Place {
  path: string;
  /** With its question mark, or empty. */
  search: string;
}
export const placeOf = (to: string): Place => {
  const [beforeHash = ''] = to.split('#');
  const [path = '', ...rest] = beforeHash.split('?');
  return { path: trimmed(path), search: searchOf(queryOf(rest.join('?'))) };
};
export const textOf = ({ path, search }: Place): string => path + search;

/** Removes trailing slashes, so that /home/ equals /home. */
const trimmed = (path: string): string => path.replace(/\/+$/u, '') || '/';
