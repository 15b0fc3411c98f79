/** The route table sent to the console (spec 2 "Route table"), derived from the pages' definitions (contract/pages). */
import type { AsyncRoute } from '../contract/entities/user.ts';
import { MENU_GROUPS, type MenuGroup, type PageDefinition } from '../contract/pages/definePage.ts';
import * as definitions from '../contract/pages/allPages.ts';

type Page = PageDefinition & { component: string };
const PAGES: readonly Page[] = Object.entries(definitions).map(([component, page]) => ({ ...page, component }));

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const routeOf = (
  { component, path, title, menu, roles, views, affix, robotAdminsOnly, withoutRobot }: Page,
  parent: string,
  administers: boolean,
): AsyncRoute => ({
  path: path.startsWith(`${parent}/`) ? path.slice(parent.length + 1) : path,
  name: capitalized(component),
  hidden: !menu,
  alwaysShow: false,
  component,
  meta: {
    title,
    ...(menu?.icon && { icon: menu.icon }),
    ...(menu?.divider && { divider: true }),
    ...(roles && { roles: [...roles] }),
    ...(views && { robotModel: [...views] }),
    ...(affix && { affix }),
    ...(robotAdminsOnly && !administers && { robotAdminsOnly }),
    // Without a robot, only account administrators count as administrators.
    ...(withoutRobot && (administers || (withoutRobot === true && !robotAdminsOnly)) && { withoutRobot: true }),
  },
  children: [],
});

interface Placed {
  place: number;
  route: AsyncRoute;
}
const inOrder = (placed: readonly Placed[]): AsyncRoute[] =>
  [...placed].sort((a, b) => a.place - b.place).map(({ route }) => route);
const placed = (pages: readonly Page[], parent: string, administers: boolean): Placed[] =>
  pages.map((page) => ({ place: page.menu?.place ?? 0, route: routeOf(page, parent, administers) }));

function groupOf(pages: readonly Page[], name: MenuGroup, administers: boolean): Placed[] {
  const { path, title, icon, place } = MENU_GROUPS[name];
  const own = pages.filter(({ menu }) => menu?.group === name);
  const children = inOrder(placed(own, path, administers));
  const [first] = children;
  if (!first) return [];
  const route: AsyncRoute = {
    path: path.slice(1),
    name: capitalized(name),
    hidden: false,
    redirect: first.path.startsWith('/') ? first.path : `${path}/${first.path}`,
    alwaysShow: true,
    meta: { title, icon, ...(first.meta.withoutRobot && { withoutRobot: true }) },
    children,
  };
  return [{ place, route }];
}

const GROUPS = Object.keys(MENU_GROUPS) as MenuGroup[];

/**
 * All pages: the console shows who can give access to the ones that the user cannot open.
 *
 * @param administers the user administers at least one robot
 * @param demo includes the pages of the demo
 */
export function routeTable(administers: boolean, demo: boolean): AsyncRoute[] {
  const pages = PAGES.filter(({ demoOnly }) => demo || !demoOnly);
  const alone = pages.filter(({ menu }) => !menu?.group);
  return [
    {
      path: '/',
      name: 'Root',
      hidden: false,
      redirect: '/home',
      alwaysShow: false,
      meta: {},
      children: inOrder([
        ...placed(alone, '', administers),
        ...GROUPS.flatMap((name) => groupOf(pages, name, administers)),
      ]),
    },
  ];
}
