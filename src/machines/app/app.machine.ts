/**
 * The root: owns the long-lived actors, gives them their systemIds and passes on between them what concerns more than one
 * (messages.ts has who understands what). Two things go on side by side:
 *
 *   account: unknown ──▶ away ⇄ arriving ──chunk──▶ present (connection and fleet live)
 *   page:    none ──▶ loading ──chunk──▶ shown (child 'screen': the page's machine) ;  loading ──▶ failed
 *
 * A page's machine is loaded on demand: `loadPage` registers it in this machine's `implementations.actors` under its key, and it is
 * spawned by that key, so that a persisted snapshot names it and can be restored. The same holds for connection and fleet,
 * which sign-in does not load.
 */
import { assertEvent, setup } from 'xstate';
import { type Language, type RobotView } from '../../../contract/entities/constants.ts';
import type { UserInfo } from '../../../contract/entities/user.ts';
import type { connectionMachine } from '../connection/connection.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { FleetInput, fleetMachine } from '../fleet/fleet.machine.ts';
import { type NavigationInput, navigationMachine } from '../navigation/navigation.machine.ts';
import { effect, notLoaded, promiseEffect } from '../notProvided.ts';
import { noticesMachine } from '../notices/notices.machine.ts';
import { type PreferencesInput, preferencesMachine } from '../preferences/preferences.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { Access, AppEvent, PageEvent, PageInput, PageName, ShownPage } from './messages.ts';
import { sibling } from './messages.ts';

export interface AppInput {
  navigation: NavigationInput;
  preferences: PreferencesInput;
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
    /** Words, dates and <html lang> change over; what is drawn follows when they are there. */
    speak: effect<{ language: Language }>('speak'),
  },
  guards: {
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
const takeWanted = app.assign(({ event }) => {
  assertEvent(event, 'app.pageWanted');
  return { wanted: event.shown };
});
const tellScreen = (of: (event: AppEvent) => PageEvent) => app.enqueueActions(({ context, event, enqueue }) => {
  if (context.page) enqueue.sendTo('screen', of(event));
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
  enqueue.assign({ page: wanted, failure: null });
});
const tellQuery = app.enqueueActions(({ context: { wanted }, enqueue }) => {
  if (!wanted) return;
  enqueue.assign({ page: wanted });
  enqueue.sendTo('screen', { type: 'page.queryChanged', query: wanted.query });
});
const visitTab = app.enqueueActions(({ context: { page }, enqueue }) => {
  if (!page || page.page === 'signIn') return;
  const { path, query, titleKey, name, affix } = page;
  const search = new URLSearchParams(query).toString();
  enqueue.sendTo(({ system }) => sibling(system, 'preferences'), { type: 'tab.visited', view: { path, search: search && `?${search}`, titleKey, name, affix } });
});

const passBeat = app.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'app.feedBeaten');
  enqueue.sendTo(({ system }) => sibling(system, 'connection'), { type: 'feed.beaten', broker: event.beat.broker });
  enqueue.sendTo(({ system }) => sibling(system, 'fleet'), { type: 'feed.beaten', beat: event.beat });
});

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
  states: {
    account: {
      initial: 'away',
      states: {
        away: {},
        arriving: {},
        present: {
          on: { 'app.feedBeaten': { actions: passBeat } },
        },
      },
    },
    page: {
      initial: 'none',
      states: { none: {}, loading: { tags: 'pageLoading' }, shown: {}, failed: {} },
    },
  },
});
void [takeAccess, tellAccess, takeWanted, tellScreen, startScreen, tellQuery, visitTab, failureOf, {} as FleetInput];
