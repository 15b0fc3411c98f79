/** A robot's camera and microphone: what it says is audible to its viewers, and only frames of use are rendered. */
import { afterEach, expect, it, vi } from 'vitest';
import { Scene } from '../../../simulator/video/scene.ts';
import { RobotStream } from '../../../simulator/video/robotStream.ts';
import type { Watcher } from '../../../simulator/video/robotStream.ts';

const robot = {
  serialNumber: 'R',
  name: 'R',
  kind: 'delivery' as const,
  mapId: 'harbour-1f',
  x: 33,
  y: 17,
  theta: 0,
  v: 0,
  w: 0,
  head: 0,
  tilt: 0,
  frontLight: false,
  chassisLight: false,
  warningLight: false,
  volume: 60,
};
let loudness = 0;
const watcher: Watcher = {
  quality: '360p',
  access: { picture: false, sound: true, voice: false, camera: false },
  isSpeaking: () => false,
  needsFrame: () => true,
  onFrame: () => undefined,
  onSound: (samples) =>
    void (loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)),
};
let [frames, needsFrame] = [0, true];
const viewer: Watcher = {
  quality: '360p',
  access: { picture: true, sound: false, voice: false, camera: false },
  isSpeaking: () => false,
  needsFrame: () => needsFrame,
  onFrame: () => void (frames += 1),
  onSound: null,
};
let shot: RobotStream | undefined;
afterEach(() => {
  vi.useRealTimers();
  shot?.remove(watcher);
  shot?.remove(viewer);
});

it('silence, then a voice while it says something, then silence', async () => {
  const scene = new Scene();
  scene.take(Date.now(), [{ ...robot, saying: '' }]);
  shot = new RobotStream('R', scene);
  shot.add(watcher);
  await expect.poll(() => loudness, { timeout: 5_000 }).toBeGreaterThan(0);
  const still = loudness;
  scene.take(Date.now(), [
    { ...robot, saying: 'Welcome to Harbour Hotel. How may I help? It is a pleasure to have you here with us today.' },
  ]);
  await expect.poll(() => loudness, { timeout: 5_000, interval: 20 }).toBeGreaterThan(still * 6);
  scene.take(Date.now(), [{ ...robot, saying: '' }]);
  // The chime before the speech fades by itself.
  await expect.poll(() => loudness, { timeout: 5_000, interval: 20 }).toBeLessThan(still * 1.5);
});

it('frames are rendered while the viewer can use them, and at once when it has connected', async () => {
  const scene = new Scene();
  scene.take(Date.now(), [{ ...robot, saying: '' }]);
  shot = new RobotStream('R', scene);
  shot.add(viewer);
  expect(frames).toBe(1);
  await expect.poll(() => frames, { timeout: 5_000, interval: 20 }).toBeGreaterThan(2);
  needsFrame = false;
  const before = frames;
  for (let tick = 0; tick < 3; tick += 1) shot.drawNow();
  expect(frames).toBe(before);
  needsFrame = true;
  shot.drawNow();
  expect(frames).toBe(before + 1);
});

it('frames that take long leave a third of the time to others', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const scene = new Scene();
  scene.take(Date.now(), [{ ...robot, saying: '' }]);
  shot = new RobotStream('R', scene);
  let drawn = 0;
  const slow: Watcher = {
    ...viewer,
    needsFrame: () => true,
    onFrame() {
      drawn += 1;
      vi.advanceTimersByTime(400); // ms that this frame takes
    },
  };
  shot.add(slow);
  vi.advanceTimersByTime(199);
  expect(drawn).toBe(1);
  vi.advanceTimersByTime(1);
  expect(drawn).toBe(2);
  shot.remove(slow);
});
