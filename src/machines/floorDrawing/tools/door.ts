/** Puts a door on a wall: a press, and a drag slides it until it is released; Enter puts one at the cursor. */
import { assertEvent } from 'xstate';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { withDoor } from '../../../../contract/rules/drawFloor/doors.ts';
import { wallAt } from '../../../../contract/rules/drawFloor/hit.ts';
import { dragged, frameIn, idMaker, withEdit } from '../draftActions.ts';
import { draft, floorDrawing, type FloorDrawingContext } from '../floorDrawing.setup.ts';
import { bailing, moveCursor, panning, readingOn, startPan } from './gestures.ts';

/** How far from a wall a door can be asked for by keys, metres. */
const BESIDE_WALL_M = 0.3;
const { keep } = draft;

/** The drawing with the door, selected; null: there is no wall, or it has no room. */
function withDoorAt(context: FloorDrawingContext, at: Place, reach: number): Partial<FloorDrawingContext> | null {
  const { drawing } = context;
  const wallId = wallAt(drawing, at, reach);
  const ids = idMaker(context);
  const id = ids.newId();
  const next = wallId === null ? null : withDoor(drawing, wallId, at, id);
  if (!next) return null;
  return { ...withEdit(context, next, `door ${id}`), made: ids.made(), selected: { kind: 'door', id } };
}
const add = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'pointer.down');
  const added = withDoorAt(context, event.at, event.reach);
  if (added?.selected?.kind !== 'door') return { selected: null };
  const gesture = {
    kind: 'drag' as const,
    hit: added.selected,
    from: event.at,
    to: event.at,
    guides: { x: null, y: null },
  };
  return { ...added, gesture };
});
const addHere = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'cursor.set');
  return withDoorAt(context, context.cursor ?? event.middle, BESIDE_WALL_M) ?? {};
});
const slide = floorDrawing.assign(({ context: { gesture }, event }) => {
  assertEvent(event, 'pointer.move');
  return gesture?.kind === 'drag' ? { gesture: { ...gesture, to: event.at } } : {};
});
/** One step of history with the door itself. */
const commit = floorDrawing.assign(({ context }) => {
  const { gesture, drawing, mark } = context;
  if (gesture?.kind !== 'drag') return {};
  const next = gesture.from === gesture.to ? drawing : dragged(drawing, frameIn(context), gesture);
  return { ...withEdit(context, next, mark), mark: null, gesture: null };
});
const canAdd = ({ context, event }: { context: FloorDrawingContext; event: { at: Place; reach: number } }): boolean =>
  withDoorAt(context, event.at, event.reach) !== null;

export const door = floorDrawing.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'pointer.down': [
          readingOn,
          { guard: canAdd, target: 'sliding', actions: add },
          { target: 'panning', actions: startPan },
        ],
        'cursor.move': { actions: moveCursor },
        'cursor.set': { guard: 'isDrafting', actions: [addHere, keep] },
      },
    },
    sliding: {
      on: {
        'pointer.move': { actions: slide },
        'pointer.up': { target: 'idle', actions: [commit, keep] },
        ...bailing,
      },
    },
    panning,
  },
});
