/** Which routes an account may open (spec 2, 6): admin all, others where roles intersect, no roles open to all. */
import type { AccountRole, RobotView } from '../entities/constants.ts';
import type { AsyncRoute } from '../entities/user.ts';

const isOpenTo = ({ meta: { roles } }: AsyncRoute, own: readonly AccountRole[]): boolean =>
  own.includes('admin') || !roles || roles.some((role) => own.includes(role));

/** The table without what the roles may not open; a group left without children goes too. */
export function accessibleRoutes(routes: readonly AsyncRoute[], roles: readonly AccountRole[]): AsyncRoute[] {
  return routes
    .filter((route) => isOpenTo(route, roles))
    .flatMap((route) => {
      const children = accessibleRoutes(route.children, roles);
      return route.children.length > 0 && children.length === 0 && !route.component ? [] : [{ ...route, children }];
    });
}

/** Whether the sidebar shows an entry for this view: `all` shows everything. */
export const isInView = ({ meta: { robotModel } }: AsyncRoute, view: RobotView): boolean =>
  view === 'all' || !robotModel || robotModel.includes(view);

/** Spec 5: an icon or path is an external link when it starts so. */
export const isExternal = (path: string): boolean => /^(https?:|mailto:|tel:)/u.test(path);
