/** Setup of the map editor. The states are in mapEditor.machine.ts, the tools in tools/, one per file. */
import { assign, sendTo, setup, stateIn } from 'xstate';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import type { Language } from '../../../contract/entities/constants.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap, MapFloor, MapPoint } from '../../../contract/entities/map.ts';
import type {
  EditedPoint,
  MapVersion,
  PointChange,
  PointConflict,
  PointUse,
  SaveResult,
} from '../../../contract/entities/mapEdit.ts';
import type { PointFault } from '../../../contract/rules/points.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import type { Camera, CameraPan, Pixel } from '../factories/cameraPan.ts';
import {
  type DraftChildren,
  type DraftContext,
  draftEditor,
  type DraftEvent,
  type DraftTag,
} from '../factories/draftEditor.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { type Change, changesOf, type DraftPoint, type Edge, type Patch, type Points } from './draft.ts';
import type { SnapRules, Snapped } from './snap.ts';

export const TOOLS = ['select', 'pan', 'add', 'connect', 'measure'] as const;
export type Tool = (typeof TOOLS)[number];

export interface ConnectTarget {
  kind: 'lift' | 'door' | 'point';
  id: string;
}
/**
 * A pointer gesture in progress. The draft changes only when the pointer is released; Escape cancels without a change.
 */
export type Gesture =
  /** Pressed and not moved yet. `before`: the previous selection. */
  | { kind: 'press'; from: Place; px: Pixel; hit: string | null; join: boolean; before: readonly string[] }
  | {
      kind: 'move';
      from: Place;
      held: string;
      ids: readonly string[];
      dx: number;
      dy: number;
      guides: Snapped['guides'];
      before: readonly string[];
    }
  | { kind: 'box'; from: Place; to: Place; join: boolean; before: readonly string[] }
  | { kind: 'add'; at: Place; guides: Snapped['guides']; name: string }
  /** `at`: where the pointer was pressed. */
  | ({ kind: 'pan'; at: Place } & CameraPan)
  /** A line from a point to a lift, a door or a point that belongs to one; `target`: what it would be linked to. */
  | {
      kind: 'connect';
      hit: string;
      ids: readonly string[];
      from: Place;
      px: Pixel;
      moved: boolean;
      to: Place;
      target: ConnectTarget | null;
      before: readonly string[];
    }
  | { kind: 'measure'; from: Place; to: Place };

/** A draft that was stored in the browser. */
export interface KeptDraft {
  /** Its base revision. */
  revision: number;
  /** The server's clock, ms. */
  at: number;
  changes: readonly Change[];
}
export interface LoadedMap {
  floors: readonly MapFloor[];
  /** null: the robot's site has no map. */
  map: IndoorMap | null;
  elevators: readonly { id: string; name: string }[];
  entrances: readonly { id: string; mapId: string; name: string }[];
  mayEdit: boolean;
  /** None of the user's robots is at the site of the map: an account administrator looks after it. */
  isSiteUnused: boolean;
  /** Prefix of the ids of points created here; unique per editor. */
  seed: string;
  kept: KeptDraft | null;
}
export interface LoadInput {
  serialNumber: string;
  mapId: string;
  userId: string;
}
export type EditedMap = Omit<IndoorMap, 'points'>;
export interface LookedVersion {
  version: MapVersion;
  points: Points;
}
export type Choice = 'mine' | 'theirs';
export interface SaveInput {
  serialNumber: string;
  mapId: string;
  baseRevision: number;
  changes: readonly PointChange[];
  breakRoutes: boolean;
  attempt: string;
}

