/**
 * The navigation guard (spec 2, design 13) as one pure function: the result of visiting a path. Quoted sentences are
 * from the spec.
 */
import { checklist } from '../../../contract/pages/checklist.ts';
import type { Access, PageName, ShownPage } from '../app/events.ts';
import { findRoute, isPublic, needsRobot, WAYS } from './routes.ts';
import { type Place, placeOf, queryOf, searchOf, textOf } from './query.ts';

export type Verdict =
  /** `wait`: the visitor's session is not known yet. `anew`: the page starts again even if it is the one shown. */
  { kind: 'wait' } | { kind: 'redirect'; to: string; anew?: true } | { kind: 'show'; shown: ShownPage };

/** The not-found page, at the requested URL. */
const missing = ({ path, search }: Place): Verdict => ({
  kind: 'show',
  shown: {
    page: 'notFound',
    path,
    params: {},
    query: queryOf(search),
    titleKey: 'routes.notFound',
    name: 'notFound',
    affix: false,
  },
});
const redirect = (to: string): Verdict => ({ kind: 'redirect', to });

export function guard(place: Place, access: Access, knownPages: readonly PageName[]): Verdict {
  const { path, search } = place;
  const again = againAt(place);
  if (again) return isOurs(again) ? { kind: 'redirect', to: again, anew: true } : redirect('/404');
  if (access.who === 'unknown' && !isAlwaysOpen(path)) return { kind: 'wait' };
  // "A signed-in user opening /login goes to /."
  if (access.who === 'user' && path === '/login') return redirect('/');
  if (access.who !== 'user' && !isPublic(path)) {
    const { type } = queryOf(search);
    // "If that URL has a query parameter type, they go to /privacy/app?type={type} instead."
    return redirect(type ? `/privacy/app${searchOf({ type })}` : signInAt(place));
  }
  // "With none, the user goes to /no-robot." Who sets the installation up is led to its first robot instead.
  if (access.who === 'user' && access.robotCount === 0 && needsRobot(path, access.routes))
    return redirect(access.isSettingUp ? checklist.path : '/no-robot');
  if (access.who === 'user' && access.robotCount > 0 && path === '/no-robot') return redirect('/');
  const found = findRoute(path, access.who === 'user' ? access.routes : [], knownPages);
  if (found?.redirect && found.redirect !== path) return redirect(found.redirect);
  // "Unknown paths go to /404." A public page that does not exist yet keeps its URL: at /404 a visitor would be asked
  // to sign in.
  if (!found?.page) return path === '/404' ? { kind: 'wait' } : isPublic(path) ? missing(place) : redirect('/404');
  const { page, params, titleKey, name, affix } = found;
  const query = queryOf(search);
  const way = path === '/login' ? (WAYS[query['way'] ?? ''] ?? page) : page;
  return {
    kind: 'show',
    shown: { page: knownPages.includes(way) ? way : page, path, params, query, titleKey, name, affix },
  };
}

const AGAIN = '/redirect/';
/** Spec 2 /redirect/{path}: the path to open again; null for any other path. */
const againAt = ({ path, search }: Place): string | null =>
  path.startsWith(AGAIN) ? `/${path.slice(AGAIN.length)}${search}` : null;

/** The sign-in page must wait until the session is known; the other public pages are the same for all visitors. */
const isAlwaysOpen = (path: string): boolean => isPublic(path) && path !== '/login';

/** "Goes to /login?redirect={original path}"; the home page needs no redirect parameter. */
export function signInAt(place: Place): string {
  const back = textOf(place);
  return back === '/' || place.path === '/login' ? '/login' : `/login${searchOf({ redirect: back })}`;
}

/** The page after sign-in: the redirect parameter if it is a path of the console, else home. */
export function afterSignIn(search: string): string {
  const { redirect: wanted = '' } = queryOf(search);
  return isOurs(wanted) ? textOf(placeOf(wanted)) : '/';
}

/** A single leading slash, and nothing that a browser could parse as another host (//, /\, control characters). */
export const isOurs = (path: string): boolean =>
  /^\/(?![/\\])/u.test(path) &&
  !path.includes('\\') &&
  [...path].every((character) => character >= ' ') &&
  placeOf(path).path !== '/login';
