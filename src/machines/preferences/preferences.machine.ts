/**
 * The user's settings of this browser: language, theme, sidebar, robot panel, the order of the view tabs, and the tabs
 * of visited views. Each choice is stored by the effect `keep` (spec 2, 3: storage keys and cookies); the layout is
 * measured, not stored.
 *
 *   desktop ◀──▶ mobile   (below 992 px; sidebar and panel close on mobile and open on desktop)
 */
import { assertEvent, assign, setup } from 'xstate';
import { type Language, ROBOT_VIEWS, type RobotView, type Size } from '../../../contract/entities/constants.ts';
import { MOBILE_BELOW_PX } from '../../../contract/rules/limits.ts';
import { type PreferencesEvent, systemActor, type StickSide, type Theme, type VisitedView } from '../app/events.ts';
import { effect } from '../effectStubs.ts';
import { affixed, neighbour, none, only, scrolled, visited, without } from './tabs.ts';

/** The stored settings. */
export interface KeptPreferences {
  language: Language;
  theme: Theme;
  sidebarOpen: boolean;
  panelOpen: boolean;
  panelNarrow: boolean;
  viewOrder: readonly RobotView[];
  /** The side of the teleop joystick on a phone. */
  stickSide: StickSide;
  /** Density of tables. */
  size: Size;
}
export interface PreferencesContext extends KeptPreferences {
  /** The sidebar closed without animation (spec 4). */
  sidebarAtOnce: boolean;
  tabs: readonly VisitedView[];
  /** The path of the active tab. */
  tab: string;
}

const preferences = setup({
  types: {
    context: {} as PreferencesContext,
    input: {} as KeptPreferences,
    events: {} as PreferencesEvent,
  },
  actions: { keep: effect<{ kept: Partial<KeptPreferences> }>('keep') },
  guards: {
    isMobileWidth: (_, { width }: { width: number }) => width < MOBILE_BELOW_PX,
    isOtherLanguage: ({ context }, { language }: { language: Language }) => context.language !== language,
    isOn: ({ context }, { path }: { path: string }) => context.tab === path,
    isAffixed: ({ context }, { path }: { path: string }) => context.tabs.some((tab) => tab.path === path && tab.affix),
  },
});

const setLanguage = preferences.assign(({ event }) => {
  assertEvent(event, 'language.choose');
  return { language: event.language };
});
const notifyLanguage = preferences.sendTo(
  ({ system }) => systemActor(system, 'app'),
  ({ context }) => ({ type: 'app.languageChanged', language: context.language }),
);
/** Navigates to the tab that replaces the closed one, or home when there is none. */
const goTo = (view: VisitedView | null) => ({
  type: 'navigation.go' as const,
  to: view ? view.path + view.search : '/',
});
const leaveTab = preferences.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ context, event }) => {
    assertEvent(event, 'tab.close');
    return goTo(neighbour(context.tabs, event.path));
  },
);
const goToTab = preferences.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ context, event }) => {
    assertEvent(event, 'tab.closeOthers');
    return goTo(context.tabs.find(({ path }) => path === event.path) ?? null);
  },
);
const goToFirst = preferences.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ context }) => goTo(none(context.tabs)[0] ?? null),
);

