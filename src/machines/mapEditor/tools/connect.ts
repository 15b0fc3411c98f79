/**
 * Links points to a lift or to a door with access control: by dragging a line from a point to it (or to a point that
 * belongs to it), or by tapping a point and then tapping it. Lifts, doors and their positions are in attachments.ts.
 *
 *   idle ──down on a point──▶ drawing ──up──▶ one step of history, or, where it was not moved: the point is selected
 *     └────down elsewhere──▶ reaching ──up on a lift or door──▶ what is selected is attached to it;   moved ──▶ the map follows
 */
import { assertEvent } from 'xstate';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { attachmentTargetAt, targetOfPoint, connecting, joining } from '../attachments.ts';
import { pointIn } from '../draft.ts';
import { withPatch } from '../draftActions.ts';
import { attachmentTargetsIn } from '../attachmentTargetsIn.ts';
import { draft, mapEditor, type ConnectTarget, type MapEditorContext } from '../mapEditor.setup.ts';
import { isFar } from '../../factories/cameraPan.ts';
import { bailing, dragMap, keepCamera, panning, readingOn, startPan } from './gestures.ts';

/** Hit radius of a point and of a lift's or door's plate, as a multiple of `reach`. */
const PLATE_REACHES = 2;

/** A point takes precedence over the room that it lies in. */
function targetAt(context: MapEditorContext, at: Place, reach: number, ids: readonly string[]): ConnectTarget | null {
  const [x, y] = at;
  let [point, least]: [string | null, number] = [null, reach * PLATE_REACHES];
  for (const { areaId, worldX, worldY } of context.points) {
    const off = Math.hypot(worldX - x, worldY - y);
    if (off <= least && !ids.includes(areaId)) [point, least] = [areaId, off];
  }
  if (point !== null && joining(context.points, ids, point, attachmentTargetsIn(context)).length > 0)
    return { kind: 'point', id: point };
  const target = attachmentTargetAt(attachmentTargetsIn(context), at, reach * PLATE_REACHES);
  return target && { kind: target.kind, id: target.id };
}
function attached(
  context: MapEditorContext,
  ids: readonly string[],
  { kind, id }: ConnectTarget,
): Partial<MapEditorContext> {
  const targets = attachmentTargetsIn(context);
  if (kind === 'point') return withPatch(context, joining(context.points, ids, id, targets));
  const target = targets.find((one) => one.kind === kind && one.id === id);
  return target ? withPatch(context, connecting(context.points, ids, target)) : {};
}

const start = mapEditor.assign(({ context: { selection }, event }) => {
  assertEvent(event, 'pointer.down');
  const hit = event.hit ?? '';
  const ids = selection.includes(hit) ? selection : [hit];
  return {
    gesture: {
      kind: 'connect' as const,
      hit,
      ids,
      from: event.at,
      px: event.px,
      moved: false,
      to: event.at,
      target: null,
      before: selection,
    },
  };
});
const draw = mapEditor.assign(({ context, event }) => {
  assertEvent(event, 'pointer.move');
  const { gesture } = context;
  if (gesture?.kind !== 'connect' || (!gesture.moved && !isFar(gesture.px, event.px))) return {};
  return {
    gesture: { ...gesture, moved: true, to: event.at, target: targetAt(context, event.at, event.reach, gesture.ids) },
  };
});
const attach = mapEditor.assign(({ context }) => {
  const { gesture, selection } = context;
  if (gesture?.kind !== 'connect') return {};
  if (gesture.moved)
    return {
      ...(gesture.target ? attached(context, gesture.ids, gesture.target) : {}),
      selection: gesture.ids,
      gesture: null,
    };
  // A tap links the selected points to the tapped point if only that one belongs to a lift or door; otherwise it
  // selects the tapped point.
  const targets = attachmentTargetsIn(context);
  const belongs = (areaId: string): boolean => {
    const point = pointIn(context.points, areaId);
    return point !== null && targetOfPoint(point, targets) !== null;
  };
  const byTap =
    selection.length > 0 && !selection.includes(gesture.hit) && belongs(gesture.hit) && !selection.some(belongs);
  return byTap
    ? { ...attached(context, selection, { kind: 'point', id: gesture.hit }), gesture: null }
    : { selection: [gesture.hit], gesture: null };
});

const tapped = (context: MapEditorContext): ConnectTarget | null => {
  const { gesture, selection } = context;
  if (gesture?.kind !== 'pan' || isFar(gesture.from, gesture.to) || selection.length === 0) return null;
  const target = attachmentTargetAt(attachmentTargetsIn(context), gesture.at, 0);
  return target && { kind: target.kind, id: target.id };
};
const attachTapped = mapEditor.assign(({ context }) => {
  const target = tapped(context);
  return target ? { ...attached(context, context.selection, target), gesture: null } : { gesture: null };
});

export const connect = mapEditor.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'pointer.down': [
          readingOn,
          { guard: ({ event }) => event.hit !== null, target: 'drawing', actions: start },
          { target: 'reaching', actions: startPan },
        ],
        'key.escape': { actions: mapEditor.assign({ selection: [] }) },
      },
    },
    drawing: {
      on: {
        'pointer.move': { actions: draw },
        'pointer.up': { target: 'idle', actions: [attach, draft.keep] },
        ...bailing,
      },
    },
    reaching: {
      on: {
        'pointer.move': { actions: dragMap },
        'pointer.up': [
          {
            guard: ({ context }) => tapped(context) !== null,
            target: 'idle',
            actions: [attachTapped, draft.keep],
          },
          { target: 'idle', actions: keepCamera },
        ],
        ...bailing,
      },
    },
    panning,
  },
});
