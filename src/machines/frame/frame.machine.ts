/**
 * Lives while somebody is signed in. What is open in the frame just now and is kept nowhere: the palette and what is typed there, a phone's drawer, the sidebar
 * of a narrow desk, the menu's groups. How wide the window is decides which of them there are.
 *
 *   palette: closed ⇄ open            drawer: closed ⇄ open (closes when the window is no phone any more)
 *   tabMenu: closed ⇄ open
 *   sidebar: wide | narrow { folded ⇄ peeking }   (below 1240 px it is folded by itself)
 */
import { assertEvent, assign, setup } from 'xstate';
import { MOBILE_BELOW_PX, SIDEBAR_FOLDS_BELOW_PX } from '../../../contract/rules/limits.ts';
import type { FrameEvent, TabMenuPlace } from '../app/events.ts';
import { callbackEffect } from '../effectStubs.ts';

export interface FrameContext {
  /** What is typed into the palette. */
  words: string;
  /** The entry of the palette that the keys or the pointer chose; null: the first. */
  pointed: string | null;
  /** Groups of the menu that were opened or closed by hand, by name; the others are open while one is in them. */
  groups: Readonly<Record<string, boolean>>;
  /** Which tab's menu is open, and where; null: none is. */
  tabMenu: TabMenuPlace | null;
}

const frame = setup({
  types: { context: {} as FrameContext, events: {} as FrameEvent },
  /** Reports `layout.measured`, at once and whenever the window's width changes. */
  actors: { measure: callbackEffect('measure') },
  guards: {
    isNarrow: (_, { width }: { width: number }) => width < SIDEBAR_FOLDS_BELOW_PX,
    isDesk: (_, { width }: { width: number }) => width >= MOBILE_BELOW_PX,
  },
});

const clear = frame.assign({ words: '', pointed: null });
const search = frame.assign(({ event }) => {
  assertEvent(event, 'palette.search');
  return { words: event.words, pointed: null };
});

export const frameMachine = frame.createMachine({
  id: 'frame',
  context: { words: '', pointed: null, groups: {}, tabMenu: null },
  type: 'parallel',
  invoke: { src: 'measure' },
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
