/**
 * The choice of a robot view after sign-in (spec 2 /view-selection). The fleet stores the view and goes home.
 *
 *   loading ──several views──▶ choosing ──view.pick──▶ opened
 *      └──one view──▶ opened
 */
import { assertEvent, assign, setup } from 'xstate';
import type { RobotView } from '../../../contract/entities/constants.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type ViewsSeen, watchViews } from './watchViews.ts';

export type ViewSelectionEvent =
  PageEvent | ViewsSeen | { type: 'view.pick'; view: RobotView } | { type: 'remember.set'; remember: boolean };
export interface ViewSelectionContext {
  /** The total view and those with robots; empty while the fleet loads. */
  views: readonly RobotView[];
  /** The view of last time; the total view if there was none. */
  marked: RobotView;
  /** A view was chosen before, in this browser. */
  hasLast: boolean;
  /** The choice is also that of the next sign-in. */
  remember: boolean;
}

const viewSelection = setup({
  types: {
    context: {} as ViewSelectionContext,
    input: {} as PageInput,
    events: {} as ViewSelectionEvent,
    tags: {} as 'waiting',
  },
  actors: { watchViews, hasLastView: promiseEffect<{ hasLast: boolean }>('hasLastView') },
  guards: {
    isOne: (_, { views }: ViewsSeen) => views.length === 1,
    isNone: (_, { views }: ViewsSeen) => views.length === 0,
    isOffered: ({ context }, { view }: { view: RobotView }) => context.views.includes(view),
  },
});

const assignViews = viewSelection.assign(({ event }) => {
  assertEvent(event, 'views.seen');
  return { views: ['all' as const, ...event.views], marked: event.view };
});
const openOnly = viewSelection.sendTo(
  ({ system }) => systemActor(system, 'fleet'),
  ({ event }) => {
    assertEvent(event, 'views.seen');
    const view: RobotView = event.views[0] ?? 'all';
    return { type: 'view.choose' as const, view, keep: false };
  },
);
const openPicked = viewSelection.sendTo(
  ({ system }) => systemActor(system, 'fleet'),
  ({ context, event }) => {
    assertEvent(event, 'view.pick');
    return { type: 'view.choose' as const, view: event.view, keep: context.remember };
  },
);

export const viewSelectionMachine = viewSelection.createMachine({
  id: 'viewSelection',
  context: { views: [], marked: 'all', hasLast: false, remember: true },
  invoke: [
    { src: 'watchViews' },
    { src: 'hasLastView', onDone: { actions: assign({ hasLast: ({ event }) => event.output.hasLast }) } },
  ],
  initial: 'loading',
  on: { 'remember.set': { actions: assign({ remember: ({ event }) => event.remember }) } },
  states: {
    loading: {
      tags: 'waiting',
      on: {
        'views.seen': [
          // The navigation guard redirects users without robots.
          { guard: { type: 'isNone', params: ({ event }) => event } },
          { guard: { type: 'isOne', params: ({ event }) => event }, target: 'opened', actions: openOnly },
          { target: 'choosing', actions: assignViews },
        ],
      },
    },
    choosing: {
      on: {
        'views.seen': { actions: assignViews },
        'view.pick': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          target: 'opened',
          actions: openPicked,
        },
      },
    },
    opened: { tags: 'waiting' },
  },
});
