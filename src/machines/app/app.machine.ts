/**
 * The root machine: owns the long-lived actors, gives them their systemIds and forwards events that concern several of
 * them (events.ts lists the events of each). Parallel regions:
 *
 *   account: unknown ──3 s──▶ away ⇄ arriving ──chunk──▶ present (connection and fleet live)
 *   report:  closed ──▶ loading ──chunk──▶ open ──▶ closed
 *   peek:    off ──▶ loading ──chunk──▶ on ──▶ off
 *   page:    none ──▶ loading ──chunk──▶ shown (child 'screen': the page's machine) ;  loading, shown ──▶ failed ──retry──▶ loading
 *
 * A page's machine is loaded on demand: `loadPage` registers it in this machine under its key (setChildLogic), and it
 * is spawned by that key, so that a persisted snapshot names it and can be restored. The same holds for connection,
 * frame and fleet, which the sign-in page does not load.
 */
import { type AnyActorRef, type AnyMachineSnapshot, assertEvent, assign, stopChild } from 'xstate';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import { failure, failureOf } from '../failure.ts';
import { app, type AppContext, isLeaseNotice, membershipNotice, pageKey } from './app.setup.ts';
import { type AppEvent, type PageEvent, type PageInput, REPORT_WAY, systemActor } from './events.ts';
import { affixedViews, visitedView } from './views.ts';

export { type AppContext, type AppInput, pageKey } from './app.setup.ts';

const assignAccess = app.assign(({ event }) => {
  assertEvent(event, 'app.accessChanged');
  return { access: event.access, user: event.user };
});
/** A Stop is sent under the signed-in account, and stays pending after sign-out. */
const notifyStops = app.enqueueActions(({ context: { access, user }, enqueue }) => {
  enqueue.sendTo(({ system }) => systemActor(system, 'pendingStops'), {
    type: 'user.changed',
    user: access.who === 'user' ? { userId: access.userId, name: user?.nickname ?? '' } : null,
  });
});
const toStops = (type: 'fleet.started' | 'fleet.gone') =>
  app.sendTo(({ system }) => systemActor(system, 'pendingStops'), { type });
const forwardAccess = app.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ context }) => ({ type: 'access.changed', access: context.access }),
);
/** The tabs belong to one account; the next account starts with none. */
const forgetTabs = app.sendTo(({ system }) => systemActor(system, 'preferences'), { type: 'tabs.forget' });
const affixTabs = app.sendTo(
  ({ system }) => systemActor(system, 'preferences'),
  ({ context: { access } }) => ({
    type: 'tabs.affixed',
    views: access.who === 'user' ? affixedViews(access.routes) : [],
  }),
);
const assignWanted = app.assign(({ event }) => {
  assertEvent(event, 'app.pageWanted');
  return { wanted: event.shown };
});

/** Stops the old page's machine and starts the new one. */
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
const notifyQuery = app.enqueueActions(({ context: { wanted }, enqueue }) => {
  if (!wanted) return;
  enqueue.assign({ page: wanted });
  enqueue.sendTo('screen', { type: 'page.queryChanged', query: wanted.query });
});
const visitTab = app.enqueueActions(({ context: { page }, enqueue }) => {
  const view = page && visitedView(page);
  if (view) enqueue.sendTo(({ system }) => systemActor(system, 'preferences'), { type: 'tab.visited', view });
});
const notifyScreen = (of: (event: AppEvent) => PageEvent) =>
  app.enqueueActions(({ context, event, enqueue }) => {
    if (context.page) enqueue.sendTo('screen', of(event));
  });
const forwardRobot = notifyScreen((event) => {
  assertEvent(event, 'app.robotChanged');
  return { type: 'page.robotChanged', serialNumber: event.serialNumber };
});
const forwardRefusal = notifyScreen((event) => {
  assertEvent(event, 'app.signInRefused');
  return { type: 'page.signInRefused', failure: event.failure };
});
const notifyLanguage = notifyScreen((event) => {
  assertEvent(event, 'app.languageChanged');
  return { type: 'page.languageChanged', language: event.language };
});
const notifyNotice = notifyScreen((event) => {
  assertEvent(event, 'app.noticed');
  return { type: 'page.noticed', notice: event.notice };
});
const forwardMapChange = app.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'app.noticed');
  if (!context.page || event.notice.type !== 'mapChanged') return;
  const { siteId, mapId, revision, by } = event.notice;
  enqueue.sendTo('screen', { type: 'page.mapChanged', siteId, mapId, revision, by });
});
const forwardLeaseNotice = app.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'app.noticed');
  if (isLeaseNotice(event.notice)) enqueue.sendTo('fleet', { type: 'lease.noticed', notice: event.notice });
});
/** Pages that show invitations and requests anyway get no extra notice. */
const forwardMembership = app.enqueueActions(({ context: { page, language }, event, enqueue }) => {
  assertEvent(event, 'app.noticed');
  const notice = membershipNotice(event.notice, language);
  const isShown = event.notice.type !== 'viewerBound' && (page?.page === 'friends' || page?.page === 'noRobot');
  if (!notice || isShown) return;
  enqueue.sendTo(({ system }) => systemActor(system, 'notices'), { type: 'notice.show', notice });
});
const tellResumed = notifyScreen(() => ({ type: 'page.resumed' }));

