/**
 * The drawn floors on the maps page: the list, a new one, and deleting one that was never published. Only account
 * administrators draw floors; for the others it is off.
 *
 *   list:   off | loading ──▶ ready | failed ──drawings.reload──▶ loading
 *   dialog: idle ──drawing.new──▶ filling (the child `form`) ──▶ the drawing's page
 *           idle ──drawing.delete──▶ asking ──yes──▶ deleting ──▶ idle
 */
import { assign, sendTo, setup } from 'xstate';
import type { FloorDrawing, FloorDrawingRow } from '../../../contract/entities/floorDrawing.ts';
import { floorDrawing } from '../../../contract/pages/floorDrawing.ts';
import { errorNotice, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import type { FormOutput } from '../factories/form.ts';
import { type Failure, failureOf } from '../failure.ts';
import { drawnFloorMachine, type DrawnFloorFields, NEW_FLOOR } from './drawnFloor.machine.ts';

export interface DrawnFloorsResult {
  sites: readonly { id: string; name: string }[];
  drawings: readonly FloorDrawingRow[];
}
export interface DrawnFloorsContext extends DrawnFloorsResult {
  isAdmin: boolean;
  /** The site that a new floor most likely belongs to. */
  siteId: string;
  /** The drawing to delete. */
  chosen: FloorDrawingRow | null;
  failure: Failure | null;
}
export type DrawnFloorsEvent =
  | { type: 'drawings.reload' }
  | { type: 'drawing.new'; siteId: string }
  | { type: 'drawing.close' }
  | { type: 'drawing.delete'; drawing: FloorDrawingRow };

/** Where sites are made: every floor belongs to one. */
export const SITES_PATH = '/sites';
export const drawingPath = (id: string): string =>
  `${floorDrawing.path}?${new URLSearchParams({ drawing: id }).toString()}`;

const drawnFloors = setup({
  types: {
    context: {} as DrawnFloorsContext,
    input: {} as { isAdmin: boolean },
    events: {} as DrawnFloorsEvent,
    children: {} as { form: 'form'; confirm: 'confirm' },
    tags: {} as 'loading' | 'deleting',
  },
  actors: {
    loadDrawings: promiseEffect<DrawnFloorsResult>('loadDrawings'),
    deleteDrawing: promiseEffect<unknown, { drawingId: string; revision: number }>('deleteDrawing'),
    form: drawnFloorMachine,
    confirm: confirmMachine,
  },
  actions: {
    goTo: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { answer }: FormOutput<DrawnFloorFields, FloorDrawing>) => ({
        type: 'navigation.go' as const,
        to: drawingPath(answer.id),
      }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: {
    isAdmin: ({ context }) => context.isAdmin,
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    hasSites: ({ context }) => context.sites.length > 0,
  },
});

export const drawnFloorsMachine = drawnFloors.createMachine({
  id: 'drawnFloors',
  context: ({ input: { isAdmin } }) => ({
    isAdmin,
    sites: [],
    drawings: [],
    siteId: '',
    chosen: null,
    failure: null,
  }),
  type: 'parallel',
  states: {
    list: {
      initial: 'off',
      on: { 'drawings.reload': { guard: 'isAdmin', target: '.loading' } },
      states: {
        off: { always: { guard: 'isAdmin', target: 'loading' } },
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadDrawings',
            onDone: { target: 'ready', actions: assign(({ event }) => ({ ...event.output, failure: null })) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        ready: {},
        failed: {},
      },
    },
    dialog: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'drawing.new': {
              guard: 'hasSites',
              target: 'filling',
              actions: assign({
                siteId: ({ context: { sites }, event }) =>
                  (sites.find(({ id }) => id === event.siteId) ?? sites[0])?.id ?? '',
              }),
            },
            'drawing.delete': { target: 'asking', actions: assign({ chosen: ({ event }) => event.drawing }) },
          },
        },
        filling: {
          on: { 'drawing.close': 'idle' },
          invoke: {
            src: 'form',
            id: 'form',
            input: ({ context: { siteId } }) => ({ saved: { ...NEW_FLOOR, siteId } }),
            onDone: { target: 'idle', actions: { type: 'goTo', params: ({ event }) => event.output } },
          },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context: { chosen } }) => ({
              titleKey: 'maps.draw.delete.title',
              textKey: 'maps.draw.delete.text',
              acceptKey: 'maps.draw.delete.accept',
              destructive: true,
              words: { name: chosen?.name ?? '' },
            }),
            onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'deleting' }, 'idle'],
          },
        },
        deleting: {
          tags: 'deleting',
          invoke: {
            src: 'deleteDrawing',
            input: ({ context: { chosen } }) => ({ drawingId: chosen?.id ?? '', revision: chosen?.revision ?? 0 }),
            onDone: { target: ['idle', '#drawnFloors.list.loading'] },
            onError: {
              target: ['idle', '#drawnFloors.list.loading'],
              actions: { type: 'notifyFailure', params: ({ event }) => event },
            },
          },
        },
      },
    },
  },
});