export interface TypedPointNumber {
  areaId: string;
  field: 'worldX' | 'worldY' | 'angle' | 'stayTime';
  text: string;
}
export interface MapEditorContext extends DraftContext<KeptDraft> {
  userId: string;
  language: Language;
  serialNumber: string;
  /** The requested map; empty: the robot's own, or the default one. */
  mapId: string;
  floors: readonly MapFloor[];
  isSiteUnused: boolean;
  map: EditedMap | null;
  elevators: LoadedMap['elevators'];
  entrances: LoadedMap['entrances'];
  /** The saved points that a save is based on. */
  base: { revision: number; points: Points };
  points: Points;
  past: readonly Patch[];
  future: readonly Patch[];
  mark: string | null;
  /** How many points differ from the base. */
  changed: number;
  /** Changes to apply to the map that is being loaded. */
  carry: { revision: number; changes: readonly Change[] } | null;
  selection: readonly string[];
  /**
   * Text in a number field of the selected point that differs from the stored number; null: the fields show the draft.
   */
  typed: TypedPointNumber | null;
  gesture: Gesture | null;
  measured: { from: Place; to: Place } | null;
  clipboard: readonly DraftPoint[];
  snap: SnapRules;
  camera: Camera | null;
  keyword: string;
  made: number;
  faults: readonly PointFault[];
  uses: readonly PointUse[];
  conflicts: { revision: number; rows: readonly PointConflict[] } | null;
  choices: Readonly<Record<string, Choice>>;
  leaveTo: string;
  /** What another user saved while there is a draft; `revision` null: the map was deleted. */
  newer: { revision: number | null; by: { userId: string; name: string } } | null;
  versions: readonly MapVersion[];
  versionsTotal: number;
  looked: LookedVersion | null;
  /** The revision to view or restore. */
  wanted: number;
  /** They were asked for while the map was read again after a save. */
  opensVersions: boolean;
}

export type PointerEvent =
  | {
      type: 'pointer.down';
      at: Place;
      px: Pixel;
      hit: string | null;
      join: boolean;
      touch: boolean;
      camera: Camera;
      name: string;
      reach: number;
    }
  /** `reach`: snap distance, metres. */
  | { type: 'pointer.move'; at: Place; px: Pixel; reach: number }
  | { type: 'pointer.up' }
  | { type: 'pointer.cancel' }
  | { type: 'key.escape' };
export type EditEvent =
  | { type: 'point.add'; at: Place; name: string; angle: number }
  /** `mark`: edits with the same mark merge into one step, such as the keystrokes in a field. */
  | { type: 'point.change'; areaId: string; change: Partial<EditedPoint>; mark: string | null }
  | { type: 'point.place'; areaId: string; x: number; y: number; mark: string | null }
  | ({ type: 'field.type' } & TypedPointNumber)
  | { type: 'field.leave' }
  | { type: 'points.delete' }
  | { type: 'points.align'; edge: Edge }
  | { type: 'points.nudge'; dx: number; dy: number }
  | { type: 'points.copy' }
  | { type: 'points.paste' };
export type MapEditorEvent =
  | PageEvent
  | PointerEvent
  | EditEvent
  | { type: 'tool.pick'; tool: Tool }
  | { type: 'points.select'; ids: readonly string[]; join: boolean }
  | { type: 'points.selectAll' }
  | { type: 'snap.set'; change: Partial<SnapRules> }
  | { type: 'camera.set'; camera: Camera | null }
  | { type: 'points.search'; keyword: string }
  | { type: 'map.choose'; mapId: string }
  | { type: 'map.retry' }
  | DraftEvent
  | { type: 'save.open' }
  | { type: 'save.send'; breakRoutes: boolean }
  | { type: 'save.close' }
  | { type: 'conflict.choose'; ids: readonly string[]; choice: Choice }
  | { type: 'conflict.settle' }
  /** replaces: the task that the confirmation said will end. */
  | { type: 'robot.check'; areaId: string; replaces?: TaskKind | undefined }
  /** Opens the list of versions; with `revision`, also that version. */
  | { type: 'versions.open'; revision?: number }
  | { type: 'draft.kept' }
  | { type: 'draft.refused' }
  | { type: 'versions.more' }
  | { type: 'version.look'; revision: number }
  | { type: 'version.restore' }
  | { type: 'versions.close' };

type Known = { context: MapEditorContext };
export const VERSIONS_PER_PAGE = 20;

export interface CheckInput {
  serialNumber: string;
  mapId: string;
  x: number;
  y: number;
  theta: number;
  replaces?: TaskKind;
}

/** By user and map. `draft`: null deletes the stored one. */
export interface StoredDraft {
  userId: string;
  mapId: string;
  draft: Omit<KeptDraft, 'at'> | null;
}
const toStore = ({ userId, map, base, points, changed }: MapEditorContext): StoredDraft => ({
  userId,
  mapId: map?.id ?? '',
  draft: changed > 0 ? { revision: base.revision, changes: changesOf(base.points, points) } : null,
});
export const draft = draftEditor<MapEditorContext, MapEditorEvent, StoredDraft>({
  hasChanges: ({ changed }) => changed > 0,
  toStore,
  toForget: (context) => ({ ...toStore(context), draft: null }),
  dropQuestion: ({ kept }) =>
    questionWith(['shared.discardDraftQuestion', 'mapEditor.drop.text', 'shared.discardDraft'], {
      count: kept?.changes.length ?? 0,
    }),
  editing: '#mapEditor.editing',
});

