/** A tile of the video wall: its quality on a slow link, its still pictures, its facts, and its robot's Stop. */
import { expect, it } from 'vitest';
import { GOOD_MEASUREMENTS, SLOW_MEASUREMENTS } from '../../../contract/rules/videoQuality.ts';
import {
  selectIsLate,
  selectIsSlow,
  selectShownQuality,
  selectStillTime,
  selectTileLook,
} from '../../../src/machines/videoWall/videoTile.selectors.ts';
import { CAPTURE_MS, KEEP_MS } from '../../../src/machines/videoWall/videoTile.setup.ts';
import { sampleCommand } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startVideoTile, TILE } from '../../fakes/startVideoWall.ts';

const FIGURES = { framesPerSecond: 15, kilobitsPerSecond: 900, width: 1280, height: 720, roundTrip: 20, delay: 90 };
type Tile = Awaited<ReturnType<typeof startVideoTile>>;
const measure = ({ camera }: Tile, times: number, change: Partial<typeof FIGURES> = {}): void => {
  for (let n = 0; n < times; n += 1)
    camera({ type: 'picture.measured', figures: { ...FIGURES, ...change }, at: 6_000 + n });
};

it('lowers the quality after some slow measurements in a row, says so, and raises it after many good ones', async () => {
  const tile = await startVideoTile();
  const { actor, world, camera } = tile;
  const quality = () => selectShownQuality(actor.getSnapshot());
  camera({ type: 'picture.flowing', at: 5_000 });
  expect(quality()).toBe('720p');
  measure(tile, SLOW_MEASUREMENTS - 1, { delay: 800 });
  measure(tile, 1);
  measure(tile, SLOW_MEASUREMENTS - 1, { framesPerSecond: 3 });
  expect(quality()).toBe('720p');
  measure(tile, 1, { framesPerSecond: 3 });
  expect(quality()).toBe('360p');
  expect(selectIsSlow(actor.getSnapshot())).toBe(true);
  expect(world.qualities.at(-1)).toBe('360p');
  measure(tile, GOOD_MEASUREMENTS - 1);
  expect(quality()).toBe('360p');
  measure(tile, 1);
  expect(quality()).toBe('720p');
  expect(selectIsSlow(actor.getSnapshot())).toBe(false);
  // The next time it waits longer, so that the quality does not swing.
  measure(tile, SLOW_MEASUREMENTS, { delay: 800 });
  measure(tile, GOOD_MEASUREMENTS);
  expect(quality()).toBe('360p');
  // Another choice is tried at once.
  actor.send({ type: 'tile.set', settings: { ...TILE, quality: '360p' } });
  actor.send({ type: 'tile.set', settings: TILE });
  expect(quality()).toBe('720p');
  expect(world.qualities.at(-1)).toBe('720p');
});

it('keeps a live picture now and then, so that an offline robot has a last one', async () => {
  const { world, camera, after } = await startVideoTile();
  camera({ type: 'picture.flowing', at: 5_000 });
  await settle();
  expect(world.kept).toBe(1);
  await after(KEEP_MS);
  expect(world.kept).toBe(2);
  camera({ type: 'picture.frozen', at: 9_000 });
  await after(KEEP_MS / 2);
  expect(world.kept).toBe(2);
});

it('takes a still picture at the interval, and the camera rests between them', async () => {
  const { actor, world, camera, after } = await startVideoTile({ isLive: false });
  expect(world.watching.has('SN')).toBe(true);
  camera({ type: 'picture.flowing', at: 5_000 });
  await settle();
  expect([world.kept, world.watching.size, world.viewings]).toEqual([1, 0, 1]);
  const snapshot = actor.getSnapshot();
  expect(selectStillTime(snapshot, 31_000)).toBe(0.5);
  expect([selectIsLate(snapshot, 90_000), selectIsLate(snapshot, 92_000)]).toEqual([false, true]);
  await after(60_000);
  expect([world.watching.size, world.viewings]).toEqual([1, 2]);
});

it('a shorter interval counts from now, and a person can take the next picture at once', async () => {
  const { actor, world, camera, after } = await startVideoTile({ isLive: false, stillSeconds: 1_800 });
  camera({ type: 'picture.flowing', at: 5_000 });
  await settle();
  actor.send({ type: 'tile.set', settings: { ...TILE, isLive: false, stillSeconds: 30 } });
  await after(30_000);
  expect(world.viewings).toBe(2);
  camera({ type: 'picture.flowing', at: 6_000 });
  await settle();
  actor.send({ type: 'tile.retry' });
  expect(world.viewings).toBe(3);
});

it('takes no still pictures for a hidden tab, and one that is due as soon as the tab is seen again', async () => {
  const { actor, world, camera, after } = await startVideoTile({ isLive: false, stillSeconds: 600 });
  camera({ type: 'picture.flowing', at: 1_000 });
  await settle();
  const switchTo = async (type: 'tab.front' | 'tab.blurred' | 'tab.hidden', at: number): Promise<void> => {
    // The fleet feed reports nothing to a hidden tab, and later than the tab.
    actor.send({ type, at });
    await settle();
  };
  await switchTo('tab.hidden', 20_000);
  await after(600_000);
  expect([world.viewings, world.watching.size]).toEqual([1, 0]);
  await switchTo('tab.blurred', 700_000);
  expect([world.viewings, world.watching.size]).toEqual([2, 1]);
  camera({ type: 'picture.flowing', at: 700_000 });
  await settle();
  // Neither one that is new, nor a window that is only focused again.
  await switchTo('tab.hidden', 3_000);
  await switchTo('tab.front', 4_000);
  await switchTo('tab.front', 2_000_000);
  expect([world.viewings, world.watching.size]).toEqual([2, 0]);
});

