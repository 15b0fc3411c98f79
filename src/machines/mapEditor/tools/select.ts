/**
 * Selects and moves points.
 *
 *   idle ──down on a point──▶ pointing ──moved──▶ dragging ──up──▶ one step of history
 *     └────down on nothing──▶ pressing ──moved──▶ boxing ──up──▶ what lies in the box is selected
 *     └────finger on nothing─▶ panning
 */
import { assertEvent } from 'xstate';
import { withPatch } from '../draftActions.ts';
import { moving, pointIn, rounded } from '../draft.ts';
import { draft, mapEditor, type MapEditorContext } from '../mapEditor.setup.ts';
import { idsInBox, snapTo } from '../snap.ts';
import { isFar } from '../../factories/cameraPan.ts';
import { bail, bailing, panning, readingOn, startPan } from './gestures.ts';

const toggled = (selection: readonly string[], id: string): readonly string[] =>
  selection.includes(id) ? selection.filter((one) => one !== id) : [...selection, id];

const press = mapEditor.assign(({ context: { selection }, event }) => {
  assertEvent(event, 'pointer.down');
  const { at, px, hit, join } = event;
  const held = hit === null || join || selection.includes(hit) ? selection : [hit];
  return { selection: held, gesture: { kind: 'press' as const, from: at, px, hit, join, before: selection } };
});

/** Released without a drag: selects the pressed point. */
const pick = mapEditor.assign(({ context: { gesture, selection } }) => {
  if (gesture?.kind !== 'press') return {};
  const { hit, join } = gesture;
  if (hit === null) return { gesture: null, selection: join ? selection : [] };
  return { gesture: null, selection: join ? toggled(selection, hit) : [hit] };
});

const startDrag = mapEditor.assign(({ context: { gesture, selection } }) => {
  if (gesture?.kind !== 'press' || gesture.hit === null) return {};
  const { hit, from, before } = gesture;
  const ids = selection.includes(hit) ? selection : [...selection, hit];
  return {
    selection: ids,
    gesture: { kind: 'move' as const, from, held: hit, ids, dx: 0, dy: 0, guides: { x: null, y: null }, before },
  };
});

/** The dragged point snaps; the other selected points keep their relative positions. */
const drag = mapEditor.assign(({ context: { gesture, points, snap }, event }) => {
  assertEvent(event, 'pointer.move');
  if (gesture?.kind !== 'move') return {};
  const { held, from, ids } = gesture;
  const origin = pointIn(points, held);
  if (!origin) return {};
  const moved = movingSet(ids);
  const { at, guides } = snapTo(
    [origin.worldX + event.at[0] - from[0], origin.worldY + event.at[1] - from[1]],
    points,
    snap,
    event.reach,
    (id) => moved.has(id),
  );
  return { gesture: { ...gesture, dx: rounded(at[0] - origin.worldX), dy: rounded(at[1] - origin.worldY), guides } };
});
/** One set per drag instead of one per move: the list stays the same during a drag. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();
export function movingSet(ids: readonly string[]): ReadonlySet<string> {
  const found = sets.get(ids) ?? new Set(ids);
  sets.set(ids, found);
  return found;
}

const commit = mapEditor.assign(({ context }) => {
  const { gesture, points } = context;
  return gesture?.kind === 'move'
    ? { ...withPatch(context, moving(points, gesture.ids, gesture.dx, gesture.dy)), gesture: null }
    : {};
});

const startBox = mapEditor.assign(({ context: { gesture } }) =>
  gesture?.kind === 'press'
    ? {
        gesture: {
          kind: 'box' as const,
          from: gesture.from,
          to: gesture.from,
          join: gesture.join,
          before: gesture.before,
        },
      }
    : {},
);
const stretch = mapEditor.assign(({ context: { gesture, points, selection }, event }): Partial<MapEditorContext> => {
  assertEvent(event, 'pointer.move');
  if (gesture?.kind !== 'box') return {};
  const within = idsInBox(points, gesture.from, event.at);
  const next = gesture.join ? [...new Set([...gesture.before, ...within])] : within;
  const isSame = next.length === selection.length && next.every((areaId, at) => areaId === selection[at]);
  return { gesture: { ...gesture, to: event.at }, selection: isSame ? selection : next };
});
const keepBox = mapEditor.assign({ gesture: null });

export const select = mapEditor.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'pointer.down': [
          readingOn,
          { guard: ({ event }) => event.hit !== null, target: 'pointing', actions: press },
          { guard: ({ event }) => event.touch, target: 'panning', actions: startPan },
          { target: 'pressing', actions: press },
        ],
        'key.escape': { actions: mapEditor.assign({ selection: [] }) },
      },
    },
    pointing: {
      on: {
        'pointer.move': {
          guard: ({ context: { gesture }, event }) => gesture?.kind === 'press' && isFar(gesture.px, event.px),
          target: 'dragging',
          actions: [startDrag, drag],
        },
        'pointer.up': { target: 'idle', actions: pick },
        ...bailing,
      },
    },
    dragging: {
      on: {
        'pointer.move': { actions: drag },
        'pointer.up': { target: 'idle', actions: [commit, draft.keep] },
        ...bailing,
      },
    },
    pressing: {
      on: {
        'pointer.move': {
          guard: ({ context: { gesture }, event }) => gesture?.kind === 'press' && isFar(gesture.px, event.px),
          target: 'boxing',
          actions: [startBox, stretch],
        },
        'pointer.up': { target: 'idle', actions: pick },
        'key.escape': { target: 'idle', actions: bail },
        'pointer.cancel': { target: 'idle', actions: bail },
      },
    },
    boxing: {
      on: { 'pointer.move': { actions: stretch }, 'pointer.up': { target: 'idle', actions: keepBox }, ...bailing },
    },
    panning,
  },
});
