/**
 * Requirement (look/notes "Video wall"): layouts open by themselves; saving asks for a name once, and says when it failed;
 * Escape leaves one thing after the other; what was changed is undone by one key.
 */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  selectDialog,
  selectIsChanged,
  selectOpenLayout,
} from '../../../src/machines/videoWall/videoWall.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startVideoWall } from '../../fakes/startVideoWall.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'a robot is placed'
  | 'a robot is offered'
  | 'a digit'
  | 'enlarged'
  | 'filled'
  | 'escape'
  | 'undone'
  | 'save pressed'
  | 'named'
  | 'name refused'
  | 'deleted'
  | 'deleting confirmed';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'empty',
  states: {
    empty: { on: { 'a robot is placed': 'changed', 'a robot is offered': 'offered' } },
    offered: { on: { 'a digit': 'changed', escape: 'emptyAgain' } },
    emptyAgain: {},
    changed: { on: { enlarged: 'large', undone: 'emptyAgain', 'save pressed': 'naming' } },
    large: { on: { filled: 'largeFilled', escape: 'changedAgain' } },
    largeFilled: { on: { escape: 'largeAgain' } },
    largeAgain: {},
    changedAgain: {},
    naming: { on: { named: 'saved', 'name refused': 'refused', escape: 'naming' } },
    refused: { on: { named: 'saved' } },
    saved: { on: { deleted: 'asked', undone: 'savedChanged' } },
    savedChanged: {},
    asked: { on: { 'deleting confirmed': 'gone' } },
    gone: {},
  },
});

describe('the video wall', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, cloud, wall, places, stop } = await startVideoWall();
      const changed = (): boolean => selectIsChanged(actor.getSnapshot());
      const submit = async (): Promise<void> => {
        actor.send({ type: 'layout.name', name: ' Night ' });
        actor.send({ type: 'layout.submit' });
        await settle();
      };
      await walk(
        path,
        { model: 'videoWall', actor },
        {
          events: {
            'a robot is placed': () => actor.send({ type: 'tile.place', slot: 2, serialNumber: 'A' }),
            'a robot is offered': () => actor.send({ type: 'page.robotChanged', serialNumber: 'A' }),
            'a digit': () => actor.send({ type: 'digit.press', digit: 2 }),
            enlarged: () => actor.send({ type: 'large.toggle' }),
            filled: () => actor.send({ type: 'fill.toggle' }),
            escape: () => actor.send({ type: 'escape.press' }),
            undone: () => actor.send({ type: 'undo.press' }),
            'save pressed': () => actor.send({ type: 'layout.save' }),
            named: async () => {
              cloud.no = null;
              await submit();
            },
            'name refused': async () => {
              cloud.no = 'videoLayoutNameTaken';
              await submit();
            },
            deleted: () => actor.send({ type: 'layout.delete' }),
            'deleting confirmed': async () => {
              actor.getSnapshot().children.confirm?.send({ type: 'confirm.accept' });
              await settle();
            },
          },
          states: {
            empty: () => expect([places(), changed()]).toEqual([{}, false]),
            emptyAgain: () => expect([places(), changed(), wall().placing]).toEqual([{}, false, '']),
            offered: () => expect([wall().placing, places()]).toEqual(['A', {}]),
            changed: () => {
              expect([places(), changed(), wall().placing, wall().picked]).toEqual([{ 2: 'A' }, true, '', 2]);
              expect(cloud.kept?.wall.tiles).toMatchObject([{ slot: 2, serialNumber: 'A' }]);
            },
            changedAgain: () => expect([wall().isLarge, places()]).toEqual([false, { 2: 'A' }]),
            large: () => expect(wall()).toMatchObject({ isLarge: true, isFilled: false }),
            largeFilled: () => expect(wall()).toMatchObject({ isLarge: true, isFilled: true }),
            largeAgain: () => expect(wall()).toMatchObject({ isLarge: true, isFilled: false }),
            naming: () => expect(selectDialog(actor.getSnapshot())).toBe('naming'),
            refused: () => {
              expect(selectDialog(actor.getSnapshot())).toBe('naming');
              expect(wall().saveFailure?.code).toBe(ERRORS.videoLayoutNameTaken);
              expect(wall().name).toBe(' Night ');
            },
            saved: () => {
              expect([selectDialog(actor.getSnapshot()), changed(), wall().saveFailure]).toEqual([null, false, null]);
              expect(cloud.saves.at(-1)).toMatchObject({ layoutId: '', name: 'Night', isShared: false });
              expect(selectOpenLayout(actor.getSnapshot())?.name).toBe('Night');
            },
            savedChanged: () => expect([changed(), places()]).toEqual([true, {}]),
            asked: () => expect(actor.getSnapshot().children.confirm).toBeDefined(),
            gone: () => expect([wall().layouts, wall().layoutId, places()]).toEqual([[], '', { 2: 'A' }]),
          },
        },
      );
      stop();
    });
  }
});
