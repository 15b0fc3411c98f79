/**
 * States of a route's draft (design 4: nothing is sent before Save):
 *
 *   drafting ──save──▶ settling (a Save that was never answered) ──▶ saving ──saved──▶ drafting
 *      ▲  ◀──────refused, no answer──────────────────────────────────┤ ├─another user saved───▶ comparing ──▶ conflicting ──theirs──▶ drafting
 *      │                                                             │ │                                        └──mine──▶ saving
 *      ├──close, leave, another address or robot──▶ asking ──yes──▶ (left)     └─deleted──▶ deleted ──mine: as a new one──▶ saving
 */
import { assign } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { failureOf } from '../failure.ts';
import * as does from './routeEditor.actions.ts';
import type { RouteEditorContext, Way } from './routeEditor.context.ts';
import { routeEditor } from './routeEditor.setup.ts';

const keepDraft = { type: 'keepDraft', params: does.keeping } as const;
const forgetDraft = {
  type: 'keepDraft',
  params: ({ context }: { context: RouteEditorContext }) => ({ ...does.keeping({ context }), kept: null }),
} as const;
const TO_LIST: Way = { to: 'list' };
const POINT_GONE: readonly number[] = [ERRORS.pointUnknown, ERRORS.routeMapsDiffer];

const drafting = routeEditor.createStateConfig({
  on: {
    'route.rename': { guard: 'mayEdit', actions: [does.rename, keepDraft] },
    'field.leave': { actions: assign({ mark: null, typed: null }) },
    'point.pick': { guard: 'mayEdit', actions: [does.pickPoint, keepDraft] },
    'stop.change': { guard: 'mayEdit', actions: [does.changeStop, keepDraft] },
    'stop.remove': { guard: 'mayEdit', actions: [does.removeStop, keepDraft] },
    'stop.move': { guard: 'mayEdit', actions: [does.moveStop, keepDraft] },
    'stop.insert': { guard: 'mayEdit', actions: does.insertHere },
    'stop.replace': {
      guard: 'mayEdit',
      actions: assign({ replacing: ({ event }) => event.key, picking: true, keyword: '' }),
    },
    'points.open': { guard: 'mayEdit', actions: assign({ picking: true, keyword: '', replacing: null }) },
    'map.choose': {
      guard: { type: 'mayMove', params: ({ event }) => event },
      target: 'rereading',
      actions: [assign({ mapId: ({ event }) => event.mapId, from: '', past: [], future: [] }), 'writePlace'],
    },
    'history.undo': { actions: [does.undo, keepDraft] },
    'history.redo': { actions: [does.redo, keepDraft] },
    'draft.discard': { guard: 'hasChanges', actions: [does.discard, keepDraft] },
    'route.save': [
      { guard: ({ context }) => does.hasFaults(context), actions: does.showFaults },
      { guard: 'isUnsettled', target: 'settling' },
      { guard: 'hasChanges', target: 'saving' },
    ],
    'editor.close': [
      { guard: 'isUnchanged', target: '#routeEditor.left', actions: assign({ leaving: TO_LIST }) },
      { target: 'asking', actions: assign({ leaving: TO_LIST }) },
    ],
    'page.asked': [
      { guard: { type: 'isOwn', params: ({ event }) => event } },
      { guard: 'isUnchanged', target: '#routeEditor.left', actions: assign({ leaving: { to: 'query' } }) },
      { target: 'asking', actions: assign({ leaving: { to: 'query' } }) },
    ],
    'page.robot': [
      { guard: { type: 'isOwnRobot', params: ({ event }) => event } },
      {
        guard: 'isUnchanged',
        target: '#routeEditor.left',
        actions: assign({ leaving: ({ event }) => ({ to: 'robot', serialNumber: event.serialNumber }) }),
      },
      {
        target: 'asking',
        actions: assign({ leaving: ({ event }) => ({ to: 'robot', serialNumber: event.serialNumber }) }),
      },
    ],
    'page.language': { target: 'rereading', actions: assign({ language: ({ event }) => event.language }) },
    // Unsaved changes are not overwritten by a reload; Save detects what other users changed.
    'page.back': { guard: 'isUnchanged', target: '#routeEditor.loading' },
  },
});

