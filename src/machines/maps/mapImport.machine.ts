/**
 * Bringing a map in: files are picked and read, looked at and described, and saved; or another picture is given to a map that is there.
 *
 *   choosing ──files.pick──▶ reading ──▶ describing ──import.save──▶ saving ──▶ done
 *      ▲ ◀──no map── read.stop ┘            │ ◀──refused──────────────┘
 *      └────────────import.again────────────┘          import.cancel anywhere ──▶ done, with nothing
 */
import { assertEvent, assign, setup } from 'xstate';
import type { MapFloor, PictureMeta } from '../../../contract/entities/map.ts';
import { type Failure, failureOf } from '../failure.ts';
import { callbackEffect, effect, promiseEffect } from '../effectStubs.ts';
import { marked, type Mark, movedMark, placedBy, type Placing, type Typed, zoomedPicture } from './placing.ts';

/** What was read; the browser holds the picture under its key until it is forgotten. */
export interface ReadMap {
  key: string;
  /** Where the picture can be seen in this page. */
  url: string;
  width: number;
  height: number;
  title: string;
  meta: PictureMeta;
  /** null for a plain picture: it tells nothing of its scale. */
  placing: Placing | null;
}
/** Why files are no map (contract/rules/mapFiles/picture.ts): a kind with its words. */
export interface FileFault {
  kind: string;
  words: Readonly<Record<string, string | number>>;
}
export interface ImportFields extends Typed {
  floor: string;
  name: string;
}
export interface ImportInput {
  siteId: string;
  /** The map that gets another picture; null: a new one comes. */
  replaced: MapFloor | null;
}
export interface ImportWish extends ImportInput {
  read: ReadMap;
  placing: Placing;
  fields: ImportFields;
  /** What robots call it, by serial number; blank: nothing. */
  robotNames: Readonly<Record<string, string>>;
  leaveOutside: boolean;
}
export interface ImportContext extends ImportInput {
  /** 0 to 1. */
  progress: number;
  fault: FileFault | null;
  read: ReadMap | null;
  marks: readonly Mark[];
  /** Where the keyboard would put the next mark; null: no key has moved it yet. */
  nextMark: Mark | null;
  /** Times as large as the whole picture. */
  zoom: number;
  fields: ImportFields;
  robotNames: Readonly<Record<string, string>>;
  leaveOutside: boolean;
  failure: Failure | null;
  saved: MapFloor | null;
}
export type ImportEvent =
  | { type: 'files.pick'; files: readonly File[] }
  | { type: 'read.progressed'; done: number }
  | { type: 'read.done'; read: ReadMap }
  | { type: 'read.failed'; fault: FileFault }
  | { type: 'read.stop' }
  | { type: 'mark.put'; mark: Mark }
  /** By so many pixels of the picture. */
  | { type: 'nextMark.move'; by: Mark }
  | { type: 'picture.zoom'; factor: number }
  | { type: 'picture.fit' }
  | { type: 'field.type'; change: Partial<ImportFields> }
  | { type: 'robot.name'; serialNumber: string; name: string }
  /** `leaveOutside`: points that lie outside the new picture are known of. */
  | { type: 'import.save'; leaveOutside?: boolean }
  | { type: 'import.again' }
  | { type: 'import.cancel' };

const mapImport = setup({
  types: {
    context: {} as ImportContext,
    input: {} as ImportInput,
    events: {} as ImportEvent,
    output: {} as { saved: MapFloor | null },
    tags: {} as 'reading' | 'saving',
  },
  actors: {
    /** Reads in a place of its own, and says read.progressed, read.done or read.failed; stopped, it is given up. */
    readFiles: callbackEffect<{ files: readonly File[] }>('readFiles'),
    saveImport: promiseEffect<MapFloor, { wish: ImportWish | null }>('saveImport'),
  },
  actions: { forgetRead: effect<{ key: string }>('forgetRead') },
  guards: {
    canSave: ({ context }) => wishOf(context) !== null,
    hasFiles: (_, { files }: { files: readonly File[] }) => files.length > 0,
  },
});

