/**
 * The root: owns the long-lived actors, gives them their systemIds and passes on between them what concerns more than one
 * (messages.ts has who understands what). Two things go on side by side:
 *
 *   account: unknown ──▶ away ⇄ arriving ──chunk──▶ present (connection and fleet live)
 *   page:    none ──▶ loading ──chunk──▶ shown (child 'screen': the page's machine) ;  loading, shown ──▶ failed ──retry──▶ loading
 *
 * A page's machine is loaded on demand: `loadPage` registers it in this machine's `implementations.actors` under its key, and it is
 * spawned by that key, so that a persisted snapshot names it and can be restored. The same holds for connection and fleet,
 * which sign-in does not load.
 */
import { assertEvent, assign, setup, stopChild } from 'xstate';
import type { Language, RobotView } from '../../../contract/entities/constants.ts';
import type { UserInfo } from '../../../contract/entities/user.ts';
import type { connectionMachine } from '../connection/connection.machine.ts';
import { type Failure, failure, failureOf } from '../failure.ts';
import type { fleetMachine } from '../fleet/fleet.machine.ts';
import { type NavigationInput, navigationMachine } from '../navigation/navigation.machine.ts';
import { effect, notLoaded, promiseEffect } from '../notProvided.ts';
import { noticesMachine } from '../notices/notices.machine.ts';
import { type KeptPreferences, preferencesMachine } from '../preferences/preferences.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { type Access, type AppEvent, type PageEvent, type PageInput, type PageName, type ShownPage, sibling } from './messages.ts';
import { affixedViews, visitedView } from './views.ts';

export interface AppInput {
  navigation: NavigationInput;
  preferences: KeptPreferences;
  /** The robot and the view chosen last time, as stored. */
  serialNumber: string;
  view: RobotView;
}
export interface AppContext {
  input: AppInput;
  access: Access;
  user: UserInfo | null;
  language: Language;
  /** The current robot; empty when there is none. */
  serialNumber: string;
  /** What navigation wants on the screen. */
  wanted: ShownPage | null;
  /** The page whose machine is the child `screen`. */
  page: ShownPage | null;
  /** Why the wanted page could not be loaded. */
  failure: Failure | null;
}

/** Under which key a page's machine is registered. */
export const pageKey = (page: PageName): string => `page.${page}`;

const app = setup({
  types: {
    context: {} as AppContext,
    input: {} as AppInput,
    events: {} as AppEvent,
    tags: {} as 'pageLoading',
  },
  actors: {
    session: sessionMachine,
    navigation: navigationMachine,
    notices: noticesMachine,
    preferences: preferencesMachine,
    connection: notLoaded<typeof connectionMachine>('connection'),
    fleet: notLoaded<typeof fleetMachine>('fleet'),
    /** Loads and registers what only signed-in people need: connection and fleet. */
    loadPresence: promiseEffect<void>('loadPresence'),
    /** Loads a page: registers its machine, has its component and its words ready. */
    loadPage: promiseEffect<void, { page: PageName }>('loadPage'),
  },
  actions: {
    logError: effect<{ error: unknown }>('logError'),
    /** Words, dates and <html lang> change over; what is drawn follows when they are there. */
    speak: effect<{ language: Language }>('speak'),
  },
  guards: {
    isNotice: (_, { type, wanted }: { type: string; wanted: 'sessionEnded' | 'relationsChanged' }) => type === wanted,
    isSameUser: ({ context }, { access }: { access: Access }) => access.who === 'user' && context.access.who === 'user' && access.userId === context.access.userId,
    isUser: (_, { access }: { access: Access }) => access.who === 'user',
    isSamePage: ({ context: { page, wanted } }) =>
      page !== null && wanted !== null && page.page === wanted.page && JSON.stringify(page.params) === JSON.stringify(wanted.params),
  },
  delays: { chunkRetry: 2_000 },
});

