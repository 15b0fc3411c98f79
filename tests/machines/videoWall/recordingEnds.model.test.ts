/**
 * Requirement: a recording on the wall ends when its question is answered with yes, and only then; its tile runs until the
 * recording is saved. Of few tiles, and of a large one, a recording goes on when the tile is no longer chosen to be live.
 */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { RECORDING_RETRY_MS, RECORDING_TRIES } from '../../../src/machines/videoRecording/videoRecording.machine.ts';
import { selectEnding, selectEndQuestion } from '../../../src/machines/videoWall/videoWall.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { layoutOf, startVideoWall } from '../../fakes/startVideoWall.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'started'
  | 'started, not yet announced'
  | 'made a still'
  | 'removed'
  | 'replaced'
  | 'yes'
  | 'no'
  | 'tries again in vain'
  | 'connection back';

const asked = { removed: 'asked', replaced: 'asked' } as const;
const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'resting',
  states: {
    resting: { on: { started: 'recording', 'started, not yet announced': 'opening' } },
    recording: { on: { ...asked, 'made a still': 'onlyNotChosen' } },
    onlyNotChosen: { on: { removed: 'asked' } },
    asked: { on: { yes: 'saving', no: 'onAsBefore' } },
    onAsBefore: {},
    saving: { on: { 'tries again in vain': 'savingStill' } },
    savingStill: { on: { 'connection back': 'closed' } },
    opening: { on: { removed: 'askedEarly' } },
    askedEarly: { on: { yes: 'closed' } },
    closed: {},
  },
});

const tilesOf = (robots: readonly string[], live: boolean) =>
  robots.map((serialNumber, index) => ({ slot: index + 1, serialNumber, quality: null, live }));
const WALLS = {
  'of two tiles': { robots: ['F', 'A'], isLarge: false },
  'of a large tile among six': { robots: ['F', 'A', 'B', 'C', 'D', 'E'], isLarge: true },
};

for (const [name, { robots, isLarge }] of Object.entries(WALLS)) {
  describe(`a recording ${name}`, () => {
    for (const path of createTestModel(spec).getSimplePaths()) {
      it(path.description, async () => {
        const layouts = [layoutOf({ grid: 9, tiles: tilesOf(robots, true) })];
        const { actor, cloud, world, wall, tile, after, stop } = await startVideoWall({ layouts });
        actor.send({ type: 'tile.pick', slot: 1 });
        if (isLarge) actor.send({ type: 'large.toggle' });
        let announce = (): void => {};
        const recording = () => tile('F')?.getSnapshot().children.videoRecording;
        const first = recording();
        const question = () => selectEndQuestion(actor.getSnapshot());
        const answer = async (type: 'confirm.accept' | 'confirm.cancel'): Promise<void> => {
          question()?.send({ type });
          await settle();
        };
        const start = async (): Promise<void> => {
          recording()?.send({ type: 'recording.start' });
          await settle();
        };
        const goesOn = (): void => {
          expect(recording()?.getSnapshot().hasTag('recording')).toBe(true);
          expect([wall().recording, tile('F')?.getSnapshot().context.isLive, question()]).toEqual([
            ['F'],
            true,
            undefined,
          ]);
          expect([cloud.guarded, actor.getSnapshot().hasTag('unsaved')]).toEqual([1, true]);
        };
        const isAsked = (): void => expect(selectEnding(actor.getSnapshot())).toEqual(['F']);
        const isSaving = (): void => {
          expect(wall().wall.tiles.some(({ serialNumber }) => serialNumber === 'F')).toBe(false);
          expect([wall().recording, wall().saving, recording()]).toEqual([[], ['F'], first]);
          expect(recording()?.getSnapshot().context.end).toBe('asked');
          expect(world.watching.has('F')).toBe(false);
        };
        await walk(
          path,
          { model: 'videoWall', actor },
          {
            events: {
              started: async () => {
                world.camera('F', { type: 'picture.flowing', at: 5_000 });
                await start();
              },
              'started, not yet announced': async () => {
                world.recordingAnnounced = new Promise((resolve) => void (announce = resolve));
                await start();
              },
              'made a still': () => actor.send({ type: 'tile.live', slot: 1, live: false }),
              removed: () => actor.send({ type: 'tile.clear', slot: 1 }),
              replaced: () => actor.send({ type: 'tile.place', slot: 1, serialNumber: 'Z' }),
              yes: async () => {
                world.savingFails = 'networkFailed';
                await answer('confirm.accept');
                announce();
                await settle();
              },
              no: () => answer('confirm.cancel'),
              'tries again in vain': () => after(RECORDING_RETRY_MS),
              'connection back': async () => {
                world.savingFails = null;
                await after(RECORDING_RETRY_MS);
              },
            },
            states: {
              recording: goesOn,
              onlyNotChosen: () => {
                goesOn();
                expect(wall().wall.tiles.find(({ slot }) => slot === 1)?.live).toBe(false);
              },
              onAsBefore: goesOn,
              asked: isAsked,
              askedEarly: isAsked,
              saving: isSaving,
              savingStill: isSaving,
              closed: () => {
                expect([tile('F'), wall().recording, wall().saving, cloud.guarded]).toEqual([undefined, [], [], 0]);
                expect(wall().running).not.toContain('F');
              },
            },
          },
        );
        stop();
      });
    }
  });
}

