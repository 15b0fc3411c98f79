/** The tabs of visited views (spec 2 "Tab views"): pure list operations. An affixed view cannot be closed. */
import type { VisitedView } from '../app/events.ts';

/**
 * The view with its latest query, at its existing position; a new view comes last. Its list is scrolled as before if the
 * query is the same.
 */
export function visited(tabs: readonly VisitedView[], view: VisitedView): readonly VisitedView[] {
  const known = tabs.findIndex(({ path }) => path === view.path);
  const before = tabs[known];
  if (!before) return [...tabs, view];
  const scroll = before.search === view.search ? before.scroll : undefined;
  return tabs.with(known, { ...view, affix: before.affix || view.affix, ...(scroll && { scroll }) });
}

/** Remembers how far the list of a view was scrolled, unless its tab is closed or shows another query by now. */
export const scrolled = (
  tabs: readonly VisitedView[],
  { path, search, scroll }: Required<Pick<VisitedView, 'path' | 'search' | 'scroll'>>,
): readonly VisitedView[] => tabs.map((tab) => (tab.path === path && tab.search === search ? { ...tab, scroll } : tab));

/** Affixed views come first, in the order of the route table. */
export const affixed = (tabs: readonly VisitedView[], views: readonly VisitedView[]): readonly VisitedView[] => [
  ...views,
  ...tabs.filter(({ path }) => !views.some((view) => view.path === path)),
];

export const without = (tabs: readonly VisitedView[], path: string): readonly VisitedView[] =>
  tabs.filter((tab) => tab.affix || tab.path !== path);
export const only = (tabs: readonly VisitedView[], path: string): readonly VisitedView[] =>
  tabs.filter((tab) => tab.affix || tab.path === path);
export const none = (tabs: readonly VisitedView[]): readonly VisitedView[] => tabs.filter(({ affix }) => affix);

/** The next tab when the active one closes: its right neighbour, else its left one; null when none is left. */
export function neighbour(tabs: readonly VisitedView[], path: string): VisitedView | null {
  const index = tabs.findIndex((tab) => tab.path === path);
  return tabs[index + 1] ?? tabs[index - 1] ?? null;
}
