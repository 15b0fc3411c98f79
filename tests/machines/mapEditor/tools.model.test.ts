/**
 * Every pointer gesture on the map ends in one of four ways (tests/fakes/mapEditorGestures.ts): here on the machine.
 */
import { describe, expect, it } from 'vitest';
import { createTestModel } from 'xstate/graph';
import { mapEditorGestures } from '../../fakes/mapEditorGestures.ts';
import { startMapEditor } from '../../fakes/startMapEditor.ts';
import { walk } from '../../fakes/walkModel.ts';

const isDrawn = (hand: ReturnType<typeof startMapEditor>): boolean => {
  const { gesture } = hand.context();
  return gesture?.kind === 'connect' && gesture.moved;
};

describe('a gesture', () => {
  for (const path of createTestModel(mapEditorGestures).getSimplePaths()) {
    it(path.description, async () => {
      const hand = await startMapEditor().settle();
      hand.select('b');
      const first = JSON.stringify(hand.context().points);
      const changedBy = (): string[] => (JSON.stringify(hand.context().points) === first ? [] : ['points']);
      const still = () => {
        expect(hand.context().gesture).toBeNull();
        expect(changedBy()).toEqual([]);
      };
      await walk(
        path,
        { model: 'mapEditor tools', actor: hand.actor },
        {
          events: {
            'press a point': () => void hand.down(2, 2),
            'press the ground': () => void hand.down(0, 0),
            'press with a finger': () => void hand.down(0, 0, { touch: true }),
            add: () => void hand.tool('add').down(20, 20),
            pan: () => void hand.tool('pan').down(0, 0),
            measure: () => void hand.tool('measure').down(1, 1),
            connect: () => void hand.tool('connect').down(2, 2),
            'connect from nowhere': () => void hand.tool('connect').down(0, 0),
            move: () => void hand.move(7, 5),
            // A connection that was drawn far enough ends on the lift's shaft (startMapEditor.ts), otherwise where it
            // began.
            'let go': () =>
              void (
                hand.context().gesture?.kind !== 'connect' ? hand.move(7, 5) : isDrawn(hand) ? hand.move(16, 15) : hand
              ).up(),
            Escape: () => void hand.escape(),
            'pointer lost': () => void hand.cancel(),
            'another tool': () => void hand.tool(hand.isIn({ tool: 'measure' }) ? 'select' : 'measure'),
          },
          states: {
            dragging: () => {
              expect(hand.context().gesture).toMatchObject({ kind: 'move' });
              expect(changedBy()).toEqual([]);
            },
            moved: () => {
              expect(hand.context().past).toHaveLength(1);
              expect(changedBy()).toEqual(['points']);
            },
            boxed: () => {
              still();
              expect(hand.context().selection).toEqual(['a', 'b']);
            },
            added: () => {
              expect(hand.context().past).toHaveLength(1);
              expect(hand.context().points).toHaveLength(4);
            },
            panned: () => {
              still();
              expect(hand.context().camera).not.toBeNull();
            },
            'connecting afar': () => {
              expect(hand.context().gesture).toMatchObject({ kind: 'connect', moved: true });
              expect(changedBy()).toEqual([]);
            },
            connected: () => {
              expect(hand.context().past).toHaveLength(1);
              expect(hand.context().points[0]).toMatchObject({ elevatorId: 'e1', attributes: ['waitingElevator'] });
            },
            'point chosen': () => {
              still();
              expect(hand.context().selection).toEqual(['a']);
            },
            measured: () => {
              still();
              expect(hand.context().measured).toMatchObject({ from: [1, 1], to: [7, 5] });
            },
            'as it was': () => {
              still();
              expect(hand.context()).toMatchObject({ selection: ['b'], past: [], camera: null, measured: null });
            },
          },
        },
      );
      if (hand.context().past.length > 0) expect(JSON.stringify(hand.undo().context().points)).toBe(first);
    });
  }
});