it('a tile that became large while the question was shown stays live, and its recording ends with the yes', async () => {
  const { actor, tile, wall, stop } = await startVideoWall({
    layouts: [layoutOf({ grid: 4, tiles: tilesOf(['F', 'A', 'B', 'C'], true) })],
  });
  const recording = tile('F')?.getSnapshot().children.videoRecording;
  recording?.send({ type: 'recording.start' });
  await settle();
  actor.send({ type: 'tile.pick', slot: 1 });
  actor.send({ type: 'tile.live', slot: 1, live: false });
  actor.send({ type: 'large.toggle' });
  selectEndQuestion(actor.getSnapshot())?.send({ type: 'confirm.accept' });
  await settle();
  expect([tile('F')?.getSnapshot().context.isLive, wall().recording]).toEqual([true, []]);
  expect(recording?.getSnapshot().context).toMatchObject({ end: 'asked', durationMs: 42_000 });
  stop();
});

it('on a phone, a recording that was swiped away is saved with all its attempts, then its tile stops', async () => {
  const { actor, tile, world, wall, after, stop } = await startVideoWall({
    layouts: [layoutOf({ grid: 4, tiles: tilesOf(['F', 'A', 'B', 'C'], true) })],
    isPhone: true,
  });
  const recording = tile('F')?.getSnapshot().children.videoRecording;
  recording?.send({ type: 'recording.start' });
  await settle();
  actor.send({ type: 'tile.pick', slot: 2 });
  expect(wall().running).toEqual(['F', 'A']);
  world.savingFails = 'networkFailed';
  recording?.send({ type: 'recording.stop' });
  await settle();
  expect([wall().recording, wall().saving, wall().running]).toEqual([[], ['F'], ['A', 'F']]);
  expect(tile('F')?.getSnapshot().context).toMatchObject({ slot: 1, isLive: false });
  world.savingFails = null;
  await after(RECORDING_RETRY_MS);
  expect([recording?.getSnapshot().context.durationMs, wall().saving, tile('F')]).toEqual([42_000, [], undefined]);
  stop();
});

/** On a phone, with the recording of a tile that was swiped away and cannot be saved. */
async function swipedAway(why: 'networkFailed' | 'recordingRightLost') {
  const started = await startVideoWall({
    layouts: [layoutOf({ grid: 4, tiles: tilesOf(['F', 'A', 'B', 'C'], true) })],
    isPhone: true,
  });
  const recording = started.tile('F')?.getSnapshot().children.videoRecording;
  recording?.send({ type: 'recording.start' });
  await settle();
  started.actor.send({ type: 'tile.pick', slot: 2 });
  started.world.savingFails = why;
  recording?.send({ type: 'recording.stop' });
  await settle();
  return { ...started, recording };
}

it('one that was swiped away and gets no connection keeps its tile until the person has tried again or discarded it', async () => {
  for (const type of ['recording.retry', 'recording.discard'] as const) {
    const { recording, tile, world, wall, after, toldTo, stop } = await swipedAway('networkFailed');
    for (let tries = 0; tries < RECORDING_TRIES; tries += 1) await after(RECORDING_RETRY_MS);
    expect([recording?.getSnapshot().hasTag('stranded'), wall().saving]).toEqual([true, ['F']]);
    world.savingFails = null;
    recording?.send({ type });
    await settle();
    expect([wall().saving, tile('F'), toldTo('notices')]).toEqual([[], undefined, []]);
    stop();
  }
});

it('one that was swiped away and is refused by the server says so in a notice', async () => {
  const { tile, wall, toldTo, stop } = await swipedAway('recordingRightLost');
  expect([wall().saving, tile('F')]).toEqual([[], undefined]);
  expect(toldTo('notices')).toMatchObject([
    { type: 'notice.show', notice: { tone: 'error', failure: { code: ERRORS.recordingRightLost } } },
  ]);
  stop();
});
