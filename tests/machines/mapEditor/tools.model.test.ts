/** The sentence: every gesture ends in one of four ways. Only letting go keeps anything; Escape, a lost pointer and another tool leave all as it was. */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { startMapEditor } from '../../fakes/startMapEditor.ts';
import { walk } from '../../fakes/walkModel.ts';

type Ending = 'let go' | 'Escape' | 'pointer lost' | 'another tool';
type Start = 'press a point' | 'press the ground' | 'press with a finger' | 'add' | 'pan' | 'measure';
type Event = { type: Start | Ending | 'move' };

const ends = (kept: string) => ({ 'let go': kept, Escape: 'as it was', 'pointer lost': 'as it was', 'another tool': 'as it was' });
const spec = setup({ types: { events: {} as Event } }).createMachine({
  initial: 'resting',
  states: {
    resting: { on: { 'press a point': 'pointing', 'press the ground': 'pressing', 'press with a finger': 'panning', add: 'placing', pan: 'panning', measure: 'drawing' } },
    pointing: { on: { move: 'dragging', ...ends('picked') } },
    dragging: { on: ends('moved') },
    pressing: { on: { move: 'boxing', ...ends('nothing picked') } },
    boxing: { on: ends('boxed') },
    placing: { on: ends('added') },
    panning: { on: ends('panned') },
    drawing: { on: ends('measured') },
    picked: {}, moved: {}, 'nothing picked': {}, boxed: {}, added: {}, panned: {}, measured: {}, 'as it was': {},
  },
});

describe('a gesture', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const hand = await startMapEditor().settle();
      hand.select('b');
      const first = JSON.stringify(hand.context().points);
      const changedBy = (): string[] => (JSON.stringify(hand.context().points) === first ? [] : ['points']);
      const still = () => { expect(hand.context().gesture).toBeNull(); expect(changedBy()).toEqual([]); };
      await walk(path, { model: 'mapEditor tools', actor: hand.actor }, {
        events: {
          'press a point': () => void hand.down(2, 2), 'press the ground': () => void hand.down(0, 0), 'press with a finger': () => void hand.down(0, 0, { touch: true }),
          add: () => void hand.tool('add').down(20, 20), pan: () => void hand.tool('pan').down(0, 0), measure: () => void hand.tool('measure').down(1, 1),
          move: () => void hand.move(7, 5),
          'let go': () => void hand.move(7, 5).up(), Escape: () => void hand.escape(), 'pointer lost': () => void hand.cancel(),
          'another tool': () => void hand.tool(hand.isIn({ tool: 'measure' }) ? 'select' : 'measure'),
        },
        states: {
          dragging: () => { expect(hand.context().gesture).toMatchObject({ kind: 'move' }); expect(changedBy()).toEqual([]); },
          moved: () => { expect(hand.context().past).toHaveLength(1); expect(changedBy()).toEqual(['points']); },
          boxed: () => { still(); expect(hand.context().selection).toEqual(['a', 'b']); },
          added: () => { expect(hand.context().past).toHaveLength(1); expect(hand.context().points).toHaveLength(4); },
          panned: () => { still(); expect(hand.context().camera).not.toBeNull(); },
          measured: () => { still(); expect(hand.context().measured).toMatchObject({ from: [1, 1], to: [7, 5] }); },
          'as it was': () => { still(); expect(hand.context()).toMatchObject({ selection: ['b'], past: [], camera: null, measured: null }); },
        },
      });
      if (hand.context().past.length > 0) expect(JSON.stringify(hand.undo().context().points)).toBe(first);
    });
  }
});
