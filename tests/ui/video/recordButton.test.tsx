/** The record button on a robot's video: a running time from the first stored part, and what became of the recording. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { VIDEO_RECORDING_SILENT_MS } from '../../../contract/rules/videoRecording.ts';
import { RECORDING_RETRY_MS, RECORDING_TRIES } from '../../../src/machines/videoRecording/videoRecording.machine.ts';
import { RecordingNews } from '../../../src/ui/video/RecordButton.tsx';
import { NOW, sampleRobot } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startVideoRecording } from '../../fakes/startVideoRecording.ts';
import { renderInApp } from '../renderPage.tsx';
import { installCanvas } from '../robotData/canvas.ts';
import { endRobots, showRobot, type ShowOptions } from '../robotData/showRobot.tsx';

beforeAll(installCanvas);
afterEach(() => {
  endRobots();
  cleanup();
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });

async function watching(options: ShowOptions = {}) {
  const robot = await showRobot(options);
  await robot.so(() => robot.child('video').send({ type: 'picture.flowing', at: NOW }));
  return robot;
}

it('counts from the first stored part, and says what was saved', async () => {
  const robot = await watching();
  await robot.so(() => fireEvent.click(button('Record video')));
  expect(screen.getByRole('timer').textContent).toBe('Starting…');
  expect(button('Stop recording').getAttribute('aria-pressed')).toBe('true');
  await robot.so(() => robot.world.part());
  expect(screen.getByRole('timer').textContent).toBe('Recording 0:00');
  await robot.so(() => fireEvent.click(button('Stop recording')));
  expect(screen.getByText('Recording of 0:42 saved.')).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
});

it('is never red', async () => {
  const robot = await watching();
  await robot.so(() => fireEvent.click(button('Record video')));
  expect(button('Stop recording').parentElement?.innerHTML).not.toMatch(/stop-|alarm|red|bad/u);
});

it('says why nothing is recorded', async () => {
  const robot = await watching();
  robot.world.refusesRecording = 'diskFull';
  await robot.so(() => fireEvent.click(button('Record video')));
  expect(screen.getByRole('alert').textContent).toMatch(/space|full/iu);
  expect(button('Record video')).toBeTruthy();
});

it.each([
  ['recordingRightLost', /no longer allowed to operate/u],
  ['diskFull', /disk is full, so the recording ended/u],
] as const)('that ends with %s says why, and what was saved', async (refusal, words) => {
  const robot = await watching();
  await robot.so(() => fireEvent.click(button('Record video')));
  await robot.so(() => robot.world.part());
  robot.world.refusesParts = refusal;
  await robot.so(() => robot.world.part());
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toMatch(words);
  expect(textContent).toMatch(/Recording of 0:42 saved\.$/u);
});

it('without a picture, and for those who may only look, it is disabled with the reason', async () => {
  await showRobot();
  expect(button(/Record video/u).getAttribute('aria-label')).toBe("Record video. There's no live video to record.");
  endRobots();
  await watching({ first: { ...sampleRobot(), rights: ['read', 'stop'] } });
  expect(button(/Record video/u).getAttribute('aria-label')).toBe(
    "Record video. You're not allowed to operate this robot.",
  );
});

it.each([
  ['of a stopped recording', true, 0, /^Recording of 0:04 saved\.$/u],
  ['of one that ended with the connection', false, 0, /^Recording of 0:04 saved\.$/u],
  [
    'sent too late',
    true,
    VIDEO_RECORDING_SILENT_MS,
    /^The recording was completed without its last part.*0:02 saved\.$/u,
  ],
])(
  'whose last part waits explains the choices, and says what became of the part: %s',
  async (_, isStopped, ms, words) => {
    const { actor, clock, world, part } = startVideoRecording();
    const shown = await renderInApp(<RecordingNews recording={actor} />);
    await shown.after(async () => {
      actor.send({ type: 'recording.start' });
      await settle();
      part();
      await settle();
      world.sending = 'networkFailed';
      if (isStopped) actor.send({ type: 'recording.stop' });
      for (let tries = 0; tries <= RECORDING_TRIES + 1; tries += 1) {
        clock.increment(RECORDING_RETRY_MS);
        await settle();
      }
    });
    const { textContent } = screen.getByRole('alert');
    expect(textContent).toMatch(/Try again uploads the rest.*Discard drops the rest/u);
    expect(textContent).not.toMatch(/What (?:arrived|was uploaded) before that/u);
    world.sending = null;
    clock.increment(ms);
    await shown.press(button('Try again'));
    await shown.after(settle);
    expect(screen.getByText(words)).toBeTruthy();
  },
);
