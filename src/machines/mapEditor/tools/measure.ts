/** Measures the distance from press to release. The line stays until the next one or Escape. */
import { assertEvent, assign } from 'xstate';
import { mapEditor } from '../mapEditor.setup.ts';
import { bailing, panning, readingOn } from './gestures.ts';

const start = mapEditor.assign(({ event }) => {
  assertEvent(event, 'pointer.down');
  return { gesture: { kind: 'measure' as const, from: event.at, to: event.at } };
});
const draw = mapEditor.assign(({ context: { gesture }, event }) => {
  assertEvent(event, 'pointer.move');
  return gesture?.kind === 'measure' ? { gesture: { ...gesture, to: event.at } } : {};
});
const keep = mapEditor.assign(({ context: { gesture } }) =>
  gesture?.kind === 'measure' ? { gesture: null, measured: { from: gesture.from, to: gesture.to } } : {},
);

export const measure = mapEditor.createStateConfig({
  initial: 'idle',
  exit: assign({ measured: null }),
  states: {
    idle: {
      on: {
        'pointer.down': [readingOn, { target: 'drawing', actions: start }],
        'key.escape': { actions: assign({ measured: null }) },
      },
    },
    drawing: { on: { 'pointer.move': { actions: draw }, 'pointer.up': { target: 'idle', actions: keep }, ...bailing } },
    panning,
  },
});