export const preferencesMachine = preferences.createMachine({
  id: 'preferences',
  context: ({ input }) => ({
    ...input,
    viewOrder: completeOrder(input.viewOrder),
    sidebarAtOnce: false,
    tabs: [],
    tab: '',
  }),
  initial: 'measuring',
  on: {
    'language.choose': {
      guard: { type: 'isOtherLanguage', params: ({ event }) => event },
      actions: [
        setLanguage,
        { type: 'keep', params: ({ event }) => ({ kept: { language: event.language } }) },
        notifyLanguage,
      ],
    },
    'theme.choose': {
      actions: [
        assign({ theme: ({ event }) => event.theme }),
        { type: 'keep', params: ({ event }) => ({ kept: { theme: event.theme } }) },
      ],
    },
    'views.order': {
      actions: [
        assign({ viewOrder: ({ event }) => completeOrder(event.order) }),
        { type: 'keep', params: ({ context }) => ({ kept: { viewOrder: context.viewOrder } }) },
      ],
    },
    'stick.choose': {
      actions: [
        assign({ stickSide: ({ event }) => event.side }),
        { type: 'keep', params: ({ event }) => ({ kept: { stickSide: event.side } }) },
      ],
    },
    'size.choose': {
      actions: [
        assign({ size: ({ event }) => event.size }),
        { type: 'keep', params: ({ event }) => ({ kept: { size: event.size } }) },
      ],
    },
    'panel.toggleWidth': {
      actions: [
        assign({ panelNarrow: ({ context }) => !context.panelNarrow }),
        { type: 'keep', params: ({ context }) => ({ kept: { panelNarrow: context.panelNarrow } }) },
      ],
    },
    'tab.visited': {
      actions: assign(({ context, event }) => ({ tabs: visited(context.tabs, event.view), tab: event.view.path })),
    },
    'tab.scrolled': { actions: assign({ tabs: ({ context, event }) => scrolled(context.tabs, event) }) },
    'tabs.affixed': { actions: assign({ tabs: ({ context, event }) => affixed(context.tabs, event.views) }) },
    'tab.close': [
      { guard: { type: 'isAffixed', params: ({ event }) => event } },
      {
        guard: { type: 'isOn', params: ({ event }) => event },
        actions: [leaveTab, assign({ tabs: ({ context, event }) => without(context.tabs, event.path) })],
      },
      { actions: assign({ tabs: ({ context, event }) => without(context.tabs, event.path) }) },
    ],
    'tab.closeOthers': { actions: [goToTab, assign({ tabs: ({ context, event }) => only(context.tabs, event.path) })] },
    'tab.closeAll': { actions: [goToFirst, assign({ tabs: ({ context }) => none(context.tabs) })] },
    'tabs.forget': { actions: assign({ tabs: [], tab: '' }) },
    'sidebar.toggle': {
      actions: [
        assign({ sidebarOpen: ({ context }) => !context.sidebarOpen, sidebarAtOnce: false }),
        { type: 'keep', params: ({ context }) => ({ kept: { sidebarOpen: context.sidebarOpen } }) },
      ],
    },
    'sidebar.close': {
      actions: [
        assign({ sidebarOpen: false, sidebarAtOnce: ({ event }) => event.withoutAnimation ?? false }),
        { type: 'keep', params: { kept: { sidebarOpen: false } } },
      ],
    },
    'panel.toggle': {
      actions: [
        assign({ panelOpen: ({ context }) => !context.panelOpen }),
        { type: 'keep', params: ({ context }) => ({ kept: { panelOpen: context.panelOpen } }) },
      ],
    },
  },
  states: {
    measuring: {
      on: {
        'layout.measured': [
          { guard: { type: 'isMobileWidth', params: ({ event }) => event }, target: 'mobile' },
          // The stored settings decide the first desktop layout: only the change from mobile opens the panels.
          'desktop',
        ],
      },
    },
    desktop: {
      on: { 'layout.measured': { guard: { type: 'isMobileWidth', params: ({ event }) => event }, target: 'mobile' } },
    },
    mobile: {
      tags: 'mobile',
      entry: assign({ sidebarOpen: false, sidebarAtOnce: true, panelOpen: false }),
      on: {
        'layout.measured': [
          { guard: { type: 'isMobileWidth', params: ({ event }) => event } },
          { target: 'desktop', actions: assign({ sidebarOpen: true, sidebarAtOnce: false, panelOpen: true }) },
        ],
      },
    },
  },
});

/** Every view once, stored ones first: a new view must appear in a stored order that lacks it. */
export const completeOrder = (kept: readonly RobotView[]): readonly RobotView[] => [
  ...new Set([...kept.filter((view) => ROBOT_VIEWS.includes(view)), ...ROBOT_VIEWS]),
];
