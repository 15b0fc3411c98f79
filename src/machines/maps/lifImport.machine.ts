/**
 * Imports points from a layout file (VDMA LIF) into a map: reads it, compares it with the map, shows the changes, saves
 * them in one request.
 *
 *   choosing ──file.pick──▶ reading ──▶ looking ──▶ comparing ──lif.save──▶ saving ──▶ done
 *      ▲ ◀──────no layout──────┘           ▲            │  ▲ ◀──refused────────┤
 *      │                                   └── another user saved first ───────┘
 *      └─────────────────lif.again───────────────┘         lif.cancel anywhere ──▶ done, with nothing
 */
import { assertEvent, assign, setup } from 'xstate';
import type { MapFloor } from '../../../contract/entities/map.ts';
import type { PointChange, SaveResult, SaveSummary } from '../../../contract/entities/mapEdit.ts';
import type { LifMap } from '../../../contract/rules/mapFiles/lif.ts';
import { lifChanges, type LifChanges, type OwnPoint } from '../../../contract/rules/mapFiles/lifChanges.ts';
import type { MapFrame } from '../../../contract/rules/mapFrame.ts';
import type { PointFault } from '../../../contract/rules/points.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import type { FileFault } from './mapImport.machine.ts';

export interface LifRead {
  layouts: readonly LifMap[];
  /** Prefix of the ids of imported points: the same when a save is repeated. */
  seed: string;
}
/** The current map. */
export interface LifTarget {
  own: readonly OwnPoint[];
  frame: MapFrame;
  elevators: readonly string[];
  doors: readonly string[];
  revision: number;
}
/** `serialNumber`: a robot of the site, used to find its lifts and doors; empty: there is none. */
export interface LifInput {
  map: MapFloor;
  serialNumber: string;
}
export interface LifContext extends LifInput {
  fault: FileFault | null;
  failure: Failure | null;
  read: LifRead | null;
  /** Index of the chosen layout. */
  index: number;
  target: LifTarget | null;
  outcome: LifChanges | null;
  /** Another user saved in the meantime: the layout was compared again with the new map. */
  anew: boolean;
  summary: SaveSummary | null;
}
export type LifEvent =
  | { type: 'file.pick'; files: readonly File[] }
  | { type: 'layout.choose'; index: number }
  | { type: 'lif.save' }
  | { type: 'lif.again' }
  | { type: 'lif.cancel' };
