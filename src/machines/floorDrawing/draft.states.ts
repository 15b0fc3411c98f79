/**
 * States of a floor's draft:
 *
 *   drafting ──save.send──▶ saving ──▶ drafting        saving ──another save in between──▶ conflicting ──mine──▶ saving
 *   drafting ──publish.open──▶ asking ──yes──▶ sending (saves what is not saved) ──▶ publishing ──▶ drafting
 *                                                          publishing ──points in walls──▶ blocked ──yes──▶ publishing
 *   drafting ──draft.discard──▶ discarding        anywhere ──page.leaveAsked──▶ leaving, parting
 */
import { assign } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import * as does from './draftActions.ts';
import { draft, floorDrawing, type FloorDrawingContext } from './floorDrawing.setup.ts';
import * as parts from './parts.ts';

const loadInput = ({ context: { drawingId, userId } }: { context: FloorDrawingContext }) => ({ drawingId, userId });
const saveInput = ({ context: { drawingId, base, drawing, seed, attempt } }: { context: FloorDrawingContext }) => ({
  drawingId,
  baseRevision: base.revision,
  drawing,
  attempt: `${seed}/${attempt}`,
});
const leavingBy = (textKey: string) =>
  draft.asking(
    ({ changed }) => questionWith(['floorDrawing.leave.title', textKey, 'shared.leave'], { count: changed }, false),
    { target: 'drafting', actions: 'leave' },
    'drafting',
  );

/** Saves the draft; `after`: where a successful save leads. */
const savingTo = (after: 'drafting' | 'publishing', notify: boolean) =>
  floorDrawing.createStateConfig({
    tags: 'saving',
    entry: assign({ failure: null }),
    invoke: {
      src: 'saveDrawing',
      input: saveInput,
      onDone: [
        {
          guard: ({ event }) => event.output.result === 'saved',
          target: after,
          actions: [
            assign(({ context, event: { output } }) =>
              output.result === 'saved' ? does.withSaved(context, output.revision) : {},
            ),
            draft.keep,
            ...(notify ? [{ type: 'notifyDone' as const, params: { key: 'floorDrawing.saved' } }] : []),
          ],
        },
        {
          target: 'conflicting',
          actions: assign(({ context, event: { output } }) => ({
            attempt: context.attempt + 1,
            theirs: output.result === 'conflict' ? output.theirs : null,
          })),
        },
      ],
      // Keeps the attempt number: the outcome is unknown, and a retry with the same number is applied only once.
      onError: { target: 'drafting', actions: draft.assignFailure },
    },
  });

const publishingWith = (leaveBlocked: boolean) =>
  floorDrawing.createStateConfig({
    tags: 'saving',
    entry: assign({ failure: null }),
    invoke: {
      src: 'publishDrawing',
      input: ({ context: { drawingId, base } }) => ({ drawingId, revision: base.revision, leaveBlocked }),
      onDone: {
        target: 'drafting',
        actions: [
          assign({ floor: ({ event }) => does.headingOf(event.output) }),
          { type: 'notifyDone', params: { key: 'floorDrawing.published' } },
        ],
      },
      onError: [
        {
          guard: draft.isCode(ERRORS.drawingPointsBlocked),
          target: 'blocked',
          actions: draft.assignFailure,
        },
        { target: 'drafting', actions: draft.assignFailure },
      ],
    },
  });

