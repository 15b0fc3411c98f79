/** Setup of drawing a floor. The states are in floorDrawing.machine.ts, the tools in tools/, one per file. */
import { sendTo, setup, stateIn } from 'xstate';
import type { DrawingSave } from '../../../contract/endpoints/floorDrawings.ts';
import type { Drawing, DrawnRoom, FloorDrawing, WallKind } from '../../../contract/entities/floorDrawing.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { MapFloor } from '../../../contract/entities/map.ts';
import { drawingFaults } from '../../../contract/rules/drawFloor/faults.ts';
import type { Hit, Picked } from '../../../contract/rules/drawFloor/hit.ts';
import type { Snapped } from '../../../contract/rules/drawFloor/snap.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import type { Camera, CameraPan, Pixel } from '../factories/cameraPan.ts';
import {
  type ConflictEvent,
  type DraftContext,
  type DraftChildren,
  draftEditor,
  type DraftEvent,
  type DraftTag,
} from '../factories/draftEditor.ts';
import { mapImportMachine } from '../maps/mapImport.machine.ts';
import type { DrawingPatch } from './history.ts';

export const DRAW_TOOLS = ['select', 'pan', 'wall', 'room', 'door', 'erase'] as const;
export type DrawTool = (typeof DRAW_TOOLS)[number];
type Guides = Snapped['guides'];

export type DrawGesture =
  | ({ kind: 'pan' } & CameraPan)
  /** A wall from the last corner. `start`: the first corner of the chain; `byKeys`: the keyboard set its end. */
  | {
      kind: 'line';
      start: Place;
      from: Place;
      to: Place;
      px: Pixel;
      isPressed: boolean;
      isStraight: boolean;
      byKeys: boolean;
      typed: string;
      guides: Guides;
    }
  | { kind: 'rectangle'; from: Place; to: Place; px: Pixel; isPressed: boolean; guides: Guides }
  /** Pressed and not moved yet. */
  | { kind: 'press'; hit: Hit | null; from: Place; px: Pixel; camera: Camera }
  | { kind: 'drag'; hit: Hit; from: Place; to: Place; guides: Guides };

/** A draft that was stored in the browser. */
export interface KeptFloorDraft {
  /** Its base revision. */
  revision: number;
  /** The server's clock, ms. */
  at: number;
  drawing: Drawing;
}
export interface LoadedFloor {
  floor: FloorDrawing;
  /** Prefix of the ids of parts drawn here; unique per editor. */
  seed: string;
  kept: KeptFloorDraft | null;
}
export type FloorHeading = Omit<FloorDrawing, 'drawing'>;
export const DRAW_FIELDS = ['x', 'y', 'length', 'width', 'at'] as const;
export type DrawField = (typeof DRAW_FIELDS)[number];

export interface FloorDrawingContext extends DraftContext<KeptFloorDraft> {
  userId: string;
  drawingId: string;
  floor: FloorHeading | null;
  /** The saved draft that a save is based on. */
  base: { revision: number; drawing: Drawing };
  drawing: Drawing;
  past: readonly DrawingPatch[];
  future: readonly DrawingPatch[];
  mark: string | null;
  /** How many parts differ from the base. */
  changed: number;
  selected: Picked | null;
  /** Text in a number field that differs from the number; null: the fields show the drawing. */
  typed: { field: DrawField; text: string } | null;
  gesture: DrawGesture | null;
  /** The keyboard's cursor; null: not used yet. */
  cursor: Place | null;
  /** null: the whole floor. */
  camera: Camera | null;
  wallKind: WallKind;
  /** The floor is shown as occupancy cells, as robots will see it. */
  showsCells: boolean;
  made: number;
  /** What another user saved meanwhile. */
  theirs: FloorDrawing | null;
  leaveTo: string;
}

export type DrawPointerEvent =
  /** `reach`: snap distance, metres. */
  | { type: 'pointer.down'; at: Place; px: Pixel; isStraight: boolean; camera: Camera; reach: number }
  | { type: 'pointer.move'; at: Place; px: Pixel; isStraight: boolean; reach: number }
  | { type: 'pointer.up' }
  | { type: 'pointer.double' }
  | { type: 'pointer.cancel' };
export type DrawKeyEvent =
  /** `middle`: where the cursor starts. */
  | { type: 'cursor.move'; dx: number; dy: number; middle: Place }
  | { type: 'cursor.set'; middle: Place }
  /** A digit, a decimal separator, or Backspace while a wall is drawn. */
  | { type: 'length.key'; key: string }
  | { type: 'key.escape' };
