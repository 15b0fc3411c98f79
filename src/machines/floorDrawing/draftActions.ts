/** Edits of the context, each a step of history, and what a gesture shows before it is released. */
import type { Drawing, FloorDrawing } from '../../../contract/entities/floorDrawing.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { draggedJamb, slidDoor } from '../../../contract/rules/drawFloor/doors.ts';
import { EMPTY_DRAWING, withCorner, withWallMoved } from '../../../contract/rules/drawFloor/edit.ts';
import type { FloorFrame } from '../../../contract/rules/drawFloor/faults.ts';
import { isSamePlace } from '../../../contract/rules/drawFloor/geometry.ts';
import type { Picked } from '../../../contract/rules/drawFloor/hit.ts';
import { cornersOf } from '../../../contract/rules/drawFloor/snap.ts';
import { differences, edited, historyOf, redone, undone, type DrawingHistory } from './history.ts';
import { type DrawGesture, floorDrawing, type FloorDrawingContext, type LoadedFloor } from './floorDrawing.setup.ts';

/** Initial context, also used when another floor is opened. */
export const EMPTY = {
  floor: null,
  base: { revision: 0, drawing: EMPTY_DRAWING },
  ...historyOf(EMPTY_DRAWING),
  changed: 0,
  kept: null,
  selected: null,
  typed: null,
  gesture: null,
  cursor: null,
  camera: null,
  showsCells: false,
  failure: null,
  theirs: null,
  leaveTo: '',
} as const satisfies Partial<FloorDrawingContext>;

export const frameIn = ({ floor }: Pick<FloorDrawingContext, 'floor'>): FloorFrame => floor ?? { width: 1, height: 1 };

/** Whether a selected part is still there. */
export const hasPart = (drawing: Drawing, part: Picked | null): boolean =>
  part === null ||
  (part.kind === 'corner'
    ? cornersOf(drawing).some((corner) => isSamePlace(corner, part.at))
    : drawing[part.kind === 'wall' ? 'walls' : part.kind === 'door' ? 'doors' : 'rooms'].some(
        ({ id }) => id === part.id,
      ));

const historyIn = ({ drawing, past, future, mark }: FloorDrawingContext): DrawingHistory => ({
  drawing,
  past,
  future,
  mark,
});
const withHistory = (context: FloorDrawingContext, history: DrawingHistory): Partial<FloorDrawingContext> => ({
  ...history,
  changed: differences(context.base.drawing, history.drawing).length,
  selected: hasPart(history.drawing, context.selected) ? context.selected : null,
});
export const withEdit = (
  context: FloorDrawingContext,
  drawing: Drawing,
  mark: string | null = null,
): Partial<FloorDrawingContext> => withHistory(context, edited(historyIn(context), drawing, mark));
export const withUndo = (context: FloorDrawingContext) => withHistory(context, undone(historyIn(context)));
export const withRedo = (context: FloorDrawingContext) => withHistory(context, redone(historyIn(context)));

/** Ids of new parts, and how many were made. */
export function idMaker({ seed, made }: Pick<FloorDrawingContext, 'seed' | 'made'>) {
  let next = made;
  return { newId: (): string => `${seed}-${next++}`, made: (): number => next };
}

type Drag = Extract<DrawGesture, { kind: 'drag' }>;
/** The drawing while something is dragged. */
export function dragged(drawing: Drawing, frame: FloorFrame, { hit, from, to }: Drag): Drawing {
  switch (hit.kind) {
    case 'corner':
      return withCorner(drawing, frame, hit.at, to);
    case 'wall':
      return withWallMoved(drawing, frame, hit.id, to[0] - from[0], to[1] - from[1]);
    case 'door':
      return slidDoor(drawing, hit.id, to);
    case 'jamb':
      return draggedJamb(drawing, hit.id, hit.end, to);
    case 'room':
      return drawing;
  }
}
/** A selected corner moves with its drag. */
export const followed = (selected: Picked | null, { hit }: Drag, to: Place): Picked | null =>
  selected?.kind === 'corner' && hit.kind === 'corner' && isSamePlace(selected.at, hit.at)
    ? { kind: 'corner', at: to }
    : selected;

export const headingOf = ({ drawing: _, ...floor }: FloorDrawing) => floor;

export function withFloor(
  context: FloorDrawingContext,
  { floor, seed, kept }: LoadedFloor,
): Partial<FloorDrawingContext> {
  return {
    ...EMPTY,
    camera: context.camera,
    floor: headingOf(floor),
    base: { revision: floor.revision, drawing: floor.drawing },
    ...historyOf(floor.drawing),
    seed,
    made: 0,
    kept,
  };
}
/** The saved draft becomes the base; the history stays. */
export const withSaved = (context: FloorDrawingContext, revision: number): Partial<FloorDrawingContext> => ({
  base: { revision, drawing: context.drawing },
  floor: context.floor && { ...context.floor, revision },
  changed: 0,
  mark: null,
  attempt: context.attempt + 1,
});
/** The draft on top of what another user saved: saving it again replaces theirs. */
export const withMine = (context: FloorDrawingContext): Partial<FloorDrawingContext> =>
  context.theirs
    ? {
        base: { revision: context.theirs.revision, drawing: context.theirs.drawing },
        floor: headingOf(context.theirs),
        changed: differences(context.theirs.drawing, context.drawing).length,
        theirs: null,
      }
    : {};
export const withTheirs = (context: FloorDrawingContext): Partial<FloorDrawingContext> =>
  context.theirs
    ? {
        ...historyOf(context.theirs.drawing),
        base: { revision: context.theirs.revision, drawing: context.theirs.drawing },
        floor: headingOf(context.theirs),
        changed: 0,
        selected: null,
        typed: null,
        theirs: null,
      }
    : {};

/** The offered draft, on what it was drawn on: if others saved since, Save finds the conflict. */
export const restoreDraft = floorDrawing.assign(({ context }) =>
  context.kept
    ? {
        ...withEdit(context, context.kept.drawing),
        base: { revision: context.kept.revision, drawing: context.base.drawing },
        kept: null,
      }
    : {},
);