const takeAccess = app.assign(({ event }) => {
  assertEvent(event, 'app.accessChanged');
  return { access: event.access, user: event.user };
});
const tellAccess = app.sendTo(({ system }) => sibling(system, 'navigation'), ({ context }) => ({ type: 'access.changed', access: context.access }));
/** The tabs are of one person; the next one starts with none. */
const forgetTabs = app.sendTo(({ system }) => sibling(system, 'preferences'), { type: 'tabs.forget' });
const affixTabs = app.sendTo(({ system }) => sibling(system, 'preferences'), ({ context: { access } }) => ({
  type: 'tabs.affixed', views: access.who === 'user' ? affixedViews(access.routes) : [],
}));
const takeWanted = app.assign(({ event }) => {
  assertEvent(event, 'app.pageWanted');
  return { wanted: event.shown };
});

/** The old page's machine goes, the new one's starts. */
const startScreen = app.enqueueActions(({ context, enqueue }) => {
  const { wanted, user, serialNumber, language } = context;
  if (!wanted) return;
  if (context.page) enqueue.stopChild('screen');
  const { page, params, query } = wanted;
  const input: PageInput = { page, params, query, user, serialNumber, language };
  // Registered at run time, so the compiler does not know the key.
  enqueue.spawnChild(pageKey(page) as never, { id: 'screen', systemId: 'screen', input } as never);
  enqueue.assign({ page: wanted });
});
const tellQuery = app.enqueueActions(({ context: { wanted }, enqueue }) => {
  if (!wanted) return;
  enqueue.assign({ page: wanted });
  enqueue.sendTo('screen', { type: 'page.queryChanged', query: wanted.query });
});
const visitTab = app.enqueueActions(({ context: { page }, enqueue }) => {
  const view = page && visitedView(page);
  if (view) enqueue.sendTo(({ system }) => sibling(system, 'preferences'), { type: 'tab.visited', view });
});
const tellScreen = (of: (event: AppEvent) => PageEvent) => app.enqueueActions(({ context, event, enqueue }) => {
  if (context.page) enqueue.sendTo('screen', of(event));
});
const tellRobot = tellScreen((event) => {
  assertEvent(event, 'app.robotChanged');
  return { type: 'page.robotChanged', serialNumber: event.serialNumber };
});
const tellRefusal = tellScreen((event) => {
  assertEvent(event, 'app.signInRefused');
  return { type: 'page.signInRefused', failure: event.failure };
});
const tellLanguage = tellScreen((event) => {
  assertEvent(event, 'app.languageChanged');
  return { type: 'page.languageChanged', language: event.language };
});
const tellNotice = tellScreen((event) => {
  assertEvent(event, 'app.noticed');
  return { type: 'page.noticed', notice: event.notice };
});
const tellResumed = tellScreen(() => ({ type: 'page.resumed' }));

const passBeat = app.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'app.feedBeaten');
  enqueue.sendTo('connection', { type: 'feed.beaten', broker: event.beat.broker });
  enqueue.sendTo('fleet', { type: 'feed.beaten', beat: event.beat });
});
const refreshFleet = app.enqueueActions(({ enqueue }) => enqueue.sendTo('fleet', { type: 'fleet.refresh' }));
/** Names in the feed come in the language the credentials were asked in. */
const renewCredentials = app.enqueueActions(({ enqueue }) => enqueue.sendTo('connection', { type: 'credentials.renew' }));
const recount = app.sendTo(({ system }) => sibling(system, 'navigation'), { type: 'navigation.recount' });
/** It may be another session of ours that ended: asking for the user tells, by 1006 or 11007. */
const checkSession = app.sendTo(({ system }) => sibling(system, 'session'), { type: 'session.refresh' });

/** A mistake of ours in one of them must not end the console: both start afresh, after a pause. */
const startAnew = {
  target: '#app.account.arriving.pausing',
  actions: { type: 'logError', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) },
} as const;

