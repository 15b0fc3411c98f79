/** What the video says about its delay and about a picture that is old or missing. */
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isBlackPicture } from '../../../src/ui/video/isBlackPicture.ts';
import { NOW } from '../../fakes/robotSample.ts';
import { installCanvas } from './canvas.ts';
import { endRobots, showRobot } from './showRobot.tsx';

beforeAll(installCanvas);
afterEach(endRobots);

const figures = { framesPerSecond: 15, kilobitsPerSecond: 900, width: 640, height: 360, roundTrip: 20, delay: 120 };

async function watching() {
  const robot = await showRobot();
  const video = robot.child('video');
  await robot.so(() => video.send({ type: 'picture.flowing', at: NOW - 40_000 }));
  return { robot, video };
}

it.each([
  [300, 'Front camera · 300 ms'],
  [301, 'Front camera · 301 ms, slow'],
  [2_000, 'Front camera · 2000 ms, slow'],
])('a delay of %d ms reads "%s", with a warning sign from the limit of driving on', async (delay, words) => {
  const { robot, video } = await watching();
  await robot.so(() => video.send({ type: 'picture.measured', figures: { ...figures, delay }, at: NOW }));
  const plate = screen.getByText(words);
  expect(plate.querySelector('svg') !== null).toBe(words.endsWith('slow'));
});

describe('a picture that stopped', () => {
  it('is shown with its age while it is on the screen', async () => {
    const { robot, video } = await watching();
    await robot.so(() => video.send({ type: 'picture.frozen', at: NOW }));
    expect(screen.getByText('Image is 40 s old')).toBeTruthy();
  });

  it('that is black is no picture: only its age is given', async () => {
    const { robot, video } = await watching();
    await robot.so(() => video.send({ type: 'picture.measured', figures, at: NOW - 30_000 }));
    await robot.so(() => video.send({ type: 'picture.frozen', at: NOW }));
    await robot.so(() => video.send({ type: 'picture.blank' }));
    expect(screen.getByText('No video')).toBeTruthy();
    expect(screen.getByText('Last image 30 s ago. Retrying…')).toBeTruthy();
  });

  it('is not shown any more when the viewing is over', async () => {
    const { robot, video } = await watching();
    await robot.so(() => video.send({ type: 'viewing.ended' }));
    expect(screen.queryByText(/Image is/u)).toBeNull();
    expect(screen.getByText('Last image 40 s ago. Retrying…')).toBeTruthy();
    expect(screen.queryByText('Front camera, last image')).toBeNull();
  });
});

it.each([
  ['black with the noise of an encoder', [0, 8, 16, 255, 3, 3, 3, 255], true],
  ['a dark room with a light', [0, 0, 0, 255, 90, 80, 40, 255], false],
])('%s', (_, data, black) => {
  const pencil = { drawImage: () => {}, getImageData: () => ({ data: Uint8ClampedArray.from(data) }) };
  const video = { videoWidth: 640, ownerDocument: { createElement: () => ({ getContext: () => pencil }) } };
  expect(isBlackPicture(video as unknown as HTMLVideoElement)).toBe(black);
  expect(isBlackPicture({ ...video, videoWidth: 0 } as unknown as HTMLVideoElement)).toBe(false);
});

it('on a phone every figure has its word', async () => {
  const robot = await showRobot({ width: 390, first: { runningSince: NOW - 900_000 } });
  await robot.so(() => {});
  expect(screen.getByText('Uptime 15 min')).toBeTruthy();
});