const forwardUpdate = app.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'app.feedBeaten');
  enqueue.sendTo('connection', { type: 'feed.beaten', broker: event.beat.broker });
  enqueue.sendTo('fleet', { type: 'feed.beaten', beat: event.beat });
});
const refreshNews = app.enqueueActions(({ enqueue }) => {
  enqueue.sendTo('alarms', { type: 'alarms.reload' });
  enqueue.sendTo('calls', { type: 'calls.reload' });
});
const refreshFleet = app.enqueueActions(({ enqueue }) => enqueue.sendTo('fleet', { type: 'fleet.refresh' }));
/** Names in the feed are in the language that was set when the credentials were requested. */
const renewCredentials = app.enqueueActions(({ enqueue }) =>
  enqueue.sendTo('connection', { type: 'credentials.renew' }),
);
/** Ignored while the report is open: the first error is the one that explains the cause. */
const offerReport = app.sendTo(({ system }) => systemActor(system, 'notices'), {
  type: 'notice.show',
  notice: { tone: 'error', key: 'common.mistake.text', way: { to: REPORT_WAY, key: 'common.mistake.report' } },
});
const recount = app.sendTo(({ system }) => systemActor(system, 'navigation'), { type: 'navigation.recount' });
/**
 * Reloads the user: the ended session may be another one of the same account, in which case the call succeeds;
 * otherwise it fails with 1006 or 11007. Also run when another tab changed the profile.
 */
const checkSession = app.sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' });
/**
 * A page with the tag `holding` shows something that cannot be shown again (a claim code), so losing the last robot
 * must not close it: it refreshes the robots, their count and the user itself afterwards.
 */
const followRelations = app.enqueueActions(({ system, enqueue }) => {
  const screen = system.get('screen') as AnyActorRef | undefined;
  if (!(screen?.getSnapshot() as AnyMachineSnapshot | undefined)?.hasTag('holding')) {
    enqueue(refreshFleet);
    enqueue(recount);
    // The route table depends on the robots that the user administers.
    enqueue(checkSession);
  }
  enqueue(notifyNotice);
});
/** A bug in one of these machines must not end the console: all of them restart after a pause. */
const startAnew = {
  target: '#app.account.arriving.pausing',
  actions: { type: 'logError', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) },
} as const;

type NoticeEvent = Extract<AppEvent, { type: 'app.noticed' }>;
const isNotice = <Wanted extends NoticeEvent['notice']['type']>(wanted: Wanted) =>
  ({
    type: 'isNotice',
    params: ({ event }: { event: NoticeEvent }) => ({ type: event.notice.type, wanted }),
  }) as const;
const ofUser = ({ context: { user } }: { context: AppContext }) => ({ userId: user?.id ?? '' });

