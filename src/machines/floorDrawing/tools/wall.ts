/**
 * Draws walls corner by corner.
 *
 *   idle ──press, Enter──▶ chaining ──press, a drag released, Enter──▶ chaining, with one more wall
 *                             └──double press, Escape, Enter without a length, back at the first corner──▶ idle
 */
import { assertEvent } from 'xstate';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { withWall } from '../../../../contract/rules/drawFloor/edit.ts';
import { distance, isSamePlace } from '../../../../contract/rules/drawFloor/geometry.ts';
import { WALL_MIN_M } from '../../../../contract/rules/drawFloor/limits.ts';
import { lengthOf, snapTo, type Snapped, withLength } from '../../../../contract/rules/drawFloor/snap.ts';
import { frameIn, idMaker, withEdit } from '../draftActions.ts';
import { draft, type DrawGesture, floorDrawing, type FloorDrawingContext } from '../floorDrawing.setup.ts';
import { isFar } from '../../factories/cameraPan.ts';
import { bail, moveCursor, movedCursor, panning, readingOn } from './gestures.ts';

type LineGesture = Extract<DrawGesture, { kind: 'line' }>;
const NO_GUIDES = { x: null, y: null };

/** Where the line ends: a typed length counts from the last corner towards the pointer. */
export const lineEnd = (context: FloorDrawingContext, { from, to, typed }: LineGesture): Place => {
  const length = lengthOf(typed);
  return length === null ? to : withLength(frameIn(context), from, to, length);
};

const lineFrom = (at: Place, isPressed: boolean, px: LineGesture['px'], start = at): LineGesture => ({
  kind: 'line',
  start,
  from: at,
  to: at,
  px,
  isPressed,
  isStraight: false,
  byKeys: false,
  typed: '',
  guides: NO_GUIDES,
});
const begin = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'pointer.down');
  const { at } = snapTo(frameIn(context), context.drawing, event.at, { reach: event.reach });
  return { gesture: lineFrom(at, true, event.px), cursor: at, selected: null };
});
const beginHere = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'cursor.set');
  const at = movedCursor(context, { dx: 0, dy: 0, middle: event.middle });
  return { gesture: lineFrom(at, false, [0, 0]), cursor: at, selected: null };
});

const aimed = (context: FloorDrawingContext, gesture: LineGesture, snapped: Snapped, more: Partial<LineGesture>) => ({
  gesture: { ...gesture, ...more, to: snapped.at, guides: snapped.guides },
  cursor: snapped.at,
});
const aim = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, ['pointer.move', 'pointer.down']);
  const { gesture, drawing } = context;
  if (gesture?.kind !== 'line') return {};
  const { reach, isStraight } = event;
  const snapped = snapTo(frameIn(context), drawing, event.at, { reach, from: gesture.from, isStraight });
  return aimed(context, gesture, snapped, { isStraight, byKeys: false });
});
const aimByKeys = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'cursor.move');
  const { gesture } = context;
  if (gesture?.kind !== 'line') return {};
  const at = movedCursor(context, event);
  return aimed(context, gesture, { at, to: 'grid', guides: NO_GUIDES }, { byKeys: true, isStraight: false });
});

/** Adds the wall and starts the next one at its end. */
const add = floorDrawing.assign(({ context, event }) => {
  const { gesture, drawing, wallKind } = context;
  if (gesture?.kind !== 'line') return {};
  const to = lineEnd(context, gesture);
  const isPressed = event.type === 'pointer.down';
  const px = event.type === 'pointer.down' ? event.px : gesture.px;
  if (distance(gesture.from, to) < WALL_MIN_M) return { gesture: { ...gesture, px, isPressed } };
  const ids = idMaker(context);
  const next = withWall(drawing, { from: gesture.from, to }, wallKind, ids.newId);
  return {
    ...withEdit(context, next),
    made: ids.made(),
    cursor: to,
    gesture: lineFrom(to, isPressed, px, gesture.start),
  };
});
const release = floorDrawing.assign(({ context: { gesture } }) =>
  gesture?.kind === 'line' ? { gesture: { ...gesture, isPressed: false } } : {},
);
const typeLength = floorDrawing.assign(({ context: { gesture }, event }) => {
  assertEvent(event, 'length.key');
  if (gesture?.kind !== 'line') return {};
  const typed = event.key === 'Backspace' ? gesture.typed.slice(0, -1) : gesture.typed + event.key;
  return typed === '' || lengthOf(typed) !== null || /^0[.,]?0*$/u.test(typed)
    ? { gesture: { ...gesture, typed } }
    : {};
});

const isLine = ({ context }: { context: FloorDrawingContext }): LineGesture | null =>
  context.gesture?.kind === 'line' ? context.gesture : null;
/** Enter sets a corner that was typed or reached by keys; otherwise it ends the chain. */
const isEnterACorner = ({ context }: { context: FloorDrawingContext }): boolean => {
  const line = isLine({ context });
  return (
    line !== null &&
    (lengthOf(line.typed) !== null || line.byKeys) &&
    distance(line.from, lineEnd(context, line)) >= WALL_MIN_M
  );
};
const isDragEnd = ({ context }: { context: FloorDrawingContext }): boolean => {
  const line = isLine({ context });
  return line !== null && line.isPressed && distance(line.from, line.to) >= WALL_MIN_M;
};
/** The chain came back to its first corner: nothing is left to draw. */
const isClosed = ({ context }: { context: FloorDrawingContext }): boolean => {
  const line = isLine({ context });
  return (
    line !== null &&
    !line.isPressed &&
    line.from === line.to &&
    line.start !== line.from &&
    isSamePlace(line.start, line.from)
  );
};
const { keep } = draft;

export const wall = floorDrawing.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'pointer.down': [readingOn, { target: 'chaining', actions: begin }],
        'cursor.move': { actions: moveCursor },
        'cursor.set': { guard: 'isDrafting', target: 'chaining', actions: beginHere },
      },
    },
    chaining: {
      always: { guard: isClosed, target: 'idle', actions: bail },
      on: {
        'pointer.move': [
          {
            guard: ({ context: { gesture }, event }) =>
              gesture?.kind === 'line' && gesture.isPressed && !isFar(gesture.px, event.px),
          },
          { actions: aim },
        ],
        'pointer.down': { actions: [aim, add, keep] },
        'pointer.up': [{ guard: isDragEnd, actions: [add, release, keep] }, { actions: release }],
        'cursor.move': { actions: aimByKeys },
        'cursor.set': [
          { guard: isEnterACorner, actions: [add, keep] },
          { target: 'idle', actions: bail },
        ],
        'length.key': { actions: typeLength },
        'pointer.double': { target: 'idle', actions: bail },
        'key.escape': { target: 'idle', actions: bail },
        'pointer.cancel': { target: 'idle', actions: bail },
      },
    },
    panning,
  },
});
