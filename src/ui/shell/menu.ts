/**
 * Sidebar entries from the route table (spec 2 "Route table", "Layout"). Hidden routes and routes of other robot views
 * are omitted; a group with a single page is shown as that page unless it is always shown as a group.
 */
import type { RobotView } from '../../../contract/entities/constants.ts';
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import type { VisitedView } from '../../machines/app/events.ts';
import { FORBIDDEN_PAGE, isExternal, isInView } from '../../../contract/rules/routeAccess.ts';

export interface MenuEntry {
  /** The route's name, stable and unique. */
  name: string;
  /** An absolute path in the console, or an external address. */
  path: string;
  /** Opens in a new tab. */
  external: boolean;
  /** The locale key that the server sends with the route. */
  title: string;
  icon: string | undefined;
  /** A divider follows. */
  divider: boolean;
  children: readonly MenuEntry[];
  /** The path with the query of the page's tab; absent: the path itself. */
  to?: string;
  /** Number of access requests that wait on this page; absent on the other pages. */
  count?: number;
}

/** Joins a child's path to its parent's; absolute and external ones stay unchanged. */
export const joinPath = (parent: string, child: string): string => {
  if (isExternal(child) || child.startsWith('/')) return child;
  return `/${[...parent.split('/'), ...child.split('/')].filter(Boolean).join('/')}`;
};

/** @param knownPages the pages of this console; routes to other pages are not shown */
export function menuEntries(
  routes: readonly AsyncRoute[],
  view: RobotView,
  knownPages: readonly string[],
  parent = '/',
): MenuEntry[] {
  return routes.flatMap((route) => {
    if (route.hidden || !isInView(route, view)) return [];
    const path = joinPath(parent, route.path);
    const children = menuEntries(route.children, view, knownPages, path);
    if (children.length === 0 && !isPage(route, path, knownPages)) return [];
    const [only] = children;
    if (only && children.length === 1 && !route.alwaysShow)
      return [{ ...only, icon: only.icon ?? route.meta.icon, divider: only.divider || dividesAfter(route) }];
    if (!route.meta.title) return children;
    return [
      {
        name: route.name,
        path,
        external: isExternal(path),
        title: titleIn(view, route.meta.title),
        icon: route.meta.icon,
        divider: dividesAfter(route),
        children,
      },
    ];
  });
}

/**
 * The entries, each leading to its page with the filters and the page number of its open tab, so that a list is as it was
 * left. On the page itself its entry clears them.
 */
export const withTabs = (entries: readonly MenuEntry[], tabs: readonly VisitedView[], current: string): MenuEntry[] =>
  entries.map((entry) => {
    const search = entry.path === current ? '' : tabs.find(({ path }) => path === entry.path)?.search;
    return { ...entry, children: withTabs(entry.children, tabs, current), ...(search && { to: entry.path + search }) };
  });

export const MEMBERS = '/setting/friend-manage';
export const ALARM_CASES = '/alarms/cases';
/** The entries, with the number of what waits for the user at the page that lists it, by path. */
export const withCounts = (entries: readonly MenuEntry[], counts: Readonly<Record<string, number>>): MenuEntry[] =>
  entries.map((entry) => {
    const count = counts[entry.path];
    return { ...entry, children: withCounts(entry.children, counts), ...(count === undefined ? {} : { count }) };
  });
export const countOf = (entries: readonly MenuEntry[]): number =>
  pagesOf(entries).reduce((sum, { count = 0 }) => sum + count, 0);

/** A page that can be opened, internal or external; not a group whose pages were all omitted. */
const isPage = (route: AsyncRoute, path: string, knownPages: readonly string[]): boolean =>
  isExternal(path) ||
  (!route.children.some((child) => !child.hidden) &&
    route.component !== undefined &&
    knownPages.includes(route.component));

/** Spec 2: the reception robots of view xp guide people, so their cruise routes are called guide routes. */
export const GUIDE_ROUTES_TITLE = 'routes.guideRoutes';
const ROUTES_TITLE = 'routes.cruiseRoutes';
/** A page's title in this robot view. */
export const titleIn = (view: RobotView, title: string): string =>
  view === 'xp' && title === ROUTES_TITLE ? GUIDE_ROUTES_TITLE : title;

/** Spec 2: a divider follows the home item. */
const dividesAfter = ({ name, meta }: AsyncRoute): boolean => name === 'Home' || meta.divider === true;

/** The active entry: the one with the longest path that contains the given path; null if none does. */
export function activeEntry(entries: readonly MenuEntry[], path: string): MenuEntry | null {
  let best: MenuEntry | null = null;
  const visit = (entry: MenuEntry): void => {
    const covers = !entry.external && (path === entry.path || path.startsWith(`${entry.path}/`));
    if (covers && entry.children.length === 0 && (!best || entry.path.length > best.path.length)) best = entry;
    entry.children.forEach(visit);
  };
  entries.forEach(visit);
  return best;
}

export const holds = (group: MenuEntry, entry: MenuEntry | null): boolean =>
  entry !== null && group.children.some((child) => child.name === entry.name || holds(child, entry));

/** All pages of the menu, including those in groups: for the palette. */
export const pagesOf = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) =>
    entry.children.length > 0
      ? pagesOf(entry.children).map((page) => ({ ...page, icon: page.icon ?? entry.icon }))
      : [entry],
  );

/** Whether an internal path is in the route table, visible in the menu or not, with a page that can be opened. */
export const hasPage = (
  routes: readonly AsyncRoute[],
  path: string,
  knownPages: readonly string[],
  parent = '/',
): boolean =>
  routes.some((route) => {
    const at = joinPath(parent, route.path);
    return (
      (at === path &&
        route.component !== undefined &&
        route.component !== FORBIDDEN_PAGE &&
        knownPages.includes(route.component)) ||
      hasPage(route.children, path, knownPages, at)
    );
  });
