/** Which pages become tabs of visited views (spec 2 "Tab views"). */
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import { FORBIDDEN_PAGE } from '../../../contract/rules/routeAccess.ts';
import { joinPath } from '../navigation/routes.ts';
import { searchOf } from '../navigation/query.ts';
import type { ShownPage, VisitedView } from './events.ts';

/** Pages without the shell's frame get no tab: no user needs to return to them from there. */
const NO_TAB = new Set([
  'forgotPassword',
  'setPassword',
  'alarmLink',
  'agreement',
  'privacy',
  'notFound',
  'noRobot',
  'viewSelection',
  'phoneVerificationCode',
  't2SignOut',
  'offlineRobots',
  'weather',
  'voice',
  FORBIDDEN_PAGE,
]);

/** Every sign-in method is a page of its own at this path. */
const SIGN_IN_PATH = '/login';

export function visitedView({ page, path, query, titleKey, name, affix }: ShownPage): VisitedView | null {
  return path === SIGN_IN_PATH || NO_TAB.has(page) ? null : { path, search: searchOf(query), titleKey, name, affix };
}

/** The views that the route table pins, in its order. */
export function affixedViews(routes: readonly AsyncRoute[], base = ''): VisitedView[] {
  return routes.flatMap((route) => {
    const path = joinPath(base, route.path) || '/';
    const { affix, title } = route.meta;
    const own =
      affix && route.component && !route.redirect
        ? [{ path, search: '', titleKey: title ?? '', name: route.name, affix: true }]
        : [];
    return [...own, ...affixedViews(route.children, path)];
  });
}
