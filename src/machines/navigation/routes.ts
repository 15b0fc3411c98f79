/** The pages that are not in the server's route table (spec 2 "Public routes"), and the lookup of a path's page. */
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import type { PageName } from '../app/events.ts';

export interface FoundRoute {
  /** Absent for a path that only redirects. */
  page?: PageName;
  redirect?: string;
  params: Record<string, string>;
  titleKey: string;
  name: string;
  affix: boolean;
}

/** The public pages, with the keys of their titles. A page that does not exist yet is not found, whatever the path. */
const PUBLIC: Readonly<Record<string, readonly [page: PageName, titleKey: string]>> = {
  '/login': ['signIn', 'signIn.title'],
  '/forgot-password': ['forgotPassword', 'routes.forgotPassword'],
  '/set-password': ['setPassword', 'setPassword.title'],
  '/alarm-link': ['alarmLink', 'alarmLink.title'],
  '/changelog': ['changelog', 'routes.changelog'],
  '/contact': ['inquiry', 'routes.contact'],
  '/t2-sign-out': ['t2SignOut', 't2SignOut.title'],
  '/phone-verification-code': ['phoneVerificationCode', 'phoneVerificationCode.title'],
  '/privacy/app': ['privacy', 'routes.privacy'],
  '/agreement': ['agreement', 'routes.agreement'],
  '/mini-program': ['miniProgram', ''],
  '/plg/offline-robot-list': ['offlineRobots', 'routes.offlineRobots'],
  '/semantic-scene/weather': ['weather', 'routes.weather'],
  '/semantic-scene/voice': ['voice', 'voice.title'],
  '/inspector': ['inspector', 'routes.inspector'],
};
/** The other sign-in methods share the path of sign-in (design 13), selected by the query parameter `way`. */
export const WAYS: Readonly<Record<string, PageName>> = { code: 'signInByCode', qr: 'qrSignIn', register: 'signUp' };
/** Pages for signed-in users in addition to the server's table. */
export const VIEW_SELECTION = '/view-selection';
const OWN: typeof PUBLIC = {
  '/404': ['notFound', 'routes.notFound'],
  '/no-robot': ['noRobot', 'routes.noRobot'],
  [VIEW_SELECTION]: ['viewSelection', 'viewSelection.title'],
};
/** Paths outside the table that work without a robot; pages say it themselves (contract/pages). */
const WITHOUT_ROBOT: readonly string[] = ['/no-robot', '/404'];

/** The paths that are not in the server's table. */
export const STATIC_PATHS: readonly string[] = [...Object.keys(PUBLIC), ...Object.keys(OWN), ...WITHOUT_ROBOT];

export const isPublic = (path: string): boolean => path in PUBLIC;
/** Whether the page at a path is of no use without a robot (spec 2). */
export const needsRobot = (path: string, table: readonly AsyncRoute[]): boolean =>
  !isPublic(path) && !WITHOUT_ROBOT.includes(path) && routeAt(path, table)?.[0].meta.withoutRobot !== true;

const bare = ([page, titleKey]: readonly [PageName, string]): FoundRoute => ({
  page,
  params: {},
  titleKey,
  name: page,
  affix: false,
});

export function findRoute(
  path: string,
  table: readonly AsyncRoute[],
  knownPages: readonly PageName[],
): FoundRoute | null {
  const own = PUBLIC[path] ?? OWN[path];
  const route = own ? null : routeAt(path, table);
  const found = own ? bare(own) : route && inTable(route);
  return found && (found.redirect || (found.page && knownPages.includes(found.page))) ? found : null;
}

export const joinPath = (base: string, path: string): string =>
  path.startsWith('/') ? path : `${base === '/' ? '' : base}/${path}`;

/** The page or redirect of a path, and the values of the path's parameters. */
export function routeAt(
  path: string,
  table: readonly AsyncRoute[],
  base = '',
): [route: AsyncRoute, params: Record<string, string>] | null {
  for (const route of table) {
    const full = joinPath(base, route.path) || '/';
    const child = routeAt(path, route.children, full);
    if (child) return child;
    const params = match(full, path);
    if (params && (route.component || route.redirect)) return [route, params];
  }
  return null;
}

const inTable = ([{ name, redirect, component, meta }, params]: NonNullable<
  ReturnType<typeof routeAt>
>): FoundRoute => ({
  params,
  titleKey: meta.title ?? '',
  name,
  affix: meta.affix ?? false,
  // A component takes precedence over a redirect; the layout's own component is not a page.
  ...(redirect ? { redirect } : component ? { page: component } : {}),
});

/** The values of the `:name` parts; null when the path does not match. */
function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value) params[part.slice(1)] = decoded(value);
    else if (part !== value) return null;
  }
  return params;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
