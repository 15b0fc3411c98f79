/** What the download centre keeps in the URL: the search text, and the software whose details are open. */
import type { SoftwareLine } from '../../../contract/entities/software.ts';
import type { Query } from '../app/events.ts';
import { defineQuery, page, text, value } from '../factories/defineQuery.ts';

/** The list is short and comes whole; it is searched in the browser. */
export const downloadsQuery = defineQuery({
  text: text('q'),
  line: { ...value('line'), filters: false },
  /** The version that is shown of it; '' for the newest. */
  version: { ...value('version'), filters: false },
  page: page(),
});

export const lineKey = ({ models }: Pick<SoftwareLine, 'models'>): string => models.join(',');
export const openLine = (query: Query): string => downloadsQuery.read(query).line;

/** @param words what a row shows, by which it is found */
export function isFound(query: Query, words: readonly string[]): boolean {
  const typed = downloadsQuery.read(query).text.trim().toLowerCase();
  return typed === '' || words.some((word) => word.toLowerCase().includes(typed));
}
