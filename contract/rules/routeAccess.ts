/**
 * Which routes an account can open (spec 2, 6): admin all, others where roles intersect; routes without roles are open
 * to all. Some pages are only for administrators of a robot.
 */
import type { AccountRole, RobotView } from '../entities/constants.ts';
import type { AsyncRoute } from '../entities/user.ts';

/** The page at the path of a page that the user cannot open. */
export const FORBIDDEN_PAGE = 'forbidden';

const isOpenTo = ({ meta: { roles, robotAdminsOnly } }: AsyncRoute, own: readonly AccountRole[]): boolean =>
  !robotAdminsOnly && hasRole(roles, own);

/** Whether an account's roles suffice for a page of these roles. */
export const hasRole = (roles: AsyncRoute['meta']['roles'], own: readonly AccountRole[]): boolean =>
  own.includes('admin') || !roles || roles.some((role) => own.includes(role));

/**
 * The route table, in which a page that the roles cannot open is hidden and replaced by the page that says so. A group
 * without a page to open is hidden too; any other group leads to its first page that can be opened.
 */
export const accessibleRoutes = (
  routes: readonly AsyncRoute[],
  roles: readonly AccountRole[],
  isParentOpen = true,
): AsyncRoute[] =>
  routes.map((route) => {
    const isOpen = isParentOpen && isOpenTo(route, roles);
    const children = accessibleRoutes(route.children, roles, isOpen);
    return isOpen
      ? { ...route, children, ...firstOpen(route, children) }
      : { ...route, children, hidden: true, component: FORBIDDEN_PAGE, meta: { ...route.meta, affix: false } };
  });

function firstOpen({ path, alwaysShow }: AsyncRoute, children: readonly AsyncRoute[]): Pick<AsyncRoute, 'redirect'> {
  const first = alwaysShow ? children.find(({ hidden }) => !hidden) : undefined;
  return first
    ? { redirect: first.path.startsWith('/') ? first.path : `/${path.replace(/^\//u, '')}/${first.path}` }
    : {};
}

/** Whether the sidebar shows an entry in this view; `all` shows every entry. */
export const isInView = ({ meta: { robotModel } }: AsyncRoute, view: RobotView): boolean =>
  view === 'all' || !robotModel || robotModel.includes(view);

/** Spec 5: an icon or path with one of these prefixes is an external link. */
export const isExternal = (path: string): boolean => /^(https?:|mailto:|tel:)/u.test(path);
