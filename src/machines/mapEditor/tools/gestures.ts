/** Shared by the tools: panning, and cancelling a gesture. */
import { assertEvent, not } from 'xstate';
import { pannedCamera } from '../../factories/cameraPan.ts';
import { mapEditor } from '../mapEditor.setup.ts';

/** Cancels the gesture and restores the previous selection. */
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
export const keepCamera = mapEditor.assign(({ context: { gesture } }) =>
  gesture?.kind === 'pan' ? { camera: pannedCamera(gesture), gesture: null } : {},
);

/** While the draft cannot be edited (review, conflict, versions), the pointer only pans the map. */
export const readingOn = { guard: not('isDrafting'), target: 'panning', actions: startPan } as const;

/** The two transitions that cancel a gesture. The third is picking another tool (mapEditor.machine.ts). */
export const bailing = {
  'key.escape': { target: 'idle', actions: bail },
  'pointer.cancel': { target: 'idle', actions: bail },
} as const;

export const panning = mapEditor.createStateConfig({
  on: { 'pointer.move': { actions: dragMap }, 'pointer.up': { target: 'idle', actions: keepCamera }, ...bailing },
});
