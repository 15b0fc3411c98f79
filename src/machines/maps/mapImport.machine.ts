/**
 * Imports a map: files are picked and read, checked and described, and saved; or replaces the picture of an existing
 * map.
 *
 *   choosing ──files.pick──▶ reading ──▶ describing ──import.save──▶ saving ──▶ done
 *      ▲ ◀──no map── read.stop ┘            │ ◀──refused──────────────┘
 *      └────────────import.again────────────┘          import.cancel anywhere ──▶ done, with nothing
 *
 * A map that a robot has made is read at once.
 *
 * What was typed before a forced sign-out is typed again (keptDialog.ts); the files have to be picked again.
 */
import { assign, setup } from 'xstate';
import type { MapFloor, PictureMeta } from '../../../contract/entities/map.ts';
import { type Failure, failureOf } from '../failure.ts';
import { callbackEffect, effect, promiseEffect } from '../effectStubs.ts';
import { marked, type Mark, movedMark, placedBy, type Placing, type Typed, zoomedPicture } from './placing.ts';

/** A file that was read; the browser holds the picture under `key` until it is released. */
export interface ReadMap {
  key: string;
  /** Object URL of the picture in this page. */
  url: string;
  width: number;
  height: number;
  title: string;
  meta: PictureMeta;
  /** null for a plain picture, which has no scale. */
  placing: Placing | null;
}
/** Why files cannot be read as a map (contract/rules/mapFiles/picture.ts): a kind and its text parameters. */
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
  /** The map whose picture is replaced; null: a new map. */
  replaced: MapFloor | null;
}
/** What is stored of an import: the files are too large for the tab. */
export interface KeptImport extends ImportInput, Pick<ImportContext, 'fields' | 'robotNames'> {}
export interface ImportStart extends ImportInput {
  /** The file that a robot has made; nothing is picked. */
  fileId?: string | null;
  kept?: KeptImport | null;
}
export interface ImportRequest extends ImportInput {
  read: ReadMap;
  placing: Placing;
  fields: ImportFields;
  /** The robots' own names of the map, by serial number; blank: none. */
  robotNames: Readonly<Record<string, string>>;
  leaveOutside: boolean;
}
export interface ImportContext extends ImportInput {
  fileId: string | null;
  /** 0 to 1. */
  progress: number;
  fault: FileFault | null;
  read: ReadMap | null;
  marks: readonly Mark[];
  /** Position of the next mark by keyboard; null: not moved yet. */
  nextMark: Mark | null;
  /** Multiple of the size at which the whole picture fits. */
  zoom: number;
  fields: ImportFields;
  robotNames: Readonly<Record<string, string>>;
  leaveOutside: boolean;
  failure: Failure | null;
  saved: MapFloor | null;
  /** The fields are from before a forced sign-out. */
  isRecalled: boolean;
}
export type ImportEvent =
  | { type: 'files.pick'; files: readonly File[] }
  | { type: 'read.progressed'; done: number }
  | { type: 'read.done'; read: ReadMap }
  | { type: 'read.failed'; fault: FileFault }
  | { type: 'read.stop' }
  | { type: 'mark.put'; mark: Mark }
  /** `by`: pixels of the picture. */
  | { type: 'nextMark.move'; by: Mark }
  | { type: 'picture.zoom'; factor: number }
  | { type: 'picture.fit' }
  | { type: 'field.type'; change: Partial<ImportFields> }
  | { type: 'robot.name'; serialNumber: string; name: string }
  /** `leaveOutside`: the user accepts that points lie outside the new picture. */
  | { type: 'import.save'; leaveOutside?: boolean }
  | { type: 'import.again' }
  | { type: 'import.cancel' };

