/**
 * The current page and whether the visitor is allowed to see it (spec 2 "Navigation guard", design 13). wouter reads
 * its location from here.
 *
 *   guarding ──wait──▶ waiting ──access.changed──▶ guarding
 *      │ ▲ └──redirect──▶ guarding (the URL replaced)
 *      │ └── navigation.go, history.moved, access.changed
 *      └──show──▶ shown { counted | counting }
 *
 * Before any navigation (link, tab, palette, Back), a page with unsaved changes is asked first: see `page.leaveAsked`.
 *
 * A page that needs a robot is shown at once with the last known robot count, and the count is refreshed in parallel;
 * when none is left, the guard runs again.
 */
import { type AnyActorRef, type AnyMachineSnapshot, assertEvent, assign, setup } from 'xstate';
import { type Access, type NavigationEvent, type PageName, type ShownPage, systemActor } from '../app/events.ts';
import { effect, promiseEffect } from '../effectStubs.ts';
import { afterSignIn, guard, type Verdict } from './guard.ts';
import { patched, type Place, placeOf, textOf } from './query.ts';
import { needsRobot, VIEW_SELECTION } from './routes.ts';

export interface NavigationInput {
  path: string;
  search: string;
  /** The pages of this console; a route to any other page is not found. */
  knownPages: readonly PageName[];
}
export interface NavigationContext extends Place {
  knownPages: readonly PageName[];
  access: Access;
  verdict: Verdict;
  /** The next page starts again even if it is the one shown. */
  anew: boolean;
  /** The page on the screen; it stays while the next one is decided. */
  shown: ShownPage | null;
}

const navigation = setup({
  types: {
    context: {} as NavigationContext,
    input: {} as NavigationInput,
    events: {} as NavigationEvent,
  },
  actors: {
    /** The number of the user's robots, over all models. */
    countRobots: promiseEffect<number, { userId: string }>('countRobots'),
  },
  actions: {
    /** Writes the address bar: a new history entry, or a replacement of the current one. */
    writeUrl: effect<{ to: string; replace: boolean }>('writeUrl'),
    goBack: effect<undefined>('goBack'),
  },
  guards: {
    mustWait: ({ context }) => context.verdict.kind === 'wait',
    mustRedirect: ({ context }) => context.verdict.kind === 'redirect',
    needsCount: ({ context }) => context.access.who === 'user' && needsRobot(context.path),
    isElsewhere: ({ context }, { to }: { to: string }) => textOf(placeOf(to)) !== textOf(context),
    hasNewCount: ({ context }, { count }: { count: number }) =>
      context.access.who === 'user' && context.access.robotCount !== count,
    isEntering: ({ context }, { access }: { access: Access }) =>
      context.path === '/login' && context.access.who === 'visitor' && access.who === 'user',
  },
});

