/** Erases what is pressed, or what lies at the cursor; a wall takes its doors along. */
import { assertEvent } from 'xstate';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { without } from '../../../../contract/rules/drawFloor/edit.ts';
import { hitAt, type Hit, wallAt } from '../../../../contract/rules/drawFloor/hit.ts';
import { withEdit } from '../draftActions.ts';
import { draft, floorDrawing, type FloorDrawingContext } from '../floorDrawing.setup.ts';
import { CURSOR_REACH_M, moveCursor, panning, readingOn, startPan } from './gestures.ts';

/** A corner is erased as the nearest of its walls. */
function partAt(
  { drawing }: FloorDrawingContext,
  at: Place,
  reach: number,
): Exclude<Hit, { kind: 'corner' | 'jamb' }> | null {
  const hit = hitAt(drawing, at, reach, null);
  if (hit?.kind !== 'corner') return hit?.kind === 'jamb' ? null : hit;
  const id = wallAt(drawing, at, reach);
  return id === null ? null : { kind: 'wall', id };
}
const erased = (context: FloorDrawingContext, at: Place, reach: number): Partial<FloorDrawingContext> => {
  const part = partAt(context, at, reach);
  return part ? withEdit(context, without(context.drawing, part.kind, part.id)) : {};
};
const erase = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'pointer.down');
  return erased(context, event.at, event.reach);
});
const eraseHere = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'cursor.set');
  return erased(context, context.cursor ?? event.middle, CURSOR_REACH_M);
});
const { keep } = draft;

export const eraser = floorDrawing.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'pointer.down': [
          readingOn,
          {
            guard: ({ context, event }) => partAt(context, event.at, event.reach) !== null,
            actions: [erase, keep],
          },
          { target: 'panning', actions: startPan },
        ],
        'cursor.move': { actions: moveCursor },
        'cursor.set': { guard: 'isDrafting', actions: [eraseHere, keep] },
      },
    },
    panning,
  },
});
