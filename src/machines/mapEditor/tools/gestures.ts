/** What the tools share: a hand that pans, and how any gesture is bailed out of. */
import { assertEvent, not } from 'xstate';
import { mapEditor, type Camera, type Pixel } from '../mapEditor.setup.ts';

/** A press that trembles is no drag. */
const STILL_PX = 4;
export const isFar = ([ax, ay]: Pixel, [bx, by]: Pixel): boolean => Math.hypot(ax - bx, ay - by) > STILL_PX;

/** As if the hand had never touched: what was selected is selected again. */
export const bail = mapEditor.assign(({ context: { gesture, selection } }) => ({
  gesture: null,
  selection: gesture && 'before' in gesture ? gesture.before : selection,
}));

export const startPan = mapEditor.assign(({ event }) => {
  assertEvent(event, 'pointer.down');
  return { gesture: { kind: 'pan' as const, camera: event.camera, at: event.at, from: event.px, to: event.px } };
});
export const dragMap = mapEditor.assign(({ context: { gesture }, event }) => {
  assertEvent(event, 'pointer.move');
  return gesture?.kind === 'pan' ? { gesture: { ...gesture, to: event.px } } : {};
});
/** From where it began and where the hand is now, never from summed steps. */
export const pannedCamera = ({
  camera: { scale, cx, cy },
  from,
  to,
}: {
  camera: Camera;
  from: Pixel;
  to: Pixel;
}): Camera => ({ scale, cx: cx - (to[0] - from[0]) / scale, cy: cy + (to[1] - from[1]) / scale });
export const keepCamera = mapEditor.assign(({ context: { gesture } }) =>
  gesture?.kind === 'pan' ? { camera: pannedCamera(gesture), gesture: null } : {},
);

/** What will change, conflicts and versions are looked through with the map in sight: then a hand only moves that. */
export const readingOn = { guard: not('isDrafting'), target: 'panning', actions: startPan } as const;

/** The two endings that leave everything as it was. The third is that another tool is picked (mapEditor.machine.ts). */
export const bailing = {
  'key.escape': { target: 'idle', actions: bail },
  'pointer.cancel': { target: 'idle', actions: bail },
} as const;

export const panning = mapEditor.createStateConfig({
  on: { 'pointer.move': { actions: dragMap }, 'pointer.up': { target: 'idle', actions: keepCamera }, ...bailing },
});
