/**
 * Exists while a user is signed in. Transient state of the frame that is stored nowhere: the command palette and its
 * text, the drawer on phones, the sidebar on narrow desktops, the groups of the menu. The window width decides which of
 * them are present.
 *
 *   palette: closed ⇄ open            drawer: closed ⇄ open (closes when the window is wider than a phone)
 *   tabMenu: closed ⇄ open
 *   sidebar: wide | narrow { folded ⇄ peeking }   (collapses automatically below 1240 px)
 */
import { assertEvent, assign, setup } from 'xstate';
import { MOBILE_BELOW_PX, SIDEBAR_FOLDS_BELOW_PX } from '../../../contract/rules/limits.ts';
import type { FrameEvent, TabMenuPlace } from '../app/events.ts';
import { callbackEffect } from '../effectStubs.ts';

export interface FrameContext {
  /** Search text of the palette. */
  keyword: string;
  /** The highlighted entry of the palette, by keyboard or pointer; null: the first. */
  pointed: string | null;
  /** Menu groups that the user opened or closed, by name; the others are open while the current page is in them. */
  groups: Readonly<Record<string, boolean>>;
  /** The tab whose menu is open, and its position; null: none is open. */
  tabMenu: TabMenuPlace | null;
  /** A fault of the demo was switched on: every page says so. */
  isFaultOn: boolean;
}

const frame = setup({
  types: { context: {} as FrameContext, events: {} as FrameEvent },
  /** Sends `layout.measured` at the start and on every change of the window's width. */
  actors: {
    measure: callbackEffect('measure'),
    /** Sends `fault.noticed` at the start and on every change; nothing without the demo. */
    watchFault: callbackEffect('watchFault'),
  },
  guards: {
    isNarrow: (_, { width }: { width: number }) => width < SIDEBAR_FOLDS_BELOW_PX,
    isDesk: (_, { width }: { width: number }) => width >= MOBILE_BELOW_PX,
  },
});

const clear = frame.assign({ keyword: '', pointed: null });
const search = frame.assign(({ event }) => {
  assertEvent(event, 'palette.search');
  return { keyword: event.keyword, pointed: null };
});

export const frameMachine = frame.createMachine({
  id: 'frame',
  context: { keyword: '', pointed: null, groups: {}, tabMenu: null, isFaultOn: false },
  type: 'parallel',
  invoke: [{ src: 'measure' }, { src: 'watchFault' }],
  on: { 'fault.noticed': { actions: assign({ isFaultOn: ({ event }) => event.isOn }) } },
  states: {
    menu: {
      on: {
        'group.toggle': {
          actions: assign({ groups: ({ context, event }) => ({ ...context.groups, [event.name]: event.open }) }),
        },
      },
    },
    palette: {
      initial: 'closed',
      states: {
        closed: { entry: clear, on: { 'palette.open': 'open', 'palette.toggle': 'open' } },
        open: {
          on: {
            'palette.close': 'closed',
            'palette.toggle': 'closed',
            'palette.search': { actions: search },
            'palette.point': { actions: assign({ pointed: ({ event }) => event.id }) },
          },
        },
      },
    },
    tabMenu: {
      initial: 'closed',
      on: { 'tabMenu.open': { target: '.open', actions: assign({ tabMenu: ({ event }) => event.menu }) } },
      states: {
        closed: { entry: assign({ tabMenu: null }) },
        open: { on: { 'tabMenu.close': 'closed' } },
      },
    },
    drawer: {
      initial: 'closed',
      states: {
        closed: { on: { 'drawer.open': 'open' } },
        open: {
          on: {
            'drawer.close': 'closed',
            'layout.measured': { guard: { type: 'isDesk', params: ({ event }) => event }, target: 'closed' },
          },
        },
      },
    },
    sidebar: {
      initial: 'wide',
      on: {
        'layout.measured': [
          { guard: { type: 'isNarrow', params: ({ event }) => event }, target: '.narrow' },
          { target: '.wide' },
        ],
      },
      states: {
        wide: {},
        narrow: {
          initial: 'folded',
          on: { 'layout.measured': { guard: { type: 'isNarrow', params: ({ event }) => event } } },
          states: {
            folded: { on: { 'sidebar.peek': 'peeking' } },
            peeking: { on: { 'sidebar.peek': 'folded' } },
          },
        },
      },
    },
  },
});
