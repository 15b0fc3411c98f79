/** Every path through route editing, on the machine (the requirement is in tests/fakes/cruiseEditing.ts). */
import { describe, expect, it } from 'vitest';
import { createTestModel } from 'xstate/graph';
import { cruiseEditing } from '../../fakes/cruiseEditing.ts';
import { routeOf, startRouteEditor } from '../../fakes/startRouteEditor.ts';
import { walk } from '../../fakes/walkModel.ts';

describe('cruise editing', () => {
  const paths = createTestModel(cruiseEditing).getSimplePaths();
  it('has ways through all of it', () => expect(paths.length).toBeGreaterThan(20));

  for (const path of paths) {
    it(path.description, async () => {
      const hand = await startRouteEditor().settle();
      const { cloud } = hand;
      hand.name('Round');
      const kept = (): string[] =>
        [...cloud.routes.values()].map(({ mapAreaVOList }) => mapAreaVOList.map(({ areaId }) => areaId).join(''));
      const own = () => cloud.routes.get(hand.context().pathId);
      await walk(
        path,
        { model: 'cruise editing', actor: hand.actor },
        {
          events: {
            'add a stop': () => void hand.pick('abcd'[hand.stops().length] ?? 'a'),
            undo: () => void hand.undo(),
            reorder: () => void hand.move(0, 1),
            save: () => hand.save(),
            'save without an answer': () => {
              cloud.loses = true;
              return hand.save();
            },
            'save, somebody was faster': () => {
              const route = own();
              if (route)
                cloud.routes.set(
                  route.pathId,
                  routeOf(route.pathId, 'cd', { pathName: 'Theirs', revision: route.revision + 1 }),
                );
              return hand.save();
            },
            'save, it was deleted': () => {
              cloud.routes.delete(hand.context().pathId);
              return hand.save();
            },
            'take theirs': () => hand.send({ type: 'conflict.theirs' }).settle(),
            'mine over theirs': () => hand.send({ type: 'conflict.mine' }).settle(),
            'save as a new one': () => hand.send({ type: 'conflict.mine' }).settle(),
            leave: () => hand.send({ type: 'editor.close' }).settle(),
            stay: () => hand.answer(false).settle(),
            'leave unsaved': () => hand.answer(true).settle(),
          },
          states: {
            tooShort: () => {
              expect(hand.stops()).toBe('a');
              expect(hand.faults()).toEqual(['- mapAreaVOList tooFewStops']);
            },
            refused: () => {
              expect(hand.context().tried).toBe(true);
              expect(cloud.asked).toEqual([]);
            },
            whole: () => {
              expect(hand.faults()).toEqual([]);
              expect(hand.isChanged()).toBe(true);
              expect(kept()).toEqual([]);
            },
            unknown: () => {
              expect(hand.context().failure).not.toBeNull();
              expect(hand.stops()).toBe('ab');
              expect(hand.kept()).not.toBeNull();
            },
            // However often saving was requested, there is one route, and it equals the draft.
            saved: () => {
              expect(kept()).toEqual([hand.stops()]);
              expect(hand.isChanged()).toBe(false);
              expect(hand.kept()).toBeNull();
              expect(hand.context()).toMatchObject({ unanswered: null, failure: null });
            },
            changed: () => {
              expect(hand.isChanged()).toBe(true);
              expect(kept()).not.toEqual([hand.stops()]);
            },
            conflict: () => {
              expect(hand.desk()).toBe('conflicting');
              expect(hand.context()).toMatchObject({
                failure: { words: { person: 'Wang' } },
                theirs: { pathName: 'Theirs' },
              });
            },
            gone: () => {
              expect(hand.desk()).toBe('deleted');
              expect(kept()).toEqual([]);
            },
            theirs: () => {
              expect([hand.stops(), hand.context().draft.pathName, hand.isChanged()]).toEqual(['cd', 'Theirs', false]);
              expect(kept()).toEqual(['cd']);
            },
            mine: () => {
              expect(kept()).toEqual([hand.stops()]);
              expect(hand.isChanged()).toBe(false);
            },
            asked: () => expect(hand.left()).toBeNull(),
            wholeStill: () => {
              expect(hand.left()).toBeNull();
              expect(hand.stops()).toBe('ab');
            },
            left: () => {
              expect(hand.left()).toEqual({ to: 'list' });
              expect(hand.kept()).toBeNull();
            },
          },
        },
      );
    });
  }
});
