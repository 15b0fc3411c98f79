/**
 * Model of the map's gestures: each ends in one of four ways. Only releasing the pointer commits a change; Escape, a
 * lost pointer and a change of tool discard it. Run on the machine (tools.model.test.ts) and in a browser
 * (mapEditor.e2e.ts).
 */
import { setup } from 'xstate';

export type GestureEnding = 'let go' | 'Escape' | 'pointer lost' | 'another tool';
export type GestureStart =
  | 'press a point'
  | 'press the ground'
  | 'press with a finger'
  | 'add'
  | 'pan'
  | 'measure'
  | 'connect'
  | 'connect from nowhere';
export type GestureEvent = { type: GestureStart | GestureEnding | 'move' };

const ends = (kept: string) => ({
  'let go': kept,
  Escape: 'as it was',
  'pointer lost': 'as it was',
  'another tool': 'as it was',
});
export const mapEditorGestures = setup({ types: { events: {} as GestureEvent } }).createMachine({
  initial: 'resting',
  states: {
    resting: {
      on: {
        'press a point': 'pointing',
        'press the ground': 'pressing',
        'press with a finger': 'panning',
        add: 'placing',
        pan: 'panning',
        measure: 'drawing',
        connect: 'connecting',
        'connect from nowhere': 'panning',
      },
    },
    pointing: { on: { move: 'dragging', ...ends('picked') } },
    dragging: { on: ends('moved') },
    pressing: { on: { move: 'boxing', ...ends('nothing picked') } },
    boxing: { on: ends('boxed') },
    placing: { on: ends('added') },
    panning: { on: ends('panned') },
    drawing: { on: ends('measured') },
    connecting: { on: { move: 'connecting afar', ...ends('point chosen') } },
    'connecting afar': { on: ends('connected') },
    picked: {},
    moved: {},
    'nothing picked': {},
    boxed: {},
    added: {},
    panned: {},
    measured: {},
    connected: {},
    'point chosen': {},
    'as it was': {},
  },
});