export const mapEditor = setup({
  types: {
    context: {} as MapEditorContext,
    input: {} as PageInput,
    events: {} as MapEditorEvent,
    tags: {} as DraftTag | 'waiting',
    children: {} as DraftChildren,
  },
  actors: {
    loadMap: promiseEffect<LoadedMap, LoadInput>('loadMap'),
    /** Idempotent: repeating a request with the same attempt applies it once. */
    savePoints: promiseEffect<SaveResult, SaveInput>('savePoints'),
    sendRobot: promiseEffect<unknown, CheckInput>('sendRobot'),
    loadVersions: promiseEffect<
      { total: number; rows: readonly MapVersion[] },
      { mapId: string; page: number; limit: number }
    >('loadVersions'),
    loadVersion: promiseEffect<
      { version: MapVersion; points: readonly MapPoint[] },
      { mapId: string; revision: number }
    >('loadVersion'),
    restoreVersion: promiseEffect<
      SaveResult,
      { serialNumber: string; mapId: string; revision: number; baseRevision: number; attempt: string }
    >('restoreVersion'),
    ...draft.actors,
    /** Sends `draft.refused` when the browser could not store a draft, `draft.kept` when it could again. */
    watchKeeping: callbackEffect('watchKeeping'),
  },
  actions: {
    ...draft.actions,
    assignBase: assign(({ context: { base } }) => ({
      points: base.points,
      past: [],
      future: [],
      mark: null,
      changed: 0,
      selection: [],
    })),
    writePlace: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { serialNumber, map } }: Known) => ({
        type: 'navigation.query' as const,
        query: { serialNumber, map: map?.id ?? '' },
      }),
    ),
    chooseRobot: sendTo(
      ({ system }) => systemActor(system, 'fleet'),
      ({ context: { serialNumber } }: Known) => ({ type: 'robot.choose' as const, serialNumber }),
    ),
    leave: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { leaveTo } }: Known) => ({ type: 'navigation.leave' as const, to: leaveTo }),
    ),
    notifyDone: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { key, params }: { key: string; params?: Record<string, string | number> }) => ({
        type: 'notice.show' as const,
        notice: { tone: 'success' as const, key, ...(params ? { params } : {}) },
      }),
    ),
    notifyUpdates: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { newer }: { newer: MapEditorContext['newer'] }) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'info' as const,
          key: newer?.revision ? 'mapEditor.newer.taken' : 'mapEditor.newer.gone',
          params: { name: newer?.by.name ?? '', revision: newer?.revision ?? 0 },
        },
      }),
    ),
  },
  guards: {
    ...draft.guards,
    isDrafting: stateIn({ editing: { draft: 'drafting' } }),
    isUnkept: stateIn({ editing: { keeping: 'refused' } }),
    /** A notice about this map that is not the result of a load or save of this editor. */
    isNews: ({ context, event }) =>
      event.type === 'page.mapChanged' &&
      event.mapId === context.map?.id &&
      (event.revision === null ||
        event.revision > context.base.revision ||
        (event.by.userId !== context.userId && context.changed === 0)),
    hasNewer: ({ context }) => context.newer !== null,
    hasRobot: ({ context }) => context.serialNumber !== '',
    hasNoRobot: ({ context }) => context.serialNumber === '',
    namesMap: ({ context }) => context.mapId !== '',
    isStill: ({ context }) => context.gesture === null,
    isOtherMap: ({ context }, { mapId }: { mapId: string }) => mapId !== '' && mapId !== context.map?.id,
    isOtherMapWithDraft: ({ context, event }) =>
      event.type === 'map.choose' && context.changed > 0 && event.mapId !== context.map?.id,
    isOtherRobot: ({ context }, { serialNumber }: { serialNumber: string }) => serialNumber !== context.serialNumber,
    isSettled: ({ context: { conflicts, choices } }) =>
      conflicts !== null && conflicts.rows.every(({ areaId }) => choices[areaId] !== undefined),
  },
});
