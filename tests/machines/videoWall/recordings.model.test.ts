/**
 * Requirement: a recording on the wall never ends silently. Its tile stays live while others give way, and whatever would
 * close its camera asks first; a no leaves the wall as it was.
 */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { WALL_KILOBITS_MAX } from '../../../contract/rules/videoWall.ts';
import { selectEnding, selectEndQuestion } from '../../../src/machines/videoWall/videoWall.selectors.ts';
import { OVER_MS } from '../../../src/machines/videoWall/videoWall.setup.ts';
import { settle } from '../../fakes/settle.ts';
import { layoutOf, startVideoWall } from '../../fakes/startVideoWall.ts';
import { walk } from '../../fakes/walkModel.ts';

const CHANGES = ['smaller grid', 'removed', 'replaced', 'another layout', 'made a still', 'undone'] as const;
type Event =
  | (typeof CHANGES)[number]
  | 'started'
  | 'rates above the limit'
  | 'large, and back'
  | 'on a phone, and swiped'
  | 'page left'
  | 'yes'
  | 'no'
  | 'stopped'
  | 'picture lost';

const toAsked = Object.fromEntries(CHANGES.map((change) => [change, 'asked'])) as Record<string, 'asked'>;
const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'resting',
  states: {
    resting: { on: { started: 'recording' } },
    recording: {
      on: {
        ...toAsked,
        'rates above the limit': 'othersGaveWay',
        'large, and back': 'stillRecording',
        'on a phone, and swiped': 'stillRecording',
        'page left': 'askedToLeave',
        stopped: 'ended',
      },
    },
    othersGaveWay: {},
    stillRecording: {},
    asked: { on: { yes: 'closed', no: 'stillRecording', 'picture lost': 'askedStill' } },
    askedStill: { on: { yes: 'closed' } },
    askedToLeave: { on: { yes: 'left', no: 'stillRecording', stopped: 'leftAfterIt', 'picture lost': 'leftAfterIt' } },
    closed: {},
    left: {},
    leftAfterIt: {},
    ended: {},
  },
});

const ROBOTS = ['A', 'B', 'C', 'D', 'E', 'F'];
const tiles = ROBOTS.map((serialNumber, index) => ({ slot: index + 1, serialNumber, quality: null, live: true }));
/** F is recorded. */
const SLOT = 6;

describe('a recording on the wall', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const layouts = [
        layoutOf({ grid: 9, tiles: tiles.filter(({ slot }) => slot !== SLOT) }),
        layoutOf({ id: 'two', tiles: [] }),
      ];
      const started = await startVideoWall({ layouts });
      const { actor, cloud, world, wall, tile, toldTo, after, stop } = started;
      // Undo takes F off the wall again.
      actor.send({ type: 'tile.place', slot: SLOT, serialNumber: 'F' });
      actor.send({ type: 'tile.live', slot: SLOT, live: true });
      actor.send({ type: 'tile.pick', slot: 1 });
      world.camera('F', { type: 'picture.flowing', at: 5_000 });
      const isLive = (robot: string): boolean => tile(robot)?.getSnapshot().context.isLive ?? false;
      const question = () => selectEndQuestion(actor.getSnapshot());
      const isAsking = (): boolean => question() !== undefined;
      const answer = async (type: 'confirm.accept' | 'confirm.cancel'): Promise<void> => {
        question()?.send({ type });
        await settle();
      };
      const recordingOfF = () => tile('F')?.getSnapshot().children.videoRecording;
      const goesOn = (): void => {
        expect([isLive('F'), world.watching.has('F'), wall().recording, isAsking()]).toEqual([
          true,
          true,
          ['F'],
          false,
        ]);
        expect(recordingOfF()?.getSnapshot().hasTag('recording')).toBe(true);
        expect(cloud.guarded).toBe(1);
      };
      const large = () => actor.send({ type: 'large.toggle' });
      await walk(
        path,
        { model: 'videoWall', actor },
        {
          events: {
            started: async () => {
              recordingOfF()?.send({ type: 'recording.start' });
              await settle();
            },
            'smaller grid': () => actor.send({ type: 'grid.choose', grid: 4 }),
            removed: () => actor.send({ type: 'tile.clear', slot: SLOT }),
            replaced: () => actor.send({ type: 'tile.place', slot: SLOT, serialNumber: 'Z' }),
            'another layout': () => actor.send({ type: 'layout.open', layoutId: 'two' }),
            'made a still': () => actor.send({ type: 'tile.live', slot: SLOT, live: false }),
            undone: () => {
              actor.send({ type: 'undo.press' });
              if (!isAsking()) actor.send({ type: 'undo.press' });
            },
            'rates above the limit': async () => {
              for (const serialNumber of ROBOTS)
                actor.send({ type: 'tile.rate', serialNumber, kilobits: WALL_KILOBITS_MAX + 1 });
              for (const _ of ROBOTS) await after(OVER_MS);
            },
            'large, and back': () => {
              actor.send({ type: 'tile.pick', slot: 2 });
              large();
              large();
            },
            'on a phone, and swiped': () => {
              actor.send({ type: 'phone.changed', isPhone: true });
              actor.send({ type: 'tile.pick', slot: 3 });
              expect(wall().running).toEqual(['C', 'F']);
              actor.send({ type: 'phone.changed', isPhone: false });
            },
            'page left': () => actor.send({ type: 'page.leaveAsked', to: '/home' }),
            yes: () => answer('confirm.accept'),
            no: () => answer('confirm.cancel'),
            stopped: async () => {
              recordingOfF()?.send({ type: 'recording.stop' });
              await settle();
            },
            'picture lost': async () => {
              world.recording?.({ type: 'capture.ended', isBroken: false });
              await settle();
            },
          },
          states: {
            resting: () =>
              expect([wall().recording, cloud.guarded, actor.getSnapshot().hasTag('unsaved')]).toEqual([[], 0, false]),
            recording: () => {
              goesOn();
              expect(actor.getSnapshot().hasTag('unsaved')).toBe(true);
            },
            stillRecording: goesOn,
            othersGaveWay: () => {
              goesOn();
              expect(ROBOTS.filter(isLive)).toEqual(['A', 'F']);
            },
            asked: () => {
              expect([isAsking(), selectEnding(actor.getSnapshot()), isLive('F')]).toEqual([true, ['F'], true]);
              expect(wall().wall.tiles).toHaveLength(6);
            },
            askedStill: () => expect([isAsking(), wall().recording]).toEqual([true, []]),
            askedToLeave: () => expect([isAsking(), toldTo('navigation')]).toEqual([true, []]),
            closed: () => {
              expect([isLive('F'), wall().recording, wall().held, cloud.guarded]).toEqual([false, [], null, 0]);
              expect(cloud.kept?.wall).toEqual(wall().wall);
            },
            left: () => expect(toldTo('navigation')).toEqual([{ type: 'navigation.leave', to: '/home' }]),
            leftAfterIt: () => {
              expect(toldTo('navigation')).toEqual([{ type: 'navigation.leave', to: '/home' }]);
              expect([isAsking(), cloud.guarded]).toEqual([false, 0]);
            },
            ended: () =>
              expect([isLive('F'), wall().recording, cloud.guarded, isAsking()]).toEqual([true, [], 0, false]),
          },
        },
      );
      stop();
    });
  }
});

