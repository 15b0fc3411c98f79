/**
 * Drawing a floor: a draft of its walls, doors and rooms, tools for pointer and keyboard, and the states of the draft.
 *
 *   loading ──▶ editing, or offering ──take, drop──▶ editing       none, failed ──retry──▶ loading
 *
 *   parallel regions of editing:  tool     select, pan, wall, room, door, erase (tools/)
 *                                 draft    drafting, saving, publishing … (draft.states.ts)
 *                                 keeping  kept, or refused by the browser
 *                                 tab      free, or guarded while there is a draft
 *                                 trace    idle, picking a picture, loading, removing
 */
import { assign } from 'xstate';
import { draftStates } from './draft.states.ts';
import { EMPTY, headingOf, restoreDraft, withFloor } from './draftActions.ts';
import { draft, floorDrawing } from './floorDrawing.setup.ts';
import { noteTyped } from './parts.ts';
import { door } from './tools/door.ts';
import { eraser } from './tools/eraser.ts';
import { pan } from './tools/pan.ts';
import { room } from './tools/room.ts';
import { select } from './tools/select.ts';
import { wall } from './tools/wall.ts';

const picked = floorDrawing.assign({ gesture: null, showsCells: false });

export const floorDrawingMachine = floorDrawing.createMachine({
  id: 'floorDrawing',
  context: ({ input: { user, query } }) => ({
    ...EMPTY,
    userId: user?.id ?? '',
    drawingId: query['drawing'] ?? '',
    wallKind: 'inner',
    seed: '',
    made: 0,
    attempt: 0,
  }),
  initial: 'looking',
  on: {
    'page.queryChanged': {
      guard: { type: 'isOtherDrawing', params: ({ event }) => ({ drawingId: event.query['drawing'] ?? '' }) },
      target: '.looking',
      actions: assign({ ...EMPTY, drawingId: ({ event }) => event.query['drawing'] ?? '' }),
    },
  },
  states: {
    looking: { always: [{ guard: 'hasDrawing', target: 'loading' }, 'none'] },
    none: {},
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadFloor',
        input: ({ context: { drawingId, userId } }) => ({ drawingId, userId }),
        onDone: [
          {
            guard: ({ event }) => event.output.kept !== null,
            target: 'offering',
            actions: assign(({ context, event }) => withFloor(context, event.output)),
          },
          { target: 'editing', actions: assign(({ context, event }) => withFloor(context, event.output)) },
        ],
        onError: { target: 'failed', actions: draft.assignFailure },
      },
    },
    failed: { on: { 'floor.retry': 'looking', 'page.resumed': 'looking' } },
    offering: draft.offering(restoreDraft),
    editing: {
      tags: 'editing',
      type: 'parallel',
      on: {
        'camera.set': { actions: assign({ camera: ({ event }) => event.camera }) },
        'wallKind.choose': { actions: assign({ wallKind: ({ event }) => event.kind }) },
        'field.type': { actions: noteTyped },
        'field.leave': { actions: assign({ typed: null }) },
      },
      states: {
        tool: {
          initial: 'select',
          on: {
            'tool.pick': [
              { guard: ({ event }) => event.tool === 'pan', target: '.pan', reenter: true, actions: picked },
              { guard: ({ event }) => event.tool === 'wall', target: '.wall', reenter: true, actions: picked },
              { guard: ({ event }) => event.tool === 'room', target: '.room', reenter: true, actions: picked },
              { guard: ({ event }) => event.tool === 'door', target: '.door', reenter: true, actions: picked },
              { guard: ({ event }) => event.tool === 'erase', target: '.erase', reenter: true, actions: picked },
              { target: '.select', reenter: true, actions: picked },
            ],
            // The states of the tools end their gestures; the cells end them all.
            'cells.show': {
              target: '.select',
              actions: assign({ gesture: null, showsCells: ({ event }) => event.on }),
            },
          },
          states: { select, pan, wall, room, door, erase: eraser },
        },
        draft: draftStates,
        /** Whether the browser can store the draft: it refuses when the storage is full or disabled. */
        keeping: {
          initial: 'kept',
          invoke: { src: 'watchKeeping' },
          states: { kept: { on: { 'draft.refused': 'refused' } }, refused: { on: { 'draft.kept': 'kept' } } },
        },
        tab: draft.tab,
        trace: {
          initial: 'idle',
          states: {
            idle: { on: { 'trace.open': 'picking', 'trace.remove': 'removing' } },
            picking: {
              invoke: {
                src: 'mapImport',
                id: 'mapImport',
                input: ({ context: { floor } }) => {
                  if (!floor) throw new Error('no floor is loaded');
                  const { id, siteId, floor: level, name, revision, savedAt } = floor;
                  const origin = { x: 0, y: 0, yaw: 0 };
                  return {
                    siteId,
                    replaced: {
                      ...{ id, siteId, floor: level, name, revision, origin },
                      ...{ resolution: 1, picture: null, isDefault: false, pointCount: 0, createdAt: savedAt },
                    },
                  };
                },
                onDone: [
                  { guard: { type: 'isSaved', params: ({ event }) => event.output }, target: 'loading' },
                  'idle',
                ],
              },
            },
            loading: {
              invoke: {
                src: 'loadFloor',
                input: ({ context: { drawingId, userId } }) => ({ drawingId, userId }),
                onDone: {
                  target: 'idle',
                  actions: assign({
                    floor: ({ context: { floor }, event }) => floor && { ...floor, trace: event.output.floor.trace },
                  }),
                },
                onError: { target: 'idle', actions: draft.notifyFailure },
              },
            },
            removing: {
              invoke: {
                src: 'removeTrace',
                input: ({ context: { drawingId } }) => ({ drawingId }),
                onDone: {
                  target: 'idle',
                  actions: assign({
                    floor: ({ context: { floor }, event }) =>
                      floor && { ...floor, trace: headingOf(event.output).trace },
                  }),
                },
                onError: { target: 'idle', actions: draft.notifyFailure },
              },
            },
          },
        },
      },
    },
  },
});