const judge = navigation.assign(({ context }) => ({ verdict: guard(context, context.access, context.knownPages) }));
const followVerdict = navigation.enqueueActions(({ context: { verdict }, enqueue }) => {
  if (verdict.kind !== 'redirect') return;
  enqueue.assign({ ...placeOf(verdict.to), ...(verdict.anew && { anew: true }) });
  enqueue({ type: 'writeUrl', params: { to: verdict.to, replace: true } });
});
const show = navigation.enqueueActions(({ context: { verdict, anew }, enqueue }) => {
  if (verdict.kind !== 'show') return;
  enqueue.assign({ shown: verdict.shown, anew: false });
  enqueue.sendTo(({ system }) => systemActor(system, 'app'), {
    type: 'app.pageWanted',
    shown: anew ? { ...verdict.shown, anew } : verdict.shown,
  });
});
/** Back and forward have changed the address bar already: it is restored until the page has answered. */
const askOrLeave = navigation.enqueueActions(({ context, event, system, enqueue }) => {
  assertEvent(event, ['navigation.go', 'history.moved']);
  const isMove = event.type === 'history.moved';
  const to = isMove ? event.path + event.search : event.to;
  const screen = system.get('screen') as AnyActorRef | undefined;
  const isUnsaved =
    context.shown?.path === context.path &&
    placeOf(to).path !== context.path &&
    ((screen?.getSnapshot() as AnyMachineSnapshot | undefined)?.hasTag?.('unsaved') ?? false);
  if (!isUnsaved) {
    enqueue.raise(
      isMove
        ? { type: 'history.followed', path: event.path, search: event.search }
        : { ...event, type: 'navigation.leave' },
    );
    return;
  }
  if (isMove) enqueue({ type: 'writeUrl', params: { to: textOf(context), replace: false } });
  enqueue.sendTo(screen as AnyActorRef, { type: 'page.leaveAsked', to });
  // Reopens the page's tab in case the user closed it.
  if (context.shown)
    enqueue.sendTo(({ system: all }) => systemActor(all, 'app'), { type: 'app.pageWanted', shown: context.shown });
});
const go = navigation.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'navigation.leave');
  const place = placeOf(event.to);
  enqueue.assign(place);
  enqueue({ type: 'writeUrl', params: { to: textOf(place), replace: event.replace ?? false } });
});
const patchQuery = navigation.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'navigation.query');
  const search = patched(context.search, event.query);
  if (search === context.search) return;
  enqueue.assign({ search });
  enqueue({ type: 'writeUrl', params: { to: context.path + search, replace: !event.push } });
});
const HOME: readonly string[] = ['/', '/home'];
/** Spec 4, 13: after sign-in the user returns to the requested page; without one, the user may have to choose a view first. */
const goBackToWork = navigation.enqueueActions(({ context, enqueue }) => {
  const wanted = afterSignIn(context.search);
  const choosesView = context.access.who === 'user' && context.access.choosesView === true;
  const to = HOME.includes(wanted) && choosesView ? VIEW_SELECTION : wanted;
  enqueue.assign(placeOf(to));
  enqueue({ type: 'writeUrl', params: { to, replace: true } });
});

export const navigationMachine = navigation.createMachine({
  id: 'navigation',
  context: ({ input: { path, search, knownPages } }) => ({
    ...placeOf(path + search),
    knownPages,
    access: { who: 'unknown' },
    verdict: { kind: 'wait' },
    anew: false,
    shown: null,
  }),
  initial: 'guarding',
  on: {
    'navigation.go': { guard: { type: 'isElsewhere', params: ({ event }) => event }, actions: askOrLeave },
    'navigation.leave': {
      guard: { type: 'isElsewhere', params: ({ event }) => event },
      target: '.guarding',
      actions: go,
    },
    'navigation.query': { actions: patchQuery },
    'navigation.back': { actions: 'goBack' },
    'history.moved': { actions: askOrLeave },
    'history.followed': { target: '.guarding', actions: assign(({ event }) => placeOf(event.path + event.search)) },
    'access.changed': [
      {
        guard: { type: 'isEntering', params: ({ event }) => event },
        target: '.guarding',
        actions: [assign({ access: ({ event }) => event.access }), goBackToWork],
      },
      { target: '.guarding', actions: assign({ access: ({ event }) => event.access }) },
    ],
  },
  states: {
    guarding: {
      entry: judge,
      always: [
        { guard: 'mustWait', target: 'waiting' },
        { guard: 'mustRedirect', target: 'guarding', reenter: true, actions: followVerdict },
        'shown',
      ],
    },
    waiting: {},
    shown: {
      entry: show,
      initial: 'deciding',
      // A changed filter is not a navigation: no guard, no new count.
      on: { 'navigation.recount': '.counting', 'navigation.query': { actions: [patchQuery, judge, show] } },
      states: {
        deciding: { always: [{ guard: 'needsCount', target: 'counting' }, 'counted'] },
        counting: {
          invoke: {
            src: 'countRobots',
            input: ({ context: { access } }) => ({ userId: access.who === 'user' ? access.userId : '' }),
            onDone: [
              {
                guard: { type: 'hasNewCount', params: ({ event }) => ({ count: event.output }) },
                target: '#navigation.guarding',
                actions: assign({
                  access: ({ context: { access }, event }) =>
                    access.who === 'user' ? { ...access, robotCount: event.output } : access,
                }),
              },
              'counted',
            ],
            // A failed count must not redirect the user.
            onError: 'counted',
          },
        },
        counted: {},
      },
    },
  },
});