export const appMachine = app.createMachine({
  id: 'app',
  context: ({ input }) => ({
    input,
    access: { who: 'unknown' },
    user: null,
    language: input.preferences.language,
    serialNumber: input.serialNumber,
    view: input.view,
    wanted: null,
    page: null,
    failure: null,
  }),
  type: 'parallel',
  invoke: [
    { src: 'notices', id: 'notices', systemId: 'notices' },
    {
      src: 'preferences',
      id: 'preferences',
      systemId: 'preferences',
      input: ({ context }) => context.input.preferences,
    },
    { src: 'navigation', id: 'navigation', systemId: 'navigation', input: ({ context }) => context.input.navigation },
    { src: 'pendingStops', id: 'pendingStops', systemId: 'pendingStops' },
    { src: 'session', id: 'session', systemId: 'session' },
  ],
  on: {
    'app.robotChanged': { actions: [assign({ serialNumber: ({ event }) => event.serialNumber }), forwardRobot] },
    'app.viewChanged': { actions: assign({ view: ({ event }) => event.view }) },
    'app.signInRefused': { actions: forwardRefusal },
    'app.languageChanged': {
      actions: [
        assign({ language: ({ event }) => event.language }),
        { type: 'speak', params: ({ event }) => event },
        notifyLanguage,
      ],
    },
  },
  states: {
    account: {
      initial: 'unknown',
      on: {
        'app.accessChanged': [
          {
            guard: { type: 'isUser', params: ({ event }) => event },
            target: '.arriving',
            actions: [assignAccess, notifyStops],
          },
          { target: '.away', actions: [assignAccess, notifyStops, forwardAccess, forgetTabs] },
        ],
      },
      states: {
        // The server may not answer for long; what works without the frame is shown then.
        unknown: { tags: 'frameDue', after: { frameWait: 'away' } },
        away: {},
        arriving: {
          initial: 'loading',
          states: {
            loading: {
              tags: 'frameDue',
              invoke: { src: 'loadPresence', onDone: '#app.account.present', onError: 'pausing' },
            },
            // The network is down or the console was updated on the server. Keeps retrying, since little can be shown
            // without this chunk.
            pausing: { after: { chunkRetry: 'loadingAgain' } },
            loadingAgain: { invoke: { src: 'loadPresence', onDone: '#app.account.present', onError: 'pausing' } },
          },
        },
        present: {
          invoke: [
            { src: 'connection', id: 'connection', systemId: 'connection', onError: startAnew },
            { src: 'frame', id: 'frame', systemId: 'frame', onError: startAnew },
            { src: 'alarms', id: 'alarms', systemId: 'alarms', onError: startAnew, input: ofUser },
            { src: 'calls', id: 'calls', systemId: 'calls', onError: startAnew, input: ofUser },
            {
              src: 'fleet',
              id: 'fleet',
              systemId: 'fleet',
              onError: startAnew,
              input: ({ context: { user, serialNumber, view } }) => ({
                userId: user?.id ?? '',
                serialNumber,
                view,
              }),
            },
          ],
          entry: [affixTabs, forwardAccess, toStops('fleet.started')],
          exit: toStops('fleet.gone'),
          on: {
            // Same account with changed rights or a changed name.
            'app.accessChanged': {
              guard: { type: 'isSameUser', params: ({ event }) => event },
              actions: [assignAccess, affixTabs, refreshFleet, forwardAccess],
            },
            'app.feedBeaten': { actions: forwardUpdate },
            'app.languageChanged': {
              actions: [
                assign({ language: ({ event }) => event.language }),
                { type: 'speak', params: ({ event }) => event },
                refreshFleet,
                refreshNews,
                renewCredentials,
                notifyLanguage,
              ],
            },
            'app.resumed': { actions: [refreshFleet, refreshNews, tellResumed] },
            'app.noticed': [
              {
                guard: isNotice('sessionEnded'),
                actions: [checkSession, notifyNotice],
              },
              {
                guard: isNotice('accountChanged'),
                actions: checkSession,
              },
              {
                guard: isNotice('relationsChanged'),
                actions: followRelations,
              },
              {
                guard: isNotice('mapChanged'),
                actions: forwardMapChange,
              },
              {
                guard: { type: 'isLeaseElsewhere', params: ({ event }) => event },
                actions: [forwardLeaseNotice, notifyNotice],
              },
              { actions: [forwardMembership, notifyNotice] },
            ],
          },
        },
      },
    },
    report: {
      initial: 'closed',
      on: { 'app.mistaken': { actions: offerReport } },
      states: {
        closed: { on: { 'app.reportWanted': 'loading' } },
        loading: {
          invoke: {
            src: 'loadAside',
            input: { aside: 'report' },
            onDone: 'open',
            onError: { target: 'closed', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
        open: {
          on: { 'app.mistaken': {} },
          invoke: {
            src: 'report',
            id: 'report',
            systemId: 'report',
            input: ({ context }) => ({ maySend: context.access.who === 'user' }),
            onDone: 'closed',
            onError: { target: 'closed', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
      },
    },
    peek: {
      initial: 'off',
      states: {
        off: { on: { 'app.peekWanted': 'loading' } },
        loading: {
          invoke: {
            src: 'loadAside',
            input: { aside: 'peek' },
            onDone: 'on',
            onError: { target: 'off', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
        on: {
          on: { 'app.peekWanted': 'off' },
          invoke: {
            src: 'peek',
            id: 'peek',
            systemId: 'peek',
            onDone: 'off',
            onError: { target: 'off', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
      },
    },
    page: {
      initial: 'none',
      on: {
        'app.pageWanted': { target: '.deciding', actions: assignWanted },
        'xstate.error.actor.screen': {
          target: '.failed',
          actions: [
            { type: 'logError', params: ({ event }) => event },
            assign({ page: null, failure: ({ event }) => failureOf(event.error) }),
          ],
        },
        'app.pageBroken': {
          target: '.failed',
          actions: [
            { type: 'logError', params: ({ event }) => ({ error: event.message }) },
            stopChild('screen'),
            assign({
              page: null,
              failure: ({ event }) => ({ ...failure(BASE_ERRORS.unknownError), said: event.message }),
            }),
          ],
        },
      },
      states: {
        none: {},
        deciding: { always: [{ guard: 'isSamePage', target: 'shown', actions: notifyQuery }, 'loading'] },
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
        failed: {
          exit: assign({ failure: null }),
          on: {
            'app.pageRetry': 'loading',
            // Loads that failed for lack of a network are retried as soon as it is back.
            'app.networkFound': { guard: 'isPageAway', target: 'loading' },
            'app.resumed': { guard: 'isPageAway', target: 'loading' },
          },
        },
      },
    },
  },
});
