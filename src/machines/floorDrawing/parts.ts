/** Edits of the selected part from the panel: its numbers, kind and name. */
import { assertEvent } from 'xstate';
import { doorAt, widenedDoor } from '../../../contract/rules/drawFloor/doors.ts';
import { changedPart, withCorner, without, withWallLength } from '../../../contract/rules/drawFloor/edit.ts';
import { wallLength } from '../../../contract/rules/drawFloor/faults.ts';
import { inFrame, rounded } from '../../../contract/rules/drawFloor/geometry.ts';
import type { Picked } from '../../../contract/rules/drawFloor/hit.ts';
import type { Drawing } from '../../../contract/entities/floorDrawing.ts';
import { textBesides } from '../typedNumber.ts';
import { frameIn, withEdit } from './draftActions.ts';
import { type DrawField, floorDrawing } from './floorDrawing.setup.ts';

/** The numbers that the panel shows for the selected part, metres. */
export function numbersOf(drawing: Drawing, selected: Picked | null): Partial<Record<DrawField, number>> {
  switch (selected?.kind) {
    case 'corner':
      return { x: selected.at[0], y: selected.at[1] };
    case 'wall': {
      const wall = drawing.walls.find(({ id }) => id === selected.id);
      return wall ? { length: rounded(wallLength(wall)) } : {};
    }
    case 'door': {
      const door = drawing.doors.find(({ id }) => id === selected.id);
      return door ? { width: door.width, at: door.at } : {};
    }
    default:
      return {};
  }
}

export const setNumber = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'number.set');
  const { drawing, selected } = context;
  const { field, value } = event;
  const frame = frameIn(context);
  if (selected?.kind === 'corner') {
    const to = inFrame(frame, field === 'x' ? [value, selected.at[1]] : [selected.at[0], value]);
    return withEdit(
      { ...context, selected: { kind: 'corner', at: to } },
      withCorner(drawing, frame, selected.at, to),
      `corner ${field}`,
    );
  }
  if (selected?.kind === 'wall')
    return withEdit(context, withWallLength(drawing, frame, selected.id, value), `length ${selected.id}`);
  if (selected?.kind === 'door') {
    const next = field === 'width' ? widenedDoor(drawing, selected.id, value) : doorAt(drawing, selected.id, value);
    return withEdit(context, next, `${field} ${selected.id}`);
  }
  return {};
});
export const noteTyped = floorDrawing.assign(({ context: { drawing, selected }, event }) => {
  assertEvent(event, 'field.type');
  const { field } = event;
  const text = textBesides(numbersOf(drawing, selected)[field] ?? null, event.text);
  return { typed: text === null ? null : { field, text } };
});
export const changeWall = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'wall.change');
  const { drawing, selected } = context;
  if (selected?.kind !== 'wall') return {};
  return withEdit(context, changedPart(drawing, 'wall', selected.id, { kind: event.kind }));
});
export const turnDoor = floorDrawing.assign(({ context }) => {
  const { drawing, selected } = context;
  const door = selected?.kind === 'door' ? drawing.doors.find(({ id }) => id === selected.id) : undefined;
  return door ? withEdit(context, changedPart(drawing, 'door', door.id, { side: door.side === 1 ? -1 : 1 })) : {};
});
export const changeRoom = floorDrawing.assign(({ context, event }) => {
  assertEvent(event, 'room.change');
  const { drawing, selected } = context;
  if (selected?.kind !== 'room') return {};
  const mark = event.change.name === undefined ? null : `name ${selected.id}`;
  return withEdit(context, changedPart(drawing, 'room', selected.id, event.change), mark);
});
export const erasePart = floorDrawing.assign(({ context }) => {
  const { drawing, selected } = context;
  if (!selected || selected.kind === 'corner') return {};
  return withEdit(context, without(drawing, selected.kind, selected.id));
});
