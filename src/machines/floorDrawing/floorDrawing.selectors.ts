/** Selectors of drawing a floor. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Drawing } from '../../../contract/entities/floorDrawing.ts';
import type { FloorPlan, Place } from '../../../contract/entities/floorPlan.ts';
import { rectangleOf } from '../../../contract/rules/drawFloor/edit.ts';
import { drawingFaults, wallLength, type DrawingFault } from '../../../contract/rules/drawFloor/faults.ts';
import { distance } from '../../../contract/rules/drawFloor/geometry.ts';
import type { Picked } from '../../../contract/rules/drawFloor/hit.ts';
import { doorwayOf, planOfDrawing } from '../../../contract/rules/drawFloor/planOf.ts';
import { pannedCamera } from '../factories/cameraPan.ts';
import { stageOf } from '../factories/draftEditor.selectors.ts';
import type { MapImportRef } from '../maps/maps.selectors.ts';
import { dragged, followed, frameIn } from './draftActions.ts';
import type { floorDrawingMachine } from './floorDrawing.machine.ts';
import { DRAW_TOOLS, type DrawTool, type FloorDrawingContext } from './floorDrawing.setup.ts';
import { lineEnd } from './tools/wall.ts';

export type FloorDrawingRef = ActorRefFrom<typeof floorDrawingMachine>;
type Snapshot = SnapshotFrom<typeof floorDrawingMachine>;

export const selectFloorDrawing = ({ context }: Snapshot): FloorDrawingContext => context;
export const selectFloorStage = (snapshot: Snapshot) => stageOf(snapshot, ['none', 'failed', 'offering'] as const);
export const selectDrawTool = (snapshot: Snapshot): DrawTool =>
  DRAW_TOOLS.find((tool) => snapshot.matches({ editing: { tool } })) ?? 'select';
export const selectIsConflict = (snapshot: Snapshot): boolean =>
  snapshot.matches({ editing: { draft: 'conflicting' } });
/** The browser could not store the draft: it is lost when the tab is closed. */
export const selectIsFloorUnkept = (snapshot: Snapshot): boolean =>
  snapshot.matches({ editing: { keeping: 'refused' } });
export const selectTraceImport = ({ children }: Snapshot) => children['mapImport'] as MapImportRef | undefined;
export const selectIsTraceBusy = (snapshot: Snapshot): boolean =>
  !snapshot.matches({ editing: { trace: 'idle' } }) && !snapshot.matches({ editing: { trace: 'picking' } });

const NO_FAULTS: readonly DrawingFault[] = [];
const known = new WeakMap<Drawing, readonly DrawingFault[]>();
export function selectDrawingFaults({ context: { floor, drawing } }: Snapshot): readonly DrawingFault[] {
  if (!floor) return NO_FAULTS;
  const found = known.get(drawing) ?? drawingFaults(floor, drawing);
  known.set(drawing, found);
  return found;
}

/** What the canvas draws, all in metres. */
export interface DrawScene {
  readonly plan: FloorPlan;
  readonly corners: readonly Place[];
  readonly selected: DrawSelection | null;
  /** The wall or rectangle being drawn. */
  readonly line: readonly [Place, Place] | null;
  readonly rectangle: readonly [Place, Place] | null;
  /** Lengths to write: at the middle of what they measure. */
  readonly lengths: readonly { readonly at: Place; readonly metres: number; readonly typed: string }[];
  readonly guides: { readonly x: number | null; readonly y: number | null };
  /** null while the pointer is used. */
  readonly cursor: Place | null;
  readonly showsCells: boolean;
  readonly camera: FloorDrawingContext['camera'];
}
export type DrawSelection =
  | { readonly kind: 'segment'; readonly from: Place; readonly to: Place; readonly hasHandles: boolean }
  | { readonly kind: 'corner'; readonly at: Place }
  | { readonly kind: 'box'; readonly x: number; readonly y: number; readonly w: number; readonly h: number };

function selectionIn(drawing: Drawing, selected: Picked | null): DrawSelection | null {
  if (selected === null) return null;
  if (selected.kind === 'corner') return selected;
  if (selected.kind === 'room') {
    const room = drawing.rooms.find(({ id }) => id === selected.id);
    return room ? { kind: 'box', x: room.x, y: room.y, w: room.w, h: room.h } : null;
  }
  const door = selected.kind === 'door' ? drawing.doors.find(({ id }) => id === selected.id) : undefined;
  const wall = drawing.walls.find(({ id }) => id === (door ? door.wallId : selected.id));
  if (!wall) return null;
  const { from, to } = door ? doorwayOf(wall, door) : wall;
  return { kind: 'segment', from, to, hasHandles: true };
}
const plans = new WeakMap<Drawing, { width: number; height: number; plan: FloorPlan }>();
/** One plan per drawing, so that the canvas rebuilds its paths only for an edit. */
export function planIn(context: FloorDrawingContext, drawing: Drawing): FloorPlan {
  const { width, height } = frameIn(context);
  const found = plans.get(drawing);
  if (found && found.width === width && found.height === height) return found.plan;
  const plan = planOfDrawing({ width, height }, drawing);
  plans.set(drawing, { width, height, plan });
  return plan;
}
const middle = (a: Place, b: Place): Place => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const NO_GUIDES = { x: null, y: null };

/** Changes with every move of the pointer: read it outside React. */
export function drawSceneOf({ context }: Snapshot): DrawScene {
  const { drawing, gesture, selected, cursor, camera, showsCells } = context;
  const shown = gesture?.kind === 'drag' ? dragged(drawing, frameIn(context), gesture) : drawing;
  const part = gesture?.kind === 'drag' ? followed(selected, gesture, gesture.to) : selected;
  const line = gesture?.kind === 'line' ? ([gesture.from, lineEnd(context, gesture)] as const) : null;
  const rectangle = gesture?.kind === 'rectangle' ? ([gesture.from, gesture.to] as const) : null;
  const box = rectangle && rectangleOf(...rectangle);
  const wall = part?.kind === 'wall' ? shown.walls.find(({ id }) => id === part.id) : undefined;
  const door = part?.kind === 'door' ? shown.doors.find(({ id }) => id === part.id) : undefined;
  const doorWall = door && shown.walls.find(({ id }) => id === door.wallId);
  const doorway = door && doorWall ? doorwayOf(doorWall, door) : null;
  return {
    plan: planIn(context, shown),
    corners: shown.walls.flatMap(({ from, to }) => [from, to]),
    selected: selectionIn(shown, part),
    line,
    rectangle,
    lengths: [
      ...(line && distance(...line) > 0
        ? [{ at: middle(...line), metres: distance(...line), typed: gesture?.kind === 'line' ? gesture.typed : '' }]
        : []),
      ...(box
        ? [
            { at: [box.x + box.w / 2, box.y] as Place, metres: box.w, typed: '' },
            { at: [box.x, box.y + box.h / 2] as Place, metres: box.h, typed: '' },
          ]
        : []),
      ...(wall ? [{ at: middle(wall.from, wall.to), metres: wallLength(wall), typed: '' }] : []),
      ...(doorway && door ? [{ at: middle(doorway.from, doorway.to), metres: door.width, typed: '' }] : []),
    ],
    guides: gesture && 'guides' in gesture ? gesture.guides : NO_GUIDES,
    cursor,
    showsCells,
    camera: gesture?.kind === 'pan' ? pannedCamera(gesture) : camera,
  };
}