export const draftStates = routeEditor.createStateConfig({
  initial: 'drafting',
  on: {
    'leave.ask': { target: '.asking', actions: assign({ leaving: ({ event }) => ({ to: 'path', path: event.to }) }) },
  },
  states: {
    drafting,
    /** A save without a response is first sent again unchanged, so that the base revision of the next save is known. */
    settling: {
      tags: 'saving',
      invoke: {
        src: 'saveRoute',
        input: ({ context }) => context.unanswered ?? does.saveInput({ context }),
        onDone: {
          target: 'saving',
          actions: assign(({ context, event }) =>
            does.withSaved(context, event.output, context.unanswered?.draft ?? context.draft),
          ),
        },
        onError: [
          {
            guard: { type: 'hasNoAnswer', params: ({ event }) => event },
            target: 'drafting',
            actions: assign({ failure: ({ event }) => failureOf(event.error) }),
          },
          { target: 'saving', actions: assign({ unanswered: null, attempt: ({ context }) => context.attempt + 1 }) },
        ],
      },
    },
    saving: {
      tags: 'saving',
      entry: assign({ failure: null, tried: true, picking: false, dragged: null }),
      invoke: {
        src: 'saveRoute',
        input: does.saveInput,
        onDone: {
          target: 'drafting',
          actions: [
            forgetDraft,
            assign(({ context, event }) => does.withSaved(context, event.output, context.draft)),
            'writePlace',
            { type: 'notifySaved', params: ({ event }) => ({ name: event.output.pathName }) },
          ],
        },
        onError: [
          {
            guard: { type: 'hasNoAnswer', params: ({ event }) => event },
            target: 'drafting',
            actions: assign(({ context, event }) => ({
              failure: failureOf(event.error),
              unanswered: does.saveInput({ context }),
            })),
          },
          {
            guard: { type: 'isCode', params: ({ event }) => ({ error: event.error, code: ERRORS.routeChanged }) },
            target: 'comparing',
            actions: assign(({ context, event }) => ({
              failure: failureOf(event.error),
              attempt: context.attempt + 1,
              unanswered: null,
            })),
          },
          {
            guard: { type: 'isCode', params: ({ event }) => ({ error: event.error, code: ERRORS.routeDeleted }) },
            target: 'deleted',
            actions: assign(({ context }) => ({ failure: null, attempt: context.attempt + 1, unanswered: null })),
          },
          {
            // Points were deleted in the meantime: reload the map to show them as deleted.
            guard: ({ event }) => POINT_GONE.includes(failureOf(event.error).code),
            target: 'rereading',
            actions: assign(({ context, event }) => ({
              failure: failureOf(event.error),
              attempt: context.attempt + 1,
              unanswered: null,
            })),
          },
          {
            target: 'drafting',
            actions: assign(({ context, event }) => ({
              failure: failureOf(event.error),
              attempt: context.attempt + 1,
              unanswered: null,
            })),
          },
        ],
      },
    },
    /** Reloads the map under the draft: names in another language, current points. */
    rereading: {
      tags: 'saving',
      invoke: {
        src: 'loadRoute',
        input: does.loadInput,
        onDone: {
          target: 'drafting',
          actions: [assign(({ context, event }) => does.withMap(context, event.output)), keepDraft],
        },
        onError: { target: 'drafting', actions: { type: 'notifyFailure', params: ({ event }) => event } },
      },
    },
    comparing: {
      tags: 'saving',
      invoke: {
        src: 'loadRoute',
        input: does.loadInput,
        onDone: { target: 'conflicting', actions: assign({ theirs: ({ event }) => event.output.route }) },
        onError: [
          {
            guard: { type: 'isCode', params: ({ event }) => ({ error: event.error, code: ERRORS.routeDeleted }) },
            target: 'deleted',
            actions: assign({ failure: null }),
          },
          { target: 'drafting', actions: { type: 'notifyFailure', params: ({ event }) => event } },
        ],
      },
    },
    conflicting: {
      on: {
        'conflict.theirs': {
          target: 'drafting',
          actions: [
            forgetDraft,
            assign(({ context }) => (context.theirs ? does.withTheirs(context, context.theirs) : {})),
          ],
        },
        'conflict.mine': {
          target: 'saving',
          actions: assign(({ context }) => (context.theirs ? does.overTheirs(context, context.theirs) : {})),
        },
        'conflict.later': { target: 'drafting', actions: assign({ theirs: null }) },
      },
    },
    deleted: {
      on: {
        'conflict.mine': {
          target: 'saving',
          actions: assign({ pathId: '', route: 'new', from: '', revision: 0, base: does.EMPTY.base }),
        },
        'conflict.theirs': { target: '#routeEditor.left', actions: [forgetDraft, assign({ leaving: TO_LIST })] },
        'conflict.later': 'drafting',
      },
    },
    asking: {
      invoke: {
        src: 'confirm',
        id: 'confirm',
        input: ({ context: { draft } }) => ({
          titleKey: draft.pathName.trim() ? 'cruiseRoutes.leave.title' : 'cruiseRoutes.leave.titleNew',
          textKey: 'cruiseRoutes.leave.text',
          acceptKey: 'cruiseRoutes.leave.accept',
          destructive: true,
          words: { name: draft.pathName },
        }),
        onDone: [
          {
            guard: { type: 'isYes', params: ({ event }) => event.output },
            target: '#routeEditor.left',
            actions: forgetDraft,
          },
          {
            guard: ({ context: { leaving } }) => leaving?.to === 'robot',
            target: 'drafting',
            actions: ['stayWithRobot', assign({ leaving: null })],
          },
          { target: 'drafting', actions: ['writePlace', assign({ leaving: null })] },
        ],
      },
    },
  },
});