/** Why a file was rejected; thrown by the reader. */
export class LifFault extends Error {
  readonly fault: FileFault;
  constructor(fault: FileFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

const lifImport = setup({
  types: {
    context: {} as LifContext,
    input: {} as LifInput,
    events: {} as LifEvent,
    output: {} as { summary: SaveSummary | null },
    tags: {} as 'reading' | 'saving',
  },
  actors: {
    /** Rejects with LifFault. */
    readLayouts: promiseEffect<LifRead, { files: readonly File[] }>('readLayouts'),
    loadTarget: promiseEffect<LifTarget, LifInput>('loadTarget'),
    saveLayout: promiseEffect<SaveResult, { mapId: string; baseRevision: number; changes: readonly PointChange[] }>(
      'saveLayout',
    ),
  },
  guards: {
    hasFile: (_, { files }: { files: readonly File[] }) => files.length > 0,
    canSave: ({ context: { outcome } }) => (outcome?.changes.length ?? 0) > 0,
    isNone: (_, { error }: { error: unknown }) => error instanceof LifFault,
    isSaved: (_, { result }: { result: SaveResult }) => result.result === 'saved',
    isFaulty: (_, { result }: { result: SaveResult }) => result.result === 'faulty',
  },
});

/** Index of the layout with this map's id, else its name, else its floor, else the first that has points. */
function likely(layouts: readonly LifMap[], { id, name, floor }: MapFloor): number {
  const wishes: ((one: LifMap) => boolean)[] = [
    (one) => one.mapId === id,
    (one) => one.name === name,
    (one) => one.floor === floor,
    (one) => one.points.length > 0,
  ];
  return Math.max(0, wishes.map((isIt) => layouts.findIndex(isIt)).find((index) => index >= 0) ?? 0);
}
const compared = ({
  read,
  index,
  target,
  map,
}: Pick<LifContext, 'read' | 'index' | 'target' | 'map'>): LifChanges | null => {
  const layout = read?.layouts[index];
  if (!layout || !target) return null;
  const { own, frame, elevators, doors } = target;
  return lifChanges({
    layout,
    mapId: map.id,
    own,
    frame,
    ties: { elevators: new Set(elevators), doors: new Set(doors) },
    newId: (number) => `${read.seed}-${index}-${number}`,
  });
};
/** Excludes points that the server rejected, for example because of names in another language. */
function without(outcome: LifChanges, faults: readonly PointFault[]): LifChanges {
  const found = new Map(faults.map((fault) => [fault.areaId, fault]));
  return {
    ...outcome,
    changes: outcome.changes.filter(({ point }) => !found.has(point)),
    steps: outcome.steps.map((step) =>
      found.has(step.areaId) ? { ...step, does: 'unused', fault: found.get(step.areaId) ?? null } : step,
    ),
  };
}

export const lifImportMachine = lifImport.createMachine({
  id: 'lifImport',
  context: ({ input }) => ({
    ...input,
    fault: null,
    failure: null,
    read: null,
    index: 0,
    target: null,
    outcome: null,
    anew: false,
    summary: null,
  }),
  initial: 'choosing',
  on: { 'lif.cancel': '.done' },
  output: ({ context: { summary } }) => ({ summary }),
  states: {
    choosing: { on: { 'file.pick': { guard: { type: 'hasFile', params: ({ event }) => event }, target: 'reading' } } },
    reading: {
      tags: 'reading',
      entry: assign({ fault: null, failure: null, anew: false }),
      invoke: {
        src: 'readLayouts',
        input: ({ event }) => {
          assertEvent(event, 'file.pick');
          return { files: event.files };
        },
        onDone: {
          target: 'looking',
          actions: assign(({ event, context: { map } }) => ({
            read: event.output,
            index: likely(event.output.layouts, map),
          })),
        },
        onError: [
          {
            guard: { type: 'isNone', params: ({ event }) => event },
            target: 'choosing',
            actions: assign({ fault: ({ event }) => (event.error as LifFault).fault }),
          },
          { target: 'choosing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    looking: {
      tags: 'reading',
      invoke: {
        src: 'loadTarget',
        input: ({ context: { map, serialNumber } }) => ({ map, serialNumber }),
        onDone: {
          target: 'comparing',
          actions: [
            assign({ target: ({ event }) => event.output }),
            assign({ outcome: ({ context }) => compared(context) }),
          ],
        },
        onError: {
          target: 'choosing',
          actions: assign({ failure: ({ event }) => failureOf(event.error), read: null }),
        },
      },
    },
    comparing: {
      on: {
        'layout.choose': {
          actions: [
            assign({ index: ({ event }) => event.index, failure: null }),
            assign({ outcome: ({ context }) => compared(context) }),
          ],
        },
        'lif.save': { guard: 'canSave', target: 'saving' },
        'lif.again': {
          target: 'choosing',
          actions: assign({ read: null, target: null, outcome: null, failure: null }),
        },
      },
    },
    saving: {
      tags: 'saving',
      entry: assign({ failure: null, anew: false }),
      invoke: {
        src: 'saveLayout',
        input: ({ context: { map, target, outcome } }) => ({
          mapId: map.id,
          baseRevision: target?.revision ?? 0,
          changes: outcome?.changes ?? [],
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => ({ result: event.output }) },
            target: 'done',
            actions: assign({
              summary: ({ event: { output } }) => (output.result === 'saved' ? output.summary : null),
            }),
          },
          {
            guard: { type: 'isFaulty', params: ({ event }) => ({ result: event.output }) },
            target: 'comparing',
            actions: assign({
              outcome: ({ context: { outcome }, event: { output } }) =>
                outcome && without(outcome, output.result === 'faulty' ? output.faults : []),
            }),
          },
          { target: 'looking', actions: assign({ anew: true }) },
        ],
        onError: { target: 'comparing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    done: { type: 'final', entry: assign({ read: null, target: null, outcome: null }) },
  },
});
