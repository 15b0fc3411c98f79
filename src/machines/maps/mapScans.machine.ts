/**
 * Floors that robots map: the last mappings of the site on the page, a new one, and ending one under way. Importing a
 * finished one is up to the maps page.
 *
 *   list:   off ──scans.load──▶ loading ──▶ shown (again after 5 s while one is under way, else 30 s) | failed
 *   dialog: idle ──scan.new──▶ choosing ──scan.start──▶ starting ──▶ idle
 *           idle ──scan.cancel──▶ asking ──yes──▶ cancelling ──▶ idle
 */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { MapScan } from '../../../contract/endpoints/mapScans.ts';
import { hasEnded } from '../../../contract/rules/commandLife.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import { errorNotice, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';

export interface MapScansResult {
  scans: readonly MapScan[];
  /** The robots of the site that can map. */
  robots: readonly { serialNumber: string; name: string }[];
}
export interface MapScansContext extends MapScansResult {
  siteId: string;
  /** Robot chosen in the dialog. */
  serialNumber: string;
  /** The task that the person saw on the robot; it ends. */
  replaces: TaskKind | null;
  /** The mapping to end. */
  chosen: MapScan | null;
  failure: Failure | null;
  /** Why the robot does not map. */
  refusal: Failure | null;
}
export type MapScansEvent =
  | { type: 'scans.load'; siteId: string }
  | { type: 'scan.new' }
  | { type: 'scan.choose'; serialNumber: string }
  | { type: 'scan.start'; replaces: TaskKind | null }
  | { type: 'scan.close' }
  | { type: 'scan.cancel'; scan: MapScan };

const BUSY_POLL_MS = 5_000;
const POLL_MS = 30_000;

const mapScans = setup({
  types: {
    context: {} as MapScansContext,
    events: {} as MapScansEvent,
    children: {} as { confirm: 'confirm' },
    tags: {} as 'loading' | 'choosing' | 'starting',
  },
  actors: {
    loadScans: promiseEffect<MapScansResult, { siteId: string }>('loadScans'),
    startScan: promiseEffect<unknown, { serialNumber: string; replaces: TaskKind | null }>('startScan'),
    cancelScan: promiseEffect<unknown, { serialNumber: string }>('cancelScan'),
    confirm: confirmMachine,
  },
  actions: {
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: {
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    hasRobot: ({ context: { serialNumber } }) => serialNumber !== '',
  },
  delays: {
    poll: ({ context: { scans } }) => (scans.some(({ state }) => !hasEnded(state)) ? BUSY_POLL_MS : POLL_MS),
  },
});

const assignSite = mapScans.assign(({ context, event }) => {
  assertEvent(event, 'scans.load');
  return event.siteId === context.siteId ? {} : { siteId: event.siteId, scans: [], robots: [], failure: null };
});
const assignChosen = mapScans.assign(({ event }) => {
  assertEvent(event, 'scan.cancel');
  return { chosen: event.scan };
});

export const mapScansMachine = mapScans.createMachine({
  id: 'mapScans',
  context: {
    siteId: '',
    scans: [],
    robots: [],
    serialNumber: '',
    replaces: null,
    chosen: null,
    failure: null,
    refusal: null,
  },
  type: 'parallel',
  states: {
    list: {
      initial: 'off',
      on: { 'scans.load': { target: '.loading', actions: assignSite } },
      states: {
        off: {},
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadScans',
            input: ({ context: { siteId } }) => ({ siteId }),
            onDone: { target: 'shown', actions: assign(({ event }) => ({ ...event.output, failure: null })) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: { after: { poll: 'loading' } },
        failed: { after: { poll: 'loading' } },
      },
    },
    dialog: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'scan.new': {
              target: 'choosing',
              actions: assign(({ context: { robots } }) => ({
                serialNumber: robots[0]?.serialNumber ?? '',
                refusal: null,
              })),
            },
            'scan.cancel': { target: 'asking', actions: assignChosen },
          },
        },
        choosing: {
          tags: 'choosing',
          on: {
            'scan.choose': {
              actions: assign(({ event }) => ({ serialNumber: event.serialNumber, refusal: null })),
            },
            'scan.start': {
              guard: 'hasRobot',
              target: 'starting',
              actions: assign(({ event }) => ({ replaces: event.replaces, refusal: null })),
            },
            'scan.close': 'idle',
          },
        },
        starting: {
          tags: ['choosing', 'starting'],
          invoke: {
            src: 'startScan',
            input: ({ context: { serialNumber, replaces } }) => ({ serialNumber, replaces }),
            onDone: { target: ['idle', '#mapScans.list.loading'] },
            onError: { target: 'choosing', actions: assign({ refusal: ({ event }) => failureOf(event.error) }) },
          },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context: { chosen } }) => ({
              titleKey: 'maps.scan.cancel.title',
              textKey: 'maps.scan.cancel.text',
              acceptKey: 'maps.scan.cancel.accept',
              destructive: true,
              words: { robot: chosen?.robotName ?? '' },
            }),
            onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'cancelling' }, 'idle'],
          },
        },
        cancelling: {
          invoke: {
            src: 'cancelScan',
            input: ({ context: { chosen } }) => ({ serialNumber: chosen?.serialNumber ?? '' }),
            onDone: { target: ['idle', '#mapScans.list.loading'] },
            onError: {
              target: ['idle', '#mapScans.list.loading'],
              actions: { type: 'notifyFailure', params: ({ event }) => event },
            },
          },
        },
      },
    },
  },
});
