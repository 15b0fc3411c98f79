/**
 * The drawn floors on the maps page: the list, a new one, and deleting one that was never published. Only account
 * administrators draw floors; for the others it is off.
 *
 *   list:   off | loading ──▶ ready | failed ──drawings.reload──▶ loading
 *   dialog: recalling ──▶ idle | filling (what was typed before a forced sign-out, keptDialog.ts)
 *           idle ──drawing.new──▶ filling (the child `form`) ──▶ the drawing's page
 *           idle ──drawing.delete──▶ asking ──yes──▶ deleting ──▶ idle
 */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { FloorDrawing, FloorDrawingRow } from '../../../contract/entities/floorDrawing.ts';
import { floorDrawing } from '../../../contract/pages/floorDrawing.ts';
import { errorNotice, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import type { FormOutput } from '../factories/form.ts';
import { keptDialog } from '../factories/keptDialog.ts';
import type { KeptRecord } from '../factories/recordDialog.ts';
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

export const drawingPath = (id: string): string =>
  `${floorDrawing.path}?${new URLSearchParams({ drawing: id }).toString()}`;

const kept = keptDialog<KeptRecord<DrawnFloorFields>>();

const drawnFloors = setup({
  types: {
    context: {} as DrawnFloorsContext,
    input: {} as { isAdmin: boolean },
    events: {} as DrawnFloorsEvent,
    children: {} as { form: 'form'; confirm: 'confirm' },
    tags: {} as 'loading' | 'deleting',
  },
  actors: {
    ...kept.actors,
    loadDrawings: promiseEffect<DrawnFloorsResult>('loadDrawings'),
    deleteDrawing: promiseEffect<unknown, { drawingId: string; revision: number }>('deleteDrawing'),
    form: drawnFloorMachine,
    confirm: confirmMachine,
  },
  actions: {
    ...kept.actions,
    assignRecalled: assign((_, { kept: found }: { kept: KeptRecord<DrawnFloorFields> | null }) =>
      found ? { siteId: found.draft.siteId } : {},
    ),
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
    ...kept.guards,
    isAdmin: ({ context }) => context.isAdmin,
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    hasSites: ({ context }) => context.sites.length > 0,
  },
});

/** Of the transition from `recalling`. */
const recalledIn = (event: { type: string; output?: KeptRecord<DrawnFloorFields> | null }) => event.output;
const assignSite = drawnFloors.assign(({ context: { sites }, event }) => {
  assertEvent(event, 'drawing.new');
  return { siteId: (sites.find(({ id }) => id === event.siteId) ?? sites[0])?.id ?? '' };
});
const assignChosen = drawnFloors.assign(({ event }) => {
  assertEvent(event, 'drawing.delete');
  return { chosen: event.drawing };
});
const idleEvents = {
  'drawing.new': { guard: 'hasSites', target: 'filling', actions: assignSite },
  'drawing.delete': { target: 'asking', actions: assignChosen },
} as const;

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
      initial: 'recalling',
      states: {
        recalling: kept.recalling(idleEvents, { open: 'filling', assignRecalled: 'assignRecalled', idle: 'idle' }),
        idle: { on: idleEvents },
        filling: {
          on: { 'drawing.close': { target: 'idle', actions: kept.forget } },
          invoke: {
            src: 'form',
            id: 'form',
            input: ({ context: { siteId }, event }) => recalledIn(event) ?? { saved: { ...NEW_FLOOR, siteId } },
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
              acceptKey: 'shared.deleteName',
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