export const placingOf = ({ read, marks, fields }: Pick<ImportContext, 'read' | 'marks' | 'fields'>): Placing | null =>
  read && (read.placing ?? placedBy(read.height, marks, fields));

/** null while something is missing. */
export function wishOf({
  siteId,
  replaced,
  read,
  marks,
  fields,
  robotNames,
  leaveOutside,
}: ImportContext): ImportWish | null {
  const placing = placingOf({ read, marks, fields });
  if (!read || !placing || (!replaced && (fields.name.trim() === '' || fields.floor.trim() === ''))) return null;
  return { siteId, replaced, read, placing, fields, robotNames, leaveOutside };
}

/** A picture as it is shown at first. */
const UNTOUCHED = { marks: [], nextMark: null, zoom: 1 } as const satisfies Partial<ImportContext>;
const forget = mapImport.enqueueActions(({ context: { read }, enqueue }) => {
  if (read) enqueue({ type: 'forgetRead', params: { key: read.key } });
  enqueue.assign({ read: null, ...UNTOUCHED, failure: null, leaveOutside: false });
});

export const mapImportMachine = mapImport.createMachine({
  id: 'mapImport',
  context: ({ input }) => ({
    ...input,
    progress: 0,
    fault: null,
    read: null,
    ...UNTOUCHED,
    robotNames: {},
    leaveOutside: false,
    failure: null,
    saved: null,
    fields: {
      floor: input.replaced?.floor ?? '',
      name: input.replaced?.name ?? '',
      distance: '',
      x: '',
      y: '',
      x2: '',
      y2: '',
    },
  }),
  initial: 'choosing',
  on: {
    'import.cancel': '.done',
    // The picture can be looked at while it is saved.
    'picture.zoom': {
      actions: assign({ zoom: ({ context: { zoom }, event }) => zoomedPicture(zoom, event.factor) }),
    },
    'picture.fit': { actions: assign({ zoom: 1 }) },
  },
  output: ({ context: { saved } }) => ({ saved }),
  states: {
    choosing: {
      on: { 'files.pick': { guard: { type: 'hasFiles', params: ({ event }) => event }, target: 'reading' } },
    },
    reading: {
      tags: 'reading',
      entry: assign({ fault: null, progress: 0 }),
      invoke: {
        src: 'readFiles',
        input: ({ event }) => {
          assertEvent(event, 'files.pick');
          return { files: event.files };
        },
      },
      on: {
        'read.progressed': { actions: assign({ progress: ({ event }) => event.done }) },
        'read.done': {
          target: 'describing',
          actions: assign(({ event: { read }, context: { fields } }) => ({
            read,
            fields: { ...fields, name: fields.name || read.title },
          })),
        },
        'read.failed': { target: 'choosing', actions: assign({ fault: ({ event }) => event.fault }) },
        'read.stop': 'choosing',
      },
    },
    describing: {
      on: {
        'mark.put': { actions: assign(({ context: { marks }, event }) => ({ marks: marked(marks, event.mark) })) },
        'nextMark.move': {
          actions: assign({
            nextMark: ({ context: { read, nextMark }, event }) => read && movedMark(read, nextMark, event.by),
          }),
        },
        'field.type': {
          actions: assign(({ context: { fields }, event }) => ({
            fields: { ...fields, ...event.change },
            failure: null,
          })),
        },
        'robot.name': {
          actions: assign(({ context: { robotNames }, event }) => ({
            robotNames: { ...robotNames, [event.serialNumber]: event.name },
          })),
        },
        'import.save': {
          guard: 'canSave',
          target: 'saving',
          actions: assign({ leaveOutside: ({ event }) => event.leaveOutside ?? false }),
        },
        'import.again': { target: 'choosing', actions: forget },
      },
    },
    saving: {
      tags: 'saving',
      entry: assign({ failure: null }),
      invoke: {
        src: 'saveImport',
        input: ({ context }) => ({ wish: wishOf(context) }),
        onDone: { target: 'done', actions: assign({ saved: ({ event }) => event.output }) },
        onError: { target: 'describing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    done: { type: 'final', entry: forget },
  },
});