const drafting = floorDrawing.createStateConfig({
  on: {
    'part.select': {
      guard: 'isStill',
      actions: assign({ selected: ({ event }) => event.part, typed: null, mark: null }),
    },
    'part.erase': { guard: 'isStill', actions: [parts.erasePart, draft.keep] },
    'wall.change': { guard: 'isStill', actions: [parts.changeWall, draft.keep] },
    'door.turn': { guard: 'isStill', actions: [parts.turnDoor, draft.keep] },
    'room.change': { guard: 'isStill', actions: [parts.changeRoom, draft.keep] },
    'number.set': { guard: 'isStill', actions: [parts.setNumber, draft.keep] },
    'field.leave': { actions: assign({ mark: null, typed: null }) },
    'history.undo': {
      guard: 'isStill',
      actions: [floorDrawing.assign(({ context }) => does.withUndo(context)), draft.keep],
    },
    'history.redo': {
      guard: 'isStill',
      actions: [floorDrawing.assign(({ context }) => does.withRedo(context)), draft.keep],
    },
    'save.send': { guard: 'canSave', target: 'saving' },
    'publish.open': 'asking',
    'draft.discard': { guard: 'hasChanges', target: 'discarding' },
    // Unsaved changes are not overwritten by a reload; Save detects what others saved.
    'page.resumed': { guard: 'isUnchanged', target: 'refreshing' },
    'page.languageChanged': { guard: 'isUnchanged', target: 'refreshing' },
  },
});

export const draftStates = floorDrawing.createStateConfig({
  initial: 'drafting',
  on: {
    'page.leaveAsked': [
      { guard: 'isUnkept', target: '.parting', actions: assign({ leaveTo: ({ event }) => event.to }) },
      { target: '.leaving', actions: assign({ leaveTo: ({ event }) => event.to }) },
    ],
  },
  states: {
    drafting,
    saving: savingTo('drafting', true),
    asking: draft.asking(
      ({ floor }) => ({
        titleKey: 'floorDrawing.publish.title',
        textKey: floor?.publishedRevision == null ? 'floorDrawing.publish.first' : 'floorDrawing.publish.again',
        acceptKey: 'floorDrawing.publish.open',
        words: { name: floor?.name ?? '', site: floor?.siteName ?? '' },
      }),
      { target: 'sending' },
      'drafting',
    ),
    sending: { always: [{ guard: 'canSave', target: 'savingFirst' }, 'publishing'] },
    savingFirst: savingTo('publishing', false),
    publishing: publishingWith(false),
    /** Points would lie in a wall: they can be moved in the map editor afterwards. */
    blocked: draft.asking(
      ({ failure }) =>
        questionWith(
          ['floorDrawing.blocked.title', 'floorDrawing.blocked.text', 'floorDrawing.blocked.accept'],
          { points: String(failure?.words?.['points'] ?? '') },
          false,
        ),
      { target: 'publishingAnyway' },
      { target: 'drafting', actions: assign({ failure: null }) },
    ),
    publishingAnyway: publishingWith(true),
    conflicting: draft.conflicting(
      { target: 'drafting', actions: [floorDrawing.assign(({ context }) => does.withTheirs(context)), draft.keep] },
      { target: 'rebased', actions: [floorDrawing.assign(({ context }) => does.withMine(context)), draft.keep] },
      { target: 'drafting', actions: floorDrawing.assign({ theirs: null }) },
    ),
    /** Nothing is left to save if both drew the same. */
    rebased: { always: [{ guard: 'hasChanges', target: 'saving' }, 'drafting'] },
    refreshing: {
      on: { 'page.leaveAsked': { actions: [assign({ leaveTo: ({ event }) => event.to }), 'leave'] } },
      invoke: {
        src: 'loadFloor',
        input: loadInput,
        onDone: {
          target: 'drafting',
          actions: assign(({ context, event }) =>
            event.output.floor.revision === context.base.revision
              ? { floor: does.headingOf(event.output.floor) }
              : does.withFloor(context, { ...event.output, kept: null }),
          ),
        },
        onError: {
          target: '#floorDrawing.failed',
          actions: draft.assignFailure,
        },
      },
    },
    discarding: draft.asking(
      ({ changed }) =>
        questionWith(['floorDrawing.discard.title', 'floorDrawing.discard.text', 'shared.discardChanges'], {
          count: changed,
        }),
      {
        target: 'drafting',
        actions: [
          floorDrawing.assign(({ context }) => ({ ...does.withEdit(context, context.base.drawing), failure: null })),
          draft.keep,
        ],
      },
      'drafting',
    ),
    leaving: leavingBy('floorDrawing.leave.text'),
    /** Leaving discards the draft, because this browser could not store it. */
    parting: leavingBy('floorDrawing.leave.textLost'),
  },
});
