/** Breadcrumbs from the route table (spec 2 "Breadcrumb"). */
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import { joinPath } from './menu.ts';

export interface Crumb {
  path: string;
  title: string;
}

const REDIRECT_PREFIX = '/redirect/';
/** Pages without a breadcrumb: they need the space, or are the start page. */
const WITHOUT_BREADCRUMB = ['/home', '/map-edit', '/video-control'] as const;

export const hasBreadcrumb = (path: string): boolean =>
  !WITHOUT_BREADCRUMB.some((end) => (end === '/home' ? path === end : path === end || path.endsWith(end)));

/**
 * The matched routes that have a title and do not opt out; the last is the page itself. Empty where it is hidden, and
 * for a page without a parent, whose heading says the same.
 */
export function breadcrumbOf(routes: readonly AsyncRoute[], location: string): Crumb[] {
  const path = location.startsWith(REDIRECT_PREFIX) ? `/${location.slice(REDIRECT_PREFIX.length)}` : location;
  if (!hasBreadcrumb(path)) return [];
  const crumbs = (matched(routes, path, '/') ?? [])
    .filter(({ route }) => route.meta.title && route.meta.breadcrumb !== false)
    .map(({ route, at }) => ({ path: at, title: route.meta.title ?? '' }));
  return crumbs.length > 1 ? crumbs : [];
}

interface Match {
  route: AsyncRoute;
  at: string;
}

/** The chain of routes to a path; a page outside the menu (home/robot-data) has the page of the shorter path before it. */
function matched(routes: readonly AsyncRoute[], path: string, parent: string): Match[] | null {
  for (const route of routes) {
    const at = joinPath(parent, route.path);
    if (at === path && route.children.length === 0) {
      const before = routes
        .map((other) => ({ route: other, at: joinPath(parent, other.path) }))
        .filter((other) => other.at !== '/' && path.startsWith(`${other.at}/`));
      return [...(route.hidden ? before : []), { route, at }];
    }
    const deeper = matched(route.children, path, at);
    if (deeper) return [{ route, at }, ...deeper];
    if (at === path) return [{ route, at }];
  }
  return null;
}
