/**
 * The editor of one cruise route (spec 2 "cruise routes", 5 "Route"): its stops in order, the actions at each, and the
 * estimated duration.
 *
 *   loading ──▶ editing, or offering ──take, drop──▶ editing          failed ──retry──▶ loading          (left): done, with the destination
 *
 *   parallel regions of editing:  draft     drafting, saving, conflicting … (routeDraft.states.ts)
 *                                 drag      resting ──grab──▶ dragging ──drop, letGo──▶ resting
 *                                 plan      resting ⇄ planning: the paths between the stops
 *                                 preview   off ──start──▶ running, until the round ends
 *                                 tab       free, or guarded while there are unsaved changes
 */
import { assign } from 'xstate';
import { NO_MAP } from '../../../contract/rules/mapFrame.ts';
import * as does from './routeEditor.actions.ts';
import { draftStates } from './routeDraft.states.ts';
import { placesOf, planKey } from './routeEditor.context.ts';
import { draft, PREVIEW_SPEED, routeEditor } from './routeEditor.setup.ts';

const offering = draft.offering(does.restoreDraft);

export const routeEditorMachine = routeEditor.createMachine({
  id: 'routeEditor',
  context: ({ input }) => ({ ...does.EMPTY, ...input, pathId: input.route === 'new' ? '' : input.route }),
  initial: 'loading',
  on: { 'editor.end': { target: '.left', actions: assign({ leaving: { to: 'list' } }) } },
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadRoute',
        input: does.loadInput,
        onDone: [
          {
            guard: ({ context, event }) => context.mayEdit && does.withRoute(context, event.output).kept !== null,
            target: 'offering',
            actions: assign(({ context, event }) => does.withRoute(context, event.output)),
          },
          {
            target: 'editing',
            actions: assign(({ context, event }) => ({ ...does.withRoute(context, event.output), kept: null })),
          },
        ],
        onError: { target: 'failed', actions: draft.assignFailure },
      },
      on: {
        'editor.close': { target: 'left', actions: assign({ leaving: { to: 'list' } }) },
        'page.asked': [
          { guard: { type: 'isOwn', params: ({ event }) => event } },
          { target: 'left', actions: assign({ leaving: { to: 'query' } }) },
        ],
        'page.robot': {
          target: 'left',
          actions: assign({ leaving: ({ event }) => ({ to: 'robot', serialNumber: event.serialNumber }) }),
        },
        'page.language': {
          target: 'loading',
          reenter: true,
          actions: assign({ language: ({ event }) => event.language }),
        },
      },
    },
    failed: {
      on: {
        'editor.retry': 'loading',
        'page.back': 'loading',
        'editor.close': { target: 'left', actions: assign({ leaving: { to: 'list' } }) },
        'page.asked': { target: 'left', actions: assign({ leaving: { to: 'query' } }) },
        'page.robot': {
          target: 'left',
          actions: assign({ leaving: ({ event }) => ({ to: 'robot', serialNumber: event.serialNumber }) }),
        },
      },
    },
    offering: {
      ...offering,
      on: {
        ...offering.on,
        'page.asked': [
          { guard: { type: 'isOwn', params: ({ event }) => event } },
          { target: 'left', actions: assign({ leaving: { to: 'query' } }) },
        ],
      },
    },
    editing: {
      tags: 'editing',
      type: 'parallel',
      invoke: [
        { src: 'listCursor', id: 'pointCursor' },
        { src: 'listCursor', id: 'robotCursor' },
      ],
      on: {
        'stop.select': { actions: assign({ selected: ({ event }) => event.key, mark: null, typed: null }) },
        'field.type': { actions: does.assignTyped },
        'field.leave': { actions: assign({ typed: null }) },
        'mapStop.press': {
          actions: assign({ pressed: ({ event: { areaId, number } }) => ({ areaId, number }) }),
        },
        'points.close': { actions: assign({ picking: false, replacing: null }) },
        'points.search': { actions: assign({ keyword: ({ event }) => event.keyword }) },
        'loop.set': { actions: assign({ loops: ({ event }) => event.loops, preview: null }) },
      },
      states: {
        draft: draftStates,
        drag: {
          initial: 'resting',
          states: {
            resting: { on: { 'stop.grab': { guard: 'mayEdit', target: 'dragging', actions: does.grab } } },
            dragging: {
              always: { guard: ({ context }) => context.dragged === null, target: 'resting' },
              on: {
                'stop.drag': { actions: does.drag },
                'stop.drop': { target: 'resting', actions: [does.drop, draft.keep] },
                'stop.letGo': { target: 'resting', actions: assign({ dragged: null }) },
              },
            },
          },
        },
        plan: {
          initial: 'resting',
          states: {
            resting: { always: { guard: 'isPlanStale', target: 'planning' } },
            planning: {
              tags: 'planning',
              entry: assign({ planning: ({ context }) => planKey(context) }),
              always: { guard: 'isPlanningOther', target: 'planning', reenter: true },
              invoke: {
                src: 'planRoute',
                input: ({ context }) => ({
                  map: context.map ?? NO_MAP,
                  stops: placesOf(context),
                  loops: context.loops,
                }),
                onDone: {
                  target: 'resting',
                  actions: assign({
                    plan: ({ context, event }) => ({ of: context.planning, legs: event.output.legs }),
                  }),
                },
                onError: 'unplanned',
              },
            },
            /** Retried as soon as the stops change. */
            unplanned: { always: { guard: 'isPlanningOther', target: 'resting' } },
          },
        },
        preview: {
          initial: 'off',
          states: {
            off: {
              entry: assign({ preview: null }),
              on: {
                'preview.start': {
                  guard: 'hasPlan',
                  target: 'running',
                  actions: assign({
                    preview: ({ event, context }) => ({
                      startedAt: event.at,
                      speed: context.preview?.speed ?? PREVIEW_SPEED,
                    }),
                  }),
                },
              },
            },
            running: {
              always: { guard: ({ context }) => context.preview === null, target: 'off' },
              after: { previewDelay: 'off' },
              on: {
                'preview.stop': 'off',
                'preview.speed': {
                  target: 'running',
                  reenter: true,
                  actions: assign({ preview: ({ event }) => ({ startedAt: event.at, speed: event.speed }) }),
                },
              },
            },
          },
        },
        tab: {
          ...draft.tab,
          states: {
            ...draft.tab.states,
            guarded: { ...draft.tab.states.guarded, entry: 'notifyUnsaved', exit: 'notifyUnchanged' },
          },
        },
      },
    },
    left: { type: 'final' },
  },
  output: ({ context }) => context.leaving ?? { to: 'list' },
});
