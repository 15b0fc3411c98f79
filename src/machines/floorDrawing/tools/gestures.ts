/** Shared by the tools: panning, the keyboard's cursor, and cancelling a gesture. */
import { assertEvent, not, or } from 'xstate';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { inFrame, rounded } from '../../../../contract/rules/drawFloor/geometry.ts';
import { frameIn } from '../draftActions.ts';
import { pannedCamera } from '../../factories/cameraPan.ts';
import { floorDrawing, type FloorDrawingContext } from '../floorDrawing.setup.ts';

/** The keyboard's cursor is exact: it meets corners and walls only where they are. */
export const CURSOR_REACH_M = 0.06;

export const bail = floorDrawing.assign({ gesture: null });

export const startPan = floorDrawing.assign(({ event }) => {
  assertEvent(event, 'pointer.down');
  return { gesture: { kind: 'pan' as const, camera: event.camera, from: event.px, to: event.px } };
});
export const dragFloor = floorDrawing.assign(({ context: { gesture }, event }) => {
  assertEvent(event, 'pointer.move');
  return gesture?.kind === 'pan' ? { gesture: { ...gesture, to: event.px } } : {};
});
export const keepCamera = floorDrawing.assign(({ context: { gesture } }) =>
  gesture?.kind === 'pan' ? { camera: pannedCamera(gesture), gesture: null } : {},
);

/** While the draft cannot be edited, and while the cells are shown, the pointer only pans. */
export const readingOn = {
  guard: or([not('isDrafting'), ({ context }: { context: FloorDrawingContext }) => context.showsCells]),
  target: 'panning',
  actions: startPan,
} as const;

export const bailing = {
  'key.escape': { target: 'idle', actions: bail },
  'pointer.cancel': { target: 'idle', actions: bail },
} as const;

export const panning = floorDrawing.createStateConfig({
  on: { 'pointer.move': { actions: dragFloor }, 'pointer.up': { target: 'idle', actions: keepCamera }, ...bailing },
});

/** The cursor's next place; it starts in the middle of what is shown. */
export function movedCursor(
  context: FloorDrawingContext,
  { dx, dy, middle }: { dx: number; dy: number; middle: Place },
): Place {
  const [x, y] = context.cursor ?? middle;
  return inFrame(frameIn(context), [rounded(x + dx), rounded(y + dy)]);
}
export const moveCursor = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'cursor.move');
  return { cursor: movedCursor(context, event) };
});
