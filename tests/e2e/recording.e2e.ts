/**
 * Recording a robot's video in a real browser: it is uploaded while it runs, can be played and sought, and survives a
 * closed tab.
 */
import { beforeEach, expect, it } from 'vitest';
import { until } from './harness.ts';
import { showCamera } from './robotCamera.ts';

const ROBOT = 'W1-2308-0417';
const camera = showCamera(ROBOT);
beforeEach(() => camera.picture());

/** Parts on the server before a test ends a recording: the first one, which is short, and three of two seconds each. */
const PARTS = 4;

/**
 * Records until the timer counts and the server has some parts: on a busy machine pictures arrive later.
 * @returns the length of the file at the end of each part that the server has, bytes
 */
const record = async (): Promise<number[]> => {
  const { page } = camera;
  const ends: number[] = [];
  page.on('response', (response) => {
    const [, end] = /^bytes \d+-(\d+)\//u.exec(response.request().headers()['content-range'] ?? '') ?? [];
    if (end !== undefined && response.ok()) ends.push(Number(end) + 1);
  });
  await page.getByRole('button', { name: 'Record video' }).click();
  await page
    .getByRole('timer')
    .filter({ hasText: /Recording \d:[0-5][1-9]/u })
    .waitFor();
  await until(() => ends.length >= PARTS, 'the server has some parts');
  return ends;
};
const newest = async () => {
  const { rows } = await camera.admin.photos.list({ kind: 'video', serialNumberStr: ROBOT });
  return rows[0];
};

it('counts while it records, and the file plays and can be sought', async () => {
  const { page, server } = camera;
  await record();
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByText(/^Recording of \d:\d\d saved\.$/u).waitFor();
  const item = await newest();
  expect(item).toMatchObject({ kind: 'video', source: 'operator', isRecording: false, serialNumber: ROBOT });
  expect(item?.durationMs).toBeGreaterThan(3_000);

  await page.goto(`${server.url}/video/photos?item=${item?.fileId ?? ''}`);
  const played = page.getByLabel(/^Recording, /u).and(page.locator('video'));
  await played.waitFor();
  const found = await played.evaluate(async (element) => {
    const video = element as HTMLVideoElement; // located by its tag
    video.muted = true;
    if (video.readyState < 1) await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve));
    const goal = video.duration / 2;
    video.currentTime = goal;
    await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    return { duration: video.duration, off: Math.abs(video.currentTime - goal), width: video.videoWidth };
  });
  expect(found.duration).toBeGreaterThan(3);
  expect(found.duration).toBeLessThan(60);
  expect(found.off).toBeLessThan(0.5);
  expect(found.width).toBeGreaterThan(0);
});

it('a closed tab loses only the last seconds: the server completes what it has', async () => {
  const before = (await newest())?.fileId;
  const ends = await record();
  await camera.page.close();
  await until(
    async () => {
      const item = await newest();
      return item !== undefined && item.fileId !== before && !item.isRecording;
    },
    'the recording is completed',
    180_000,
  );
  const left = await newest();
  expect(left?.durationMs).toBeGreaterThan(3_000);
  expect(left?.bytes, 'all but the last part').toBeGreaterThanOrEqual(ends.at(-2) ?? Infinity);
});
