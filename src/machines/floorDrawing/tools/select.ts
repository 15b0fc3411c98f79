/**
 * Selects and moves corners, walls and doors.
 *
 *   idle ──down on a part──▶ pressing ──moved──▶ dragging ──up──▶ one step of history
 *     └────down on nothing──▶ pressing ──moved──▶ panning
 *   arrow keys move what is selected, or the cursor; Enter selects what lies at the cursor
 */
import { assertEvent } from 'xstate';
import { doorAt } from '../../../../contract/rules/drawFloor/doors.ts';
import { withCorner, withWallMoved } from '../../../../contract/rules/drawFloor/edit.ts';
import { inFrame, rounded, stepped } from '../../../../contract/rules/drawFloor/geometry.ts';
import { hitAt, type Hit, type Picked } from '../../../../contract/rules/drawFloor/hit.ts';
import { snapTo } from '../../../../contract/rules/drawFloor/snap.ts';
import { dragged, followed, frameIn, withEdit } from '../draftActions.ts';
import { draft, floorDrawing, type FloorDrawingContext } from '../floorDrawing.setup.ts';
import { isFar } from '../../factories/cameraPan.ts';
import { bailing, CURSOR_REACH_M, moveCursor, panning, readingOn } from './gestures.ts';

/** At the cursor, a wall is hit within this distance, metres. */
const BESIDE_M = 0.3;
const NO_GUIDES = { x: null, y: null };
const { keep } = draft;
const partOf = (hit: Hit | null): Picked | null => (hit?.kind === 'jamb' ? { kind: 'door', id: hit.id } : hit);

const press = floorDrawing.assign(({ context: { drawing, selected }, event }) => {
  assertEvent(event, 'pointer.down');
  const { at, px, camera, reach } = event;
  const hit = hitAt(drawing, at, reach, selected);
  return {
    selected: partOf(hit),
    typed: null,
    mark: null,
    gesture: { kind: 'press' as const, hit, from: at, px, camera },
  };
});
const selectHere = floorDrawing.assign(({ context: { drawing, cursor }, event }) => {
  assertEvent(event, 'cursor.set');
  const at = cursor ?? event.middle;
  const hit = hitAt(drawing, at, CURSOR_REACH_M, null);
  return { selected: partOf(hit && hit.kind !== 'room' ? hit : (hitAt(drawing, at, BESIDE_M, null) ?? hit)) };
});
const startDrag = floorDrawing.assign(({ context: { gesture } }) =>
  gesture?.kind === 'press' && gesture.hit
    ? { gesture: { kind: 'drag' as const, hit: gesture.hit, from: gesture.from, to: gesture.from, guides: NO_GUIDES } }
    : {},
);
const startPanHere = floorDrawing.assign(({ context: { gesture }, event }) => {
  assertEvent(event, 'pointer.move');
  return gesture?.kind === 'press'
    ? { gesture: { kind: 'pan' as const, camera: gesture.camera, from: gesture.px, to: event.px } }
    : {};
});
/** A corner snaps; a wall moves by whole steps, with Shift only along the larger direction. */
const drag = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'pointer.move');
  const { gesture, drawing } = context;
  if (gesture?.kind !== 'drag') return {};
  const { hit, from } = gesture;
  if (hit.kind === 'corner') {
    const { reach, isStraight } = event;
    const { at, guides } = snapTo(frameIn(context), drawing, event.at, {
      reach,
      except: hit.at,
      ...(isStraight ? { from: hit.at, isStraight } : {}),
    });
    return { gesture: { ...gesture, to: at, guides } };
  }
  if (hit.kind !== 'wall') return { gesture: { ...gesture, to: event.at } };
  const [dx, dy] = [stepped(event.at[0] - from[0]), stepped(event.at[1] - from[1])];
  const isAcross = Math.abs(dx) >= Math.abs(dy);
  const [x, y] = event.isStraight ? [isAcross ? dx : 0, isAcross ? 0 : dy] : [dx, dy];
  return { gesture: { ...gesture, to: [from[0] + x, from[1] + y] as const } };
});
const commit = floorDrawing.assign(({ context }) => {
  const { gesture, drawing, selected } = context;
  if (gesture?.kind !== 'drag') return {};
  const next = dragged(drawing, frameIn(context), gesture);
  return { ...withEdit({ ...context, selected: followed(selected, gesture, gesture.to) }, next), gesture: null };
});
const nudge = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'cursor.move');
  const { drawing, selected } = context;
  const frame = frameIn(context);
  const { dx, dy } = event;
  if (selected?.kind === 'corner') {
    const to = inFrame(frame, [rounded(selected.at[0] + dx), rounded(selected.at[1] + dy)]);
    // A nudged corner has another place after each step, so the mark cannot name it.
    return withEdit(
      { ...context, selected: { kind: 'corner', at: to } },
      withCorner(drawing, frame, selected.at, to),
      'nudge corner',
    );
  }
  if (selected?.kind === 'wall')
    return withEdit(context, withWallMoved(drawing, frame, selected.id, dx, dy), `nudge ${selected.id}`);
  if (selected?.kind === 'door') {
    const door = drawing.doors.find(({ id }) => id === selected.id);
    const wall = drawing.walls.find(({ id }) => id === door?.wallId);
    if (!door || !wall) return {};
    // To the right or upwards, along the wall's direction as it is on the screen.
    const [x, y] = [wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]];
    const along = Math.abs(x) >= Math.abs(y) ? (dx || dy) * Math.sign(x) : (dy || dx) * Math.sign(y);
    return withEdit(context, doorAt(drawing, door.id, rounded(door.at + along)), `nudge ${door.id}`);
  }
  return {};
});
const isMovable = ({ context: { selected } }: { context: FloorDrawingContext }): boolean =>
  selected !== null && selected.kind !== 'room';

export const select = floorDrawing.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'pointer.down': [readingOn, { target: 'pressing', actions: press }],
        'cursor.move': [
          { guard: ({ context }) => isMovable({ context }) && !context.showsCells, actions: [nudge, keep] },
          { actions: moveCursor },
        ],
        'cursor.set': { guard: 'isDrafting', actions: selectHere },
        'key.escape': { actions: floorDrawing.assign({ selected: null }) },
      },
    },
    pressing: {
      on: {
        'pointer.move': [
          {
            guard: ({ context: { gesture }, event }) =>
              gesture?.kind === 'press' && gesture.hit === null && isFar(gesture.px, event.px),
            target: 'panning',
            actions: startPanHere,
          },
          {
            guard: ({ context: { gesture }, event }) => gesture?.kind === 'press' && isFar(gesture.px, event.px),
            target: 'dragging',
            actions: [startDrag, drag],
          },
        ],
        'pointer.up': { target: 'idle', actions: floorDrawing.assign({ gesture: null }) },
        ...bailing,
      },
    },
    dragging: {
      on: {
        'pointer.move': { actions: drag },
        'pointer.up': { target: 'idle', actions: [commit, keep] },
        ...bailing,
      },
    },
    panning,
  },
});
