/**
 * The inspector (design 10): opens a recording, or follows a live tab of this browser, and shows any step of it. The
 * recording itself is in the recording store (machines/live.ts) under a key; this machine holds the key and the current
 * step. Parallel regions:
 *
 *   source:  empty ──open──▶ opening ──▶ open { still ⇄ playing }      if opening fails, the previous recording stays open
 *              └──follow──▶ joining ──tab.answered──▶ open
 *            opening, joining ──▶ failed (nothing open before) ;  joining ──5 s──▶ silent
 *   link:    alone ──follow──▶ following ──leave, gone, open──▶ alone
 *   reports: away ⇄ here (child 'reports', while an account administrator is signed in)
 *   copy:    closed ⇄ open (child 'copyTest')
 *   fork:    none ⇄ open (child 'fork', while its pane is shown)
 */
import { assertEvent, assign, not, raise, setup } from 'xstate';
import { type PageInput, systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { callbackEffect, effect, promiseEffect } from '../effectStubs.ts';
import type { Filter, InspectorEvent, LiveTab, Overlay, Pane, Shown, Speed, Wanted } from './messages.ts';
import { copyTestMachine } from './copyTest.machine.ts';
import { forkMachine } from './fork.machine.ts';
import { reportsMachine } from './reports.machine.ts';
import { stageMachine } from './stage.machine.ts';
import { watchAccess } from './watchAccess.ts';

/** A tab that exists responds immediately. */
export const JOIN_PATIENCE_MS = 5_000;

export interface InspectorContext {
  shown: Shown | null;
  /** Name of the recording that is being opened or could not be opened. */
  wanted: string;
  /** Why it could not be opened. */
  failure: Failure | null;
  actor: number;
  step: number;
  speed: Speed;
  pane: Pane;
  overlay: Overlay;
  search: string;
  filters: readonly Filter[];
  unfolded: readonly string[];
  tabs: readonly LiveTab[];
  /** The tab that is or was followed last. */
  tab: LiveTab | null;
  /** The report in the URL: opened once a user with the right is signed in. */
  linked: string;
}

const inspector = setup({
  types: {
    context: {} as InspectorContext,
    input: {} as PageInput,
    events: {} as InspectorEvent,
    tags: {} as 'waiting' | 'open' | 'playing' | 'following' | 'copying' | 'silent',
  },
  actors: {
    /** Loads, validates and adds the recording to the store. */
    openCapsule: promiseEffect<Shown, { wanted: Wanted | null }>('openCapsule'),
    /** Adds to the store what the tab sends, and sends FollowEvents. */
    followTab: callbackEffect<{ tab: LiveTab | null }>('followTab'),
    /** Sends `tabs.seen` whenever the set of tabs changes. */
    watchTabs: callbackEffect('watchTabs'),
    /** Removes all recordings of this page from the store when it stops. */
    keepShelf: callbackEffect('keepShelf'),
    watchAccess,
    reports: reportsMachine,
    fork: forkMachine,
    copyTest: copyTestMachine,
    stage: stageMachine,
  },
  actions: {
    /** Removes this page's recordings from the store, except for this key; '' removes all. */
    keepOnly: effect<{ key: string }>('keepOnly'),
  },
  guards: {
    hasShown: ({ context: { shown } }) => shown !== null,
    hasFailed: ({ context: { failure } }) => failure !== null,
    /** Detects a tab that was closed without a message. */
    isTabAbsent: ({ context: { tab } }, { tabs }: { tabs: readonly LiveTab[] }) =>
      tabs.every(({ id }) => id !== tab?.id),
    isAtEnd: ({ context: { shown, step } }) => shown === null || step >= shown.length - 1,
    isLinkedForAdmin: ({ context: { linked } }, { admin }: { admin: boolean }) => admin && linked !== '',
    isForking: ({ context: { pane, shown } }) => pane === 'fork' && shown !== null,
    isAdmin: (_, { admin }: { admin: boolean }) => admin,
  },
  delays: { joinPatience: JOIN_PATIENCE_MS, stepDelay: ({ context }) => 1_000 / context.speed },
});

const within = (step: number, shown: Shown | null): number =>
  Math.max(-1, Math.min(Math.round(step), (shown?.length ?? 0) - 1));
const toggled = <Item>(list: readonly Item[], item: Item): readonly Item[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

/** Starts at the last step, because an error is usually at the end. */
const openedWith = (shown: Shown): Partial<InspectorContext> => ({
  shown,
  failure: null,
  actor: shown.actor,
  step: shown.length - 1,
  pane: 'chart',
  search: '',
  filters: [],
  unfolded: [],
});
const wish = inspector.assign(({ context, event }) => {
  if (event.type === 'capsule.open') return { wanted: event.wanted.name, failure: null };
  return event.type === 'tab.follow' ? { wanted: event.tab.title, failure: null } : context;
});
const patchQuery = (report: string) =>
  inspector.sendTo(({ system }) => systemActor(system, 'navigation'), { type: 'navigation.query', query: { report } });
/**
 * Only a report is written to the URL, because a shared link can open it; a file or a tab exists only in this browser.
 */
const nameInAddress = inspector.enqueueActions(({ event, enqueue }) => {
  const report = event.type === 'capsule.open' && event.wanted.from === 'report' ? event.wanted.reportId : '';
  enqueue.assign({ linked: report });
  enqueue(patchQuery(report));
});
const openLinked = inspector.raise(({ context: { linked } }) => ({
  type: 'capsule.open',
  wanted: { from: 'report', reportId: linked, name: '' },
}));
const noteTabs = inspector.assign(({ event }) => {
  assertEvent(event, 'tabs.seen');
  return { tabs: event.tabs };
});
const noteTab = inspector.assign(({ event }) => {
  assertEvent(event, 'tab.follow');
  return { tab: event.tab };
});
/** At the last step, the view follows new steps; otherwise the same step stays in view. */
const grow = inspector.assign(({ context: { shown, step }, event }) => {
  assertEvent(event, 'tab.grew');
  if (!shown) return {};
  const grown = { ...shown, length: event.length };
  return { shown: grown, step: step >= shown.length - 1 ? grown.length - 1 : within(step - event.dropped, grown) };
});
/** Playback from the last step starts over. */
const rewind = inspector.assign(({ context: { step, shown } }) =>
  step >= (shown?.length ?? 0) - 1 ? { step: -1 } : {},
);
const goTo = inspector.assign(({ context: { shown }, event }) => {
  assertEvent(event, 'step.go');
  return { step: within(event.step, shown) };
});
const advance = inspector.assign(({ context: { step, shown } }) => ({ step: within(step + 1, shown) }));

export const inspectorMachine = inspector.createMachine({
  id: 'inspector',
  context: ({ input }) => ({
    shown: null,
    wanted: '',
    failure: null,
    actor: 0,
    step: -1,
    speed: 5,
    pane: 'chart',
    overlay: 'none',
    search: '',
    filters: [],
    unfolded: [],
    tabs: [],
    tab: null,
    linked: input.query['report'] ?? '',
  }),
  type: 'parallel',
  invoke: [{ src: 'keepShelf' }, { src: 'watchTabs' }, { src: 'watchAccess' }, { src: 'stage', id: 'stage' }],
  on: {
    'tabs.seen': { actions: noteTabs },
    'failure.dismiss': { actions: assign({ failure: null }) },
    // The open recording stays usable while another is being opened or has failed to open.
    'step.go': { actions: goTo },
    'actor.choose': { actions: assign({ actor: ({ event }) => event.actor, unfolded: [] }) },
    'speed.choose': { actions: assign({ speed: ({ event }) => event.speed }) },
    'pane.choose': { actions: assign({ pane: ({ event }) => event.pane }) },
    'overlay.choose': { actions: assign({ overlay: ({ event }) => event.overlay }) },
    'search.set': { actions: assign({ search: ({ event }) => event.text }) },
    'filter.toggle': { actions: assign({ filters: ({ context, event }) => toggled(context.filters, event.filter) }) },
    'field.toggle': { actions: assign({ unfolded: ({ context, event }) => toggled(context.unfolded, event.path) }) },
  },
  states: {
    source: {
      initial: 'empty',
      on: {
        'capsule.open': { target: '.opening', actions: nameInAddress },
        'tab.follow': { target: '.joining', actions: nameInAddress },
      },
      states: {
        empty: {
          entry: [assign({ shown: null, failure: null, pane: 'chart' }), { type: 'keepOnly', params: { key: '' } }],
          on: {
            'access.seen': { guard: { type: 'isLinkedForAdmin', params: ({ event }) => event }, actions: openLinked },
          },
        },
        opening: {
          tags: 'waiting',
          entry: wish,
          invoke: {
            src: 'openCapsule',
            input: ({ event }) => ({ wanted: event.type === 'capsule.open' ? event.wanted : null }),
            onDone: {
              target: 'open',
              actions: [
                { type: 'keepOnly', params: ({ event }) => ({ key: event.output.key }) },
                assign(({ event }) => openedWith(event.output)),
              ],
            },
            onError: { target: 'settling', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
          on: { 'capsule.close': 'settling' },
        },
        joining: {
          tags: 'waiting',
          entry: wish,
          after: { joinPatience: 'silent' },
          on: {
            'tab.answered': {
              target: 'open',
              actions: [
                { type: 'keepOnly', params: ({ event }) => ({ key: event.shown.key }) },
                assign(({ event }) => openedWith(event.shown)),
              ],
            },
            'tab.refused': { target: 'settling', actions: assign({ failure: ({ event }) => event.failure }) },
            'tab.gone': 'silent',
            'capsule.close': { target: 'settling', actions: raise({ type: 'tab.leave' }) },
          },
        },
        /** Returns to the previous recording, if there is one. */
        settling: {
          always: [{ guard: 'hasShown', target: 'open' }, { guard: 'hasFailed', target: 'failed' }, 'empty'],
        },
        failed: { on: { 'failure.dismiss': 'empty' } },
        /** The tab does not respond. */
        silent: {
          tags: 'silent',
          entry: raise({ type: 'tab.leave' }),
          on: { 'failure.dismiss': 'settling', 'capsule.close': 'empty' },
        },
        open: {
          tags: 'open',
          initial: 'still',
          on: {
            'capsule.close': { target: 'empty', actions: nameInAddress },
            'step.go': { target: '.still', actions: goTo },
            'tab.grew': { actions: grow },
            'tab.refused': { actions: assign({ failure: ({ event }) => event.failure }) },
          },
          states: {
            still: { on: { 'play.toggle': { target: 'playing', actions: rewind } } },
            playing: {
              tags: 'playing',
              on: { 'play.toggle': 'still' },
              always: { guard: 'isAtEnd', target: 'still' },
              after: { stepDelay: { target: 'playing', reenter: true, actions: advance } },
            },
          },
        },
      },
    },
    link: {
      initial: 'alone',
      on: { 'tab.follow': { target: '.following', actions: noteTab } },
      states: {
        alone: {},
        following: {
          tags: 'following',
          invoke: { src: 'followTab', input: ({ context: { tab } }) => ({ tab }) },
          on: {
            'tabs.seen': {
              guard: { type: 'isTabAbsent', params: ({ event }) => event },
              actions: [noteTabs, raise({ type: 'tab.gone' })],
            },
            'capsule.open': 'alone',
            'capsule.close': 'alone',
            'tab.leave': 'alone',
            'tab.gone': 'alone',
            'tab.refused': 'alone',
          },
        },
      },
    },
    reports: {
      initial: 'away',
      on: { 'access.seen': [{ guard: { type: 'isAdmin', params: ({ event }) => event }, target: '.here' }, '.away'] },
      states: { away: {}, here: { invoke: { src: 'reports', id: 'reports' } } },
    },
    fork: {
      initial: 'none',
      states: {
        none: { always: { guard: 'isForking', target: 'open' } },
        /** The fork starts at the current step; another step creates another fork. */
        open: {
          invoke: {
            src: 'fork',
            id: 'fork',
            input: ({ context: { shown, step } }) => ({ capsule: shown?.key ?? '', step }),
          },
          always: { guard: not('isForking'), target: 'none' },
        },
      },
    },
    copy: {
      initial: 'closed',
      states: {
        closed: { on: { 'copy.open': { guard: 'hasShown', target: 'open' } } },
        open: {
          tags: 'copying',
          invoke: { src: 'copyTest', id: 'copyTest' },
          on: { 'copy.close': 'closed', 'capsule.close': 'closed', 'capsule.open': 'closed' },
        },
      },
    },
  },
});