export type FloorDrawingEvent =
  | PageEvent
  | DraftEvent
  | ConflictEvent
  | DrawPointerEvent
  | DrawKeyEvent
  | { type: 'tool.pick'; tool: DrawTool }
  | { type: 'wallKind.choose'; kind: WallKind }
  | { type: 'part.select'; part: Picked | null }
  | { type: 'part.erase' }
  | { type: 'wall.change'; kind: WallKind }
  | { type: 'door.turn' }
  | { type: 'room.change'; change: Partial<Pick<DrawnRoom, 'name' | 'kind'>> }
  | { type: 'number.set'; field: DrawField; value: number }
  | { type: 'field.type'; field: DrawField; text: string }
  | { type: 'field.leave' }
  | { type: 'camera.set'; camera: Camera | null }
  | { type: 'cells.show'; on: boolean }
  | { type: 'floor.retry' }
  | { type: 'save.send' }
  | { type: 'publish.open' }
  | { type: 'trace.open' }
  | { type: 'trace.remove' }
  | { type: 'draft.kept' }
  | { type: 'draft.refused' };

export interface SaveDrawingInput {
  drawingId: string;
  baseRevision: number;
  drawing: Drawing;
  attempt: string;
}

interface StoredFloorDraft {
  userId: string;
  drawingId: string;
  /** null deletes it. */
  draft: Omit<KeptFloorDraft, 'at'> | null;
}
const toStore = ({ userId, drawingId, base, drawing, changed }: FloorDrawingContext): StoredFloorDraft => ({
  userId,
  drawingId,
  draft: changed > 0 ? { revision: base.revision, drawing } : null,
});
export const draft = draftEditor<FloorDrawingContext, FloorDrawingEvent, StoredFloorDraft>({
  hasChanges: ({ changed }) => changed > 0,
  toStore,
  toForget: (context) => ({ ...toStore(context), draft: null }),
  dropQuestion: () => ({
    titleKey: 'shared.discardDraftQuestion',
    textKey: 'floorDrawing.drop.text',
    acceptKey: 'shared.discardDraft',
    destructive: true,
  }),
  editing: '#floorDrawing.editing',
});

export const floorDrawing = setup({
  types: {
    context: {} as FloorDrawingContext,
    input: {} as PageInput,
    events: {} as FloorDrawingEvent,
    children: {} as DraftChildren & { mapImport: 'mapImport' },
    tags: {} as DraftTag,
  },
  actors: {
    loadFloor: promiseEffect<LoadedFloor, { drawingId: string; userId: string }>('loadFloor'),
    /** Idempotent: repeating a request with the same attempt applies it once. */
    saveDrawing: promiseEffect<DrawingSave, SaveDrawingInput>('saveDrawing'),
    publishDrawing: promiseEffect<FloorDrawing, { drawingId: string; revision: number; leaveBlocked: boolean }>(
      'publishDrawing',
    ),
    removeTrace: promiseEffect<FloorDrawing, { drawingId: string }>('removeTrace'),
    /** Reads the picture to trace as an import does, and saves it under the drawing. */
    mapImport: mapImportMachine,
    ...draft.actors,
    /** Sends `draft.refused` when the browser could not store a draft, `draft.kept` when it could again. */
    watchKeeping: callbackEffect('watchKeeping'),
  },
  actions: {
    ...draft.actions,
    leave: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { leaveTo } }: { context: FloorDrawingContext }) => ({
        type: 'navigation.leave' as const,
        to: leaveTo,
      }),
    ),
    notifyDone: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { key }: { key: string }) => ({
        type: 'notice.show' as const,
        notice: { tone: 'success' as const, key },
      }),
    ),
  },
  guards: {
    isDrafting: stateIn({ editing: { draft: 'drafting' } }),
    isUnkept: stateIn({ editing: { keeping: 'refused' } }),
    ...draft.guards,
    isSaved: (_, { saved }: { saved: MapFloor | null }) => saved !== null,
    hasDrawing: ({ context }) => context.drawingId !== '',
    canSave: ({ context: { changed, floor, drawing } }) =>
      changed > 0 && floor !== null && drawingFaults(floor, drawing).length === 0,
    isStill: ({ context }) => context.gesture === null,
    isOtherDrawing: ({ context }, { drawingId }: { drawingId: string }) =>
      drawingId !== '' && drawingId !== context.drawingId,
  },
});
