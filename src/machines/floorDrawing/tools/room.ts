/** Draws a room as a rectangle: a drag, or two presses, or Enter at two opposite corners. */
import { assertEvent } from 'xstate';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { rectangleOf, withRoom } from '../../../../contract/rules/drawFloor/edit.ts';
import { snapTo } from '../../../../contract/rules/drawFloor/snap.ts';
import { frameIn, idMaker, withEdit } from '../draftActions.ts';
import { draft, type DrawGesture, floorDrawing, type FloorDrawingContext } from '../floorDrawing.setup.ts';
import { bailing, moveCursor, movedCursor, panning, readingOn } from './gestures.ts';

type Rectangle = Extract<DrawGesture, { kind: 'rectangle' }>;
const NO_GUIDES = { x: null, y: null };
const rectangleAt = (at: Place, px: Rectangle['px'], isPressed: boolean): Rectangle => ({
  kind: 'rectangle',
  from: at,
  to: at,
  px,
  isPressed,
  guides: NO_GUIDES,
});

const begin = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'pointer.down');
  const { at } = snapTo(frameIn(context), context.drawing, event.at, { reach: event.reach });
  return { gesture: rectangleAt(at, event.px, true), cursor: at, selected: null };
});
const beginHere = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'cursor.set');
  const at = movedCursor(context, { dx: 0, dy: 0, middle: event.middle });
  return { gesture: rectangleAt(at, [0, 0], false), cursor: at, selected: null };
});
const aim = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, ['pointer.move', 'pointer.down']);
  const { gesture, drawing } = context;
  if (gesture?.kind !== 'rectangle') return {};
  const { at, guides } = snapTo(frameIn(context), drawing, event.at, { reach: event.reach });
  return { gesture: { ...gesture, to: at, guides }, cursor: at };
});
const aimByKeys = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'cursor.move');
  const { gesture } = context;
  if (gesture?.kind !== 'rectangle') return {};
  const at = movedCursor(context, event);
  return { gesture: { ...gesture, to: at, guides: NO_GUIDES }, cursor: at };
});
/** The new room is selected, so that it can be named at once. */
const add = floorDrawing.assign(({ context }) => {
  const { gesture, drawing } = context;
  if (gesture?.kind !== 'rectangle') return {};
  const ids = idMaker(context);
  const next = withRoom(drawing, gesture.from, gesture.to, ids.newId);
  const room = next.rooms.at(-1);
  return {
    ...withEdit(context, next),
    made: ids.made(),
    gesture: null,
    selected: room ? { kind: 'room' as const, id: room.id } : null,
  };
});
const release = floorDrawing.assign(({ context: { gesture } }) =>
  gesture?.kind === 'rectangle' ? { gesture: { ...gesture, isPressed: false } } : {},
);
const isRoom = ({ context: { gesture } }: { context: FloorDrawingContext }): boolean =>
  gesture?.kind === 'rectangle' && rectangleOf(gesture.from, gesture.to) !== null;
const { keep } = draft;

export const room = floorDrawing.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'pointer.down': [readingOn, { target: 'stretching', actions: begin }],
        'cursor.move': { actions: moveCursor },
        'cursor.set': { guard: 'isDrafting', target: 'stretching', actions: beginHere },
      },
    },
    stretching: {
      on: {
        'pointer.move': { actions: aim },
        'pointer.up': [{ guard: isRoom, target: 'idle', actions: [add, keep] }, { actions: release }],
        'pointer.down': { actions: aim },
        'cursor.move': { actions: aimByKeys },
        'cursor.set': { guard: isRoom, target: 'idle', actions: [add, keep] },
        ...bailing,
      },
    },
    panning,
  },
});
