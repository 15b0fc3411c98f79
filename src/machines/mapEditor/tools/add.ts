/** Adds a point where the pointer is released: until then the point follows the pointer, and Escape cancels. */
import { assertEvent } from 'xstate';
import { addPoint } from '../draftActions.ts';
import { draft, mapEditor } from '../mapEditor.setup.ts';
import { snapTo } from '../snap.ts';
import { bailing, panning, readingOn } from './gestures.ts';

const nobody = (): boolean => false;
const put = mapEditor.assign(({ context: { points, snap }, event }) => {
  assertEvent(event, 'pointer.down');
  return {
    gesture: { kind: 'add' as const, ...snapTo(event.at, points, snap, event.reach, nobody), name: event.name },
  };
});
const slide = mapEditor.assign(({ context: { gesture, points, snap }, event }) => {
  assertEvent(event, 'pointer.move');
  return gesture?.kind === 'add'
    ? { gesture: { ...gesture, ...snapTo(event.at, points, snap, event.reach, nobody) } }
    : {};
});
const commit = mapEditor.assign(({ context }) => {
  const { gesture } = context;
  return gesture?.kind === 'add'
    ? { ...addPoint(context, { at: gesture.at, name: gesture.name, angle: 0 }), gesture: null }
    : {};
});

export const add = mapEditor.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'pointer.down': [readingOn, { target: 'placing', actions: put }] } },
    placing: {
      on: {
        'pointer.move': { actions: slide },
        'pointer.up': { target: 'idle', actions: [commit, draft.keep] },
        ...bailing,
      },
    },
    panning,
  },
});
