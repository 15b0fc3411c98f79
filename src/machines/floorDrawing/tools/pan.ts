/** Moves the visible part of the floor. */
import { floorDrawing } from '../floorDrawing.setup.ts';
import { moveCursor, panning, startPan } from './gestures.ts';

export const pan = floorDrawing.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'pointer.down': { target: 'panning', actions: startPan }, 'cursor.move': { actions: moveCursor } } },
    panning,
  },
});