const mapImport = setup({
  types: {
    context: {} as ImportContext,
    input: {} as ImportStart,
    events: {} as ImportEvent,
    output: {} as { saved: MapFloor | null },
    tags: {} as 'reading' | 'saving',
  },
  actors: {
    /** Reads in a worker and sends read.progressed, read.done or read.failed; stopping it aborts the read. */
    readFiles: callbackEffect<{ files: readonly File[]; fileId: string | null }>('readFiles'),
    saveImport: promiseEffect<MapFloor, { wish: ImportRequest | null }>('saveImport'),
  },
  actions: {
    forgetRead: effect<{ key: string }>('forgetRead'),
    /** null: nothing is kept any more. */
    keepImport: effect<{ kept: KeptImport | null }>('keepImport'),
  },
  guards: {
    canSave: ({ context }) => wishOf(context) !== null,
    isGiven: ({ context: { fileId } }) => fileId !== null,
    hasFiles: (_, { files }: { files: readonly File[] }) => files.length > 0,
  },
});

export const placingOf = ({ read, marks, fields }: Pick<ImportContext, 'read' | 'marks' | 'fields'>): Placing | null =>
  read && (read.placing ?? placedBy(read.height, marks, fields));

/** null while a field is missing. */
export function wishOf({
  siteId,
  replaced,
  read,
  marks,
  fields,
  robotNames,
  leaveOutside,
}: ImportContext): ImportRequest | null {
  const placing = placingOf({ read, marks, fields });
  if (!read || !placing || (!replaced && (fields.name.trim() === '' || fields.floor.trim() === ''))) return null;
  return { siteId, replaced, read, placing, fields, robotNames, leaveOutside };
}

/** The initial view of a picture. */
const UNTOUCHED = { marks: [], nextMark: null, zoom: 1 } as const satisfies Partial<ImportContext>;
const keep = {
  type: 'keepImport',
  params: ({ context: { siteId, replaced, fields, robotNames } }: { context: ImportContext }) => ({
    kept: { siteId, replaced, fields, robotNames },
  }),
} as const;
const forget = mapImport.enqueueActions(({ context: { read }, enqueue }) => {
  if (read) enqueue({ type: 'forgetRead', params: { key: read.key } });
  enqueue.assign({ read: null, ...UNTOUCHED, failure: null, leaveOutside: false });
});

export const mapImportMachine = mapImport.createMachine({
  id: 'mapImport',
  context: ({ input: { siteId, replaced, fileId = null, kept = null } }) => ({
    siteId,
    replaced,
    fileId,
    progress: 0,
    fault: null,
    read: null,
    ...UNTOUCHED,
    robotNames: kept?.robotNames ?? {},
    isRecalled: kept !== null,
    leaveOutside: false,
    failure: null,
    saved: null,
    fields: kept?.fields ?? {
      floor: replaced?.floor ?? '',
      name: replaced?.name ?? '',
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
    // The picture can be zoomed while it is being saved.
    'picture.zoom': {
      actions: assign({ zoom: ({ context: { zoom }, event }) => zoomedPicture(zoom, event.factor) }),
    },
    'picture.fit': { actions: assign({ zoom: 1 }) },
  },
  output: ({ context: { saved } }) => ({ saved }),
  states: {
    choosing: {
      always: { guard: 'isGiven', target: 'reading' },
      on: { 'files.pick': { guard: { type: 'hasFiles', params: ({ event }) => event }, target: 'reading' } },
    },
    reading: {
      tags: 'reading',
      entry: assign({ fault: null, progress: 0 }),
      invoke: {
        src: 'readFiles',
        input: ({ context: { fileId }, event }) => ({ files: event.type === 'files.pick' ? event.files : [], fileId }),
      },
      // If it cannot be read, files are picked instead.
      exit: assign({ fileId: null }),
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
          actions: [
            assign(({ context: { fields }, event }) => ({ fields: { ...fields, ...event.change }, failure: null })),
            keep,
          ],
        },
        'robot.name': {
          actions: [
            assign(({ context: { robotNames }, event }) => ({
              robotNames: { ...robotNames, [event.serialNumber]: event.name },
            })),
            keep,
          ],
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
    done: { type: 'final', entry: [forget, { type: 'keepImport', params: { kept: null } }] },
  },
});
