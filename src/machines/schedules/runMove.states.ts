/**
 * Moving a run by dragging or by keys, and the details of the run under the pointer:
 *
 *   move:   none ──move.grab──▶ held ──move.drop──▶ pending ──after UNDO_MS, move.send──▶ none (the move is queued)
 *             ▲                  └─move.cancel─┘       ├──move.undo──▶ none     └──move.grab──▶ held (another run: sent first)
 *             └───────────────────────────────────────┴──page.leaveAsked──▶ leaving (sent, then the page is left)
 *   hover:  off ──run.hover──▶ waiting ──after HOVER_MS──▶ shown ⇄ ending ──after HOVER_END_MS──▶ off
 */
import { assign, raise } from 'xstate';
import { schedules, type ScheduleAct } from './schedules.setup.ts';

export const runMoveStates = schedules.createStateConfig({
  initial: 'none',
  states: {
    none: {
      entry: 'clearMove',
      on: {
        'move.grab': {
          guard: { type: 'isMovable', params: ({ event }) => event },
          target: 'held',
          actions: { type: 'assignGrabbed', params: ({ event }) => event },
        },
      },
    },
    held: {
      tags: 'holding',
      on: {
        'move.to': {
          actions: assign({
            move: ({ context: { move }, event: { startsAt, isWhole } }) => move && { ...move, startsAt, isWhole },
          }),
        },
        'move.drop': [{ guard: 'isMoved', target: 'pending', actions: 'assignMoveAct' }, { target: 'none' }],
        'move.cancel': 'none',
      },
    },
    /** Shown where it was put; nothing is sent before Undo has been possible for a while. */
    pending: {
      tags: ['moved', 'unsaved'],
      invoke: { src: 'guardTab' },
      after: { undoOffered: { target: 'none', actions: 'queueMove' } },
      on: {
        'move.undo': 'none',
        'move.send': { target: 'none', actions: 'queueMove' },
        'move.grab': [
          {
            guard: { type: 'isMoving', params: ({ event }) => event },
            target: 'held',
            actions: { type: 'assignGrabbed', params: ({ event }) => event },
          },
          {
            guard: { type: 'isMovable', params: ({ event }) => event },
            target: 'held',
            actions: ['queueMove', { type: 'assignGrabbed', params: ({ event }) => event }],
          },
        ],
        'page.leaveAsked': { target: 'leaving', actions: assign({ leaveTo: ({ event }) => event.to }) },
      },
    },
    leaving: {
      tags: ['moved', 'unsaved'],
      invoke: {
        src: 'carryOut',
        // `pending` has one.
        input: ({ context }) => context.moveAct as ScheduleAct,
        onDone: {
          target: 'none',
          actions: { type: 'leave', params: ({ context }) => ({ to: context.leaveTo }) },
        },
        onError: {
          target: 'none',
          actions: [
            { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
            raise({ type: 'timetable.reload' }),
          ],
        },
      },
    },
  },
});

export const hoverStates = schedules.createStateConfig({
  initial: 'off',
  on: {
    'run.hover': [
      { guard: { type: 'isHovered', params: ({ event }) => event } },
      {
        target: '.waiting',
        actions: { type: 'assignHovered', params: ({ event }) => event },
      },
    ],
    'hover.end': '.off',
    'move.grab': '.off',
  },
  states: {
    off: { entry: 'clearHovered' },
    waiting: { after: { hovered: 'shown' }, on: { 'run.unhover': 'off' } },
    shown: { tags: 'hovering', on: { 'run.unhover': 'ending' } },
    /** The pointer is on its way from the run to its details. */
    ending: {
      tags: 'hovering',
      after: { hoverEnds: 'off' },
      on: {
        'run.hover': [
          { guard: { type: 'isHovered', params: ({ event }) => event }, target: 'shown' },
          { target: 'waiting', actions: { type: 'assignHovered', params: ({ event }) => event } },
        ],
      },
    },
  },
});
