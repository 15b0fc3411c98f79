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
import { questionWith } from '../factories/confirm.machine.ts';
import * as does from './routeEditor.actions.ts';
import type { Way } from './routeEditor.context.ts';
import { draft, routeEditor } from './routeEditor.setup.ts';

const TO_LIST: Way = { to: 'list' };
/** The save was answered: the next one is another attempt. */
const refused = [draft.assignFailure, 'assignAnswered', 'assignNoUnanswered'] as const;

const drafting = routeEditor.createStateConfig({
  on: {
    'route.rename': { guard: 'mayEdit', actions: [does.rename, draft.keep] },
    'field.leave': { actions: assign({ mark: null, typed: null }) },
    'point.pick': { guard: 'mayEdit', actions: [does.pickPoint, draft.keep] },
    'stop.change': { guard: 'mayEdit', actions: [does.changeStop, draft.keep] },
    'stop.remove': { guard: 'mayEdit', actions: [does.removeStop, draft.keep] },
    'stop.move': { guard: 'mayEdit', actions: [does.moveStop, draft.keep] },
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
    'history.undo': { actions: [does.undo, draft.keep] },
    'history.redo': { actions: [does.redo, draft.keep] },
    'draft.discard': { guard: 'hasChanges', actions: [does.discard, draft.keep] },
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
            guard: draft.hasNoAnswer,
            target: 'drafting',
            actions: draft.assignFailure,
          },
          { target: 'saving', actions: ['assignAnswered', 'assignNoUnanswered'] },
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
            draft.forget,
            assign(({ context, event }) => does.withSaved(context, event.output, context.draft)),
            'writePlace',
            { type: 'notifySaved', params: ({ event }) => ({ name: event.output.pathName }) },
          ],
        },
        onError: [
          {
            guard: draft.hasNoAnswer,
            target: 'drafting',
            actions: [draft.assignFailure, assign({ unanswered: does.saveInput })],
          },
          {
            guard: draft.isCode(ERRORS.routeChanged),
            target: 'comparing',
            actions: refused,
          },
          {
            guard: draft.isCode(ERRORS.routeDeleted),
            target: 'deleted',
            actions: ['assignAnswered', 'assignNoUnanswered', assign({ failure: null })],
          },
          {
            // Points were deleted in the meantime: reload the map to show them as deleted.
            guard: draft.isCode(ERRORS.pointUnknown, ERRORS.routeMapsDiffer),
            target: 'rereading',
            actions: refused,
          },
          {
            target: 'drafting',
            actions: refused,
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
          actions: [assign(({ context, event }) => does.withMap(context, event.output)), draft.keep],
        },
        onError: { target: 'drafting', actions: draft.notifyFailure },
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
            guard: draft.isCode(ERRORS.routeDeleted),
            target: 'deleted',
            actions: assign({ failure: null }),
          },
          { target: 'drafting', actions: draft.notifyFailure },
        ],
      },
    },
    conflicting: draft.conflicting(
      {
        target: 'drafting',
        actions: [
          draft.forget,
          assign(({ context }) => (context.theirs ? does.withTheirs(context, context.theirs) : {})),
        ],
      },
      {
        target: 'saving',
        actions: assign(({ context }) => (context.theirs ? does.overTheirs(context, context.theirs) : {})),
      },
      { target: 'drafting', actions: assign({ theirs: null }) },
    ),
    deleted: draft.conflicting(
      { target: '#routeEditor.left', actions: [draft.forget, assign({ leaving: TO_LIST })] },
      {
        target: 'saving',
        actions: assign({ pathId: '', route: 'new', from: '', revision: 0, base: does.EMPTY.base }),
      },
      'drafting',
    ),
    asking: draft.asking(
      ({ draft: { pathName } }) =>
        questionWith(
          [
            pathName.trim() ? 'cruiseRoutes.leave.title' : 'cruiseRoutes.leave.titleNew',
            'cruiseRoutes.leave.text',
            'cruiseRoutes.leave.accept',
          ],
          { name: pathName },
        ),
      { target: '#routeEditor.left', actions: draft.forget },
      { guard: 'isLeavingForRobot', target: 'drafting', actions: ['stayWithRobot', 'assignNoLeaving'] },
      { target: 'drafting', actions: ['writePlace', 'assignNoLeaving'] },
    ),
  },
});
