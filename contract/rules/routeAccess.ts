/**
 * Which routes an account can open (spec 2, 6): admin all, others where roles intersect; routes without roles are open
 * to all.
 */
import type { AccountRole, RobotView } from '../entities/constants.ts';
import type { AsyncRoute } from '../entities/user.ts';

const isOpenTo = ({ meta: { roles } }: AsyncRoute, own: readonly AccountRole[]): boolean =>
  own.includes('admin') || !roles || roles.some((role) => own.includes(role));

/** The route table without the routes that the roles cannot open; a group without remaining children is removed too. */
export function accessibleRoutes(routes: readonly AsyncRoute[], roles: readonly AccountRole[]): AsyncRoute[] {
  return routes
    .filter((route) => isOpenTo(route, roles))
    .flatMap((route) => {
      const children = accessibleRoutes(route.children, roles);
      return route.children.length > 0 && children.length === 0 && !route.component ? [] : [{ ...route, children }];
    });
}

/** Whether the sidebar shows an entry in this view; `all` shows every entry. */
export const isInView = ({ meta: { robotModel } }: AsyncRoute, view: RobotView): boolean =>
  view === 'all' || !robotModel || robotModel.includes(view);

/** Spec 5: an icon or path with one of these prefixes is an external link. */
export const isExternal = (path: string): boolean => /^(https?:|mailto:|tel:)/u.test(path);