export const appMachine = app.createMachine({
  id: 'app',
  context: ({ input }) => ({
    input, access: { who: 'unknown' }, user: null, language: input.preferences.language, serialNumber: input.serialNumber,
    wanted: null, page: null, failure: null,
  }),
  type: 'parallel',
  invoke: [
    { src: 'notices', id: 'notices', systemId: 'notices' },
    { src: 'preferences', id: 'preferences', systemId: 'preferences', input: ({ context }) => context.input.preferences },
    { src: 'navigation', id: 'navigation', systemId: 'navigation', input: ({ context }) => context.input.navigation },
    { src: 'session', id: 'session', systemId: 'session' },
  ],
  on: {
    'app.robotChanged': { actions: [assign({ serialNumber: ({ event }) => event.serialNumber }), tellRobot] },
    'app.signInRefused': { actions: tellRefusal },
    'app.languageChanged': {
      actions: [assign({ language: ({ event }) => event.language }), { type: 'speak', params: ({ event }) => event }, tellLanguage],
    },
  },
  states: {
    account: {
      initial: 'away',
      on: {
        'app.accessChanged': [
          { guard: { type: 'isUser', params: ({ event }) => event }, target: '.arriving', actions: takeAccess },
          { target: '.away', actions: [takeAccess, tellAccess, forgetTabs] },
        ],
      },
      states: {
        away: {},
        arriving: {
          initial: 'loading',
          states: {
            loading: { invoke: { src: 'loadPresence', onDone: '#app.account.present', onError: 'pausing' } },
            // The network, or a new version of the console: keep trying, there is nothing to show without it.
            pausing: { after: { chunkRetry: 'loading' } },
          },
        },
        present: {
          invoke: [
            { src: 'connection', id: 'connection', systemId: 'connection', onError: startAnew },
            {
              src: 'fleet', id: 'fleet', systemId: 'fleet', onError: startAnew,
              input: ({ context: { user, serialNumber, input } }) => ({ userId: user?.id ?? '', serialNumber, view: input.view }),
            },
          ],
          entry: [affixTabs, tellAccess],
          on: {
            // The same person, with other rights or a new name.
            'app.accessChanged': { guard: { type: 'isSameUser', params: ({ event }) => event }, actions: [takeAccess, affixTabs, refreshFleet, tellAccess] },
            'app.feedBeaten': { actions: passBeat },
            'app.languageChanged': {
              actions: [assign({ language: ({ event }) => event.language }), { type: 'speak', params: ({ event }) => event }, refreshFleet, renewCredentials, tellLanguage],
            },
            'app.resumed': { actions: [refreshFleet, tellResumed] },
            'app.noticed': [
              { guard: { type: 'isNotice', params: ({ event }) => ({ type: event.notice.type, wanted: 'sessionEnded' }) }, actions: checkSession },
              { guard: { type: 'isNotice', params: ({ event }) => ({ type: event.notice.type, wanted: 'relationsChanged' }) }, actions: [refreshFleet, recount, tellNotice] },
              { actions: tellNotice },
            ],
          },
        },
      },
    },
    page: {
      initial: 'none',
      on: {
        'app.pageWanted': { target: '.deciding', actions: takeWanted },
        'xstate.error.actor.screen': {
          target: '.failed',
          actions: [{ type: 'logError', params: ({ event }) => event }, assign({ page: null, failure: ({ event }) => failureOf(event.error) })],
        },
        'app.pageBroken': {
          target: '.failed',
          actions: [
            { type: 'logError', params: ({ event }) => ({ error: event.message }) },
            stopChild('screen'), assign({ page: null, failure: ({ event }) => ({ ...failure('unknownError'), said: event.message }) }),
          ],
        },
      },
      states: {
        none: {},
        deciding: { always: [{ guard: 'isSamePage', target: 'shown', actions: tellQuery }, 'loading'] },
        loading: {
          tags: 'pageLoading',
          invoke: {
            src: 'loadPage',
            input: ({ context }) => ({ page: context.wanted?.page ?? '' }),
            onDone: 'starting',
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        starting: { entry: startScreen, always: 'shown' },
        shown: { entry: visitTab },
        failed: { exit: assign({ failure: null }), on: { 'app.pageRetry': 'loading' } },
      },
    },
  },
});
