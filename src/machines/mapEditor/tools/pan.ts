/** Pans the map. */
import { mapEditor } from '../mapEditor.setup.ts';
import { panning, startPan } from './gestures.ts';

export const pan = mapEditor.createStateConfig({
  initial: 'idle',
  states: { idle: { on: { 'pointer.down': { target: 'panning', actions: startPan } } }, panning },
});