it('a first picture that cannot be kept says so, and is tried again soon', async () => {
  const { actor, world, camera, after } = await startVideoTile({ isLive: false });
  world.canKeep = false;
  camera({ type: 'picture.flowing', at: 5_000 });
  await settle();
  expect(world.watching.size).toBe(0);
  expect(selectTileLook(actor.getSnapshot())).toBe('failed');
  world.canKeep = true;
  await after(10_000);
  camera({ type: 'picture.flowing', at: 6_000 });
  await settle();
  expect(selectTileLook(actor.getSnapshot())).toBe('still');
});

it('a first picture that is late is asked for less and less often, at most once a minute, until a person asks', async () => {
  const { actor, world, after } = await startVideoTile({ isLive: false, stillSeconds: 1_800 });
  for (const [tries, seconds] of [10, 20, 40, 60, 60, 60].entries()) {
    expect(world.viewings).toBe(tries + 1);
    await after(CAPTURE_MS);
    expect(world.watching.size).toBe(0);
    await after(seconds * 1_000 - 1);
    expect(world.viewings).toBe(tries + 1);
    await after(1);
  }
  expect(world.viewings).toBe(7);
  await after(CAPTURE_MS);
  actor.send({ type: 'tile.retry' });
  await after(CAPTURE_MS);
  await after(10_000);
  expect(world.viewings).toBe(9);
});

it('a first picture that the robot refuses waits for the interval', async () => {
  const { world, camera, after } = await startVideoTile({ isLive: false });
  camera({ type: 'viewing.refused', reason: 'noCamera' });
  await after(59_000);
  expect(world.viewings).toBe(1);
  await after(1_000);
  expect(world.viewings).toBe(2);
});

it.each([
  [{ video: false }, null, 'noCamera'],
  [{ video: true }, 'robotForeign', 'forbidden'],
] as const)('of a robot with %j, refused %s, shows %s and asks for no picture', async (abilities, refusal, look) => {
  const { actor, world, seen } = await startVideoTile({}, (before) => {
    before.facts = { ...before.facts, abilities: { ...before.facts.abilities, ...abilities } };
    before.refusal = refusal;
  });
  seen();
  expect(selectTileLook(actor.getSnapshot())).toBe(look);
  if (refusal === null) expect(world.watching.size).toBe(0);
});

it('names who watches a robot that accepts no more, each by name', async () => {
  const { actor, camera } = await startVideoTile();
  camera({ type: 'viewing.refused', reason: 'tooManyViewers' });
  await settle();
  expect(actor.getSnapshot().context.viewers).toEqual(['Chen Yu', 'Zhao Min']);
});

it("passes Stop on at once, and shows what the robot's state proves", async () => {
  const { actor, world, toldTo } = await startVideoTile();
  world.robot('SN', { type: 'robot.seen', isOnline: true, held: true, paused: true, at: 6_000 });
  expect(actor.getSnapshot().children.stop?.getSnapshot().hasTag('proved')).toBe(true);
  actor.send({ type: 'stop.press', at: 7_000 });
  expect(toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'SN', at: 7_000 }]);
});

it('lists what was taken from it: photos with their address, recordings while they go on and once they are saved', async () => {
  const { actor, world } = await startVideoTile();
  const taken = () => actor.getSnapshot().context.taken;
  world.answer = sampleCommand('c1', { kind: 'takePhoto', state: 'finished', fileId: 'p1', endedAt: 6_000 });
  actor.getSnapshot().children.robotActions?.send({
    type: 'action.ask',
    serialNumber: 'SN',
    robotName: 'Porter 1',
    request: { kind: 'takePhoto' },
    at: 5_000,
  });
  await settle();
  const photo = { fileId: 'p1', kind: 'photo', at: 6_000, url: '/photo', durationMs: null, isGoingOn: false };
  expect(taken()).toEqual([photo]);
  const recording = actor.getSnapshot().children.videoRecording;
  recording?.send({ type: 'recording.start' });
  await settle();
  expect(taken()).toEqual([photo]);
  world.recording?.({ type: 'part.captured' });
  await settle();
  const video = { fileId: 'v1', kind: 'video', at: 8_000, url: null, durationMs: null, isGoingOn: true };
  expect(taken()).toEqual([video, photo]);
  recording?.send({ type: 'recording.stop' });
  await settle();
  expect(taken()).toEqual([{ ...video, durationMs: 42_000, isGoingOn: false }, photo]);
});

it('a recorded picture goes on in a hidden tab, and rests once it is no longer recorded', async () => {
  const { actor, world, camera, after } = await startVideoTile();
  camera({ type: 'picture.flowing', at: 1_000 });
  actor.getSnapshot().children.videoRecording?.send({ type: 'recording.start' });
  await settle();
  actor.send({ type: 'tab.hidden', at: 2_000 });
  await after(600_000);
  expect(world.watching.size).toBe(1);
  actor.getSnapshot().children.videoRecording?.send({ type: 'recording.stop' });
  await settle();
  expect(world.watching.size).toBe(0);
});

it('opens the connection of its robot', async () => {
  const { toldTo } = await startVideoTile();
  expect(toldTo('connection')).toEqual([{ type: 'mqttLink.acquire', key: 'SN' }]);
});