it('a tile that was live only while it was large stays live until its recording ends', async () => {
  const { actor, tile, wall, stop } = await startVideoWall({
    layouts: [layoutOf({ grid: 9, tiles: tiles.map((one) => ({ ...one, live: false })) })],
  });
  const isLive = () => tile('F')?.getSnapshot().context.isLive;
  actor.send({ type: 'tile.pick', slot: SLOT });
  actor.send({ type: 'large.toggle' });
  const recording = tile('F')?.getSnapshot().children.videoRecording;
  recording?.send({ type: 'recording.start' });
  await settle();
  actor.send({ type: 'large.toggle' });
  expect(isLive()).toBe(true);
  recording?.send({ type: 'recording.stop' });
  await settle();
  expect([isLive(), wall().recording]).toEqual([false, []]);
  expect(recording?.getSnapshot().context).toMatchObject({ end: 'asked', durationMs: 42_000 });
  stop();
});

it('made a still picture with a yes, a recording is saved as one that was stopped', async () => {
  const { actor, tile, stop } = await startVideoWall({ layouts: [layoutOf({ grid: 9, tiles })] });
  const recording = tile('F')?.getSnapshot().children.videoRecording;
  recording?.send({ type: 'recording.start' });
  await settle();
  actor.send({ type: 'tile.live', slot: SLOT, live: false });
  selectEndQuestion(actor.getSnapshot())?.send({ type: 'confirm.accept' });
  await settle();
  expect(recording?.getSnapshot().context).toMatchObject({ end: 'asked', durationMs: 42_000 });
  stop();
});

it('of one robot, another robot of the panel asks before it ends its recording', async () => {
  const { actor, tile, wall, places, stop } = await startVideoWall({
    page: 'videoControl',
    query: { serialNumber: 'F' },
  });
  tile('F')?.getSnapshot().children.videoRecording?.send({ type: 'recording.start' });
  await settle();
  const choose = () => actor.send({ type: 'page.robotChanged', serialNumber: 'A' });
  choose();
  expect([places(), selectEnding(actor.getSnapshot())]).toEqual([{ 1: 'F' }, ['F']]);
  selectEndQuestion(actor.getSnapshot())?.send({ type: 'confirm.cancel' });
  await settle();
  expect([places(), wall().placing, wall().recording]).toEqual([{ 1: 'F' }, '', ['F']]);
  choose();
  selectEndQuestion(actor.getSnapshot())?.send({ type: 'confirm.accept' });
  await settle();
  expect([places(), wall().placing, wall().recording]).toEqual([{ 1: 'A' }, '', []]);
  stop();
});
