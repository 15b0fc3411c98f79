import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { selectIsBlank, selectTimeOut, selectVideoState } from '../../../src/machines/robotData/video.selectors.ts';
import { pauseBefore, TRIES } from '../../../src/machines/robotData/video.setup.ts';
import { settle } from '../../fakes/settle.ts';
import { startVideo } from '../../fakes/startVideo.ts';

it('pauses longer after each attempt in vain, then says that it failed, and a person may try again', () => {
  expect([1, 2, 3, 4, 5, 6, 9].map(pauseBefore)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  const { actor, clock, report, says, camera } = startVideo();
  actor.send({ type: 'mqttLink.opened' });
  for (let tries = 1; tries < TRIES; tries += 1) {
    report({ type: 'viewing.ended' });
    expect(says('reconnecting')).toBe(true);
    clock.increment(pauseBefore(tries));
  }
  report({ type: 'viewing.ended' });
  expect(says('failed')).toBe(true);
  actor.send({ type: 'video.retry' });
  expect(says('connecting')).toBe(true);
  expect(camera.viewings).toHaveLength(TRIES + 1);
});

it('a picture that came makes the next attempt the first again', () => {
  const { actor, clock, report } = startVideo();
  actor.send({ type: 'mqttLink.opened' });
  report({ type: 'viewing.ended' });
  clock.increment(500);
  report({ type: 'picture.flowing', at: 1 });
  expect(actor.getSnapshot().context.tries).toBe(0);
});

it('a flowing picture outlives a broken link and a robot that the broker has lost', () => {
  const { actor, flowing, says } = startVideo();
  flowing();
  actor.send({ type: 'mqttLink.closed' });
  actor.send({ type: 'robot.gone' });
  expect(says('live')).toBe(true);
});

describe('the age of the last picture', () => {
  const figures = { framesPerSecond: 15, kilobitsPerSecond: 900, width: 640, height: 360, roundTrip: 20, delay: 80 };

  it('counts from the last frame, not from a measurement without one', () => {
    const { actor, flowing, report } = startVideo();
    flowing();
    report({ type: 'picture.measured', figures, at: 2_000 });
    report({ type: 'picture.measured', figures: { ...figures, framesPerSecond: 0 }, at: 3_000 });
    expect(actor.getSnapshot().context.pictureAt).toBe(2_000);
  });

  it('is not renewed by the black frame that a robot sends after an outage', () => {
    const { actor, flowing, report } = startVideo();
    flowing();
    report({ type: 'picture.measured', figures, at: 9_000 });
    report({ type: 'picture.frozen', at: 10_000 });
    expect(selectIsBlank(actor.getSnapshot())).toBe(false);
    report({ type: 'picture.flowing', at: 14_000 });
    report({ type: 'picture.measured', figures: { ...figures, framesPerSecond: 1 }, at: 15_000 });
    report({ type: 'picture.frozen', at: 15_200 });
    actor.send({ type: 'picture.blank' });
    actor.send({ type: 'picture.blank' });
    expect(selectIsBlank(actor.getSnapshot())).toBe(true);
    expect(actor.getSnapshot().context.pictureAt).toBe(9_000);
    report({ type: 'picture.flowing', at: 20_000 });
    expect(selectIsBlank(actor.getSnapshot())).toBe(false);
    expect(actor.getSnapshot().context.pictureAt).toBe(20_000);
  });

  it('counts to the black frame that ends a long flow', () => {
    const { actor, flowing, report } = startVideo();
    flowing();
    report({ type: 'picture.measured', figures, at: 31_000 });
    report({ type: 'picture.frozen', at: 32_000 });
    actor.send({ type: 'picture.blank' });
    expect(actor.getSnapshot().context.pictureAt).toBe(31_000);
  });
});

it('a robot without a camera is not asked at all', () => {
  const { actor, says, camera } = startVideo();
  actor.send({ type: 'camera.missing' });
  actor.send({ type: 'mqttLink.opened' });
  expect(says('refused')).toBe(true);
  expect(camera.viewings).toEqual([]);
});

it('quality is told to the viewing under way and kept for the next', () => {
  const { actor, camera, report, clock, flowing } = startVideo();
  flowing();
  actor.send({ type: 'quality.choose', quality: '720p' });
  expect(camera.told).toEqual([{ type: 'quality.choose', quality: '720p' }]);
  report({ type: 'viewing.ended' });
  clock.increment(500);
  expect(camera.viewings.at(-1)).toEqual({ serialNumber: 'SN', quality: '720p' });
});

it('a tab hidden for less than a minute keeps its picture', () => {
  const { actor, clock, says, flowing } = startVideo();
  flowing();
  actor.send({ type: 'tab.hidden' });
  clock.increment(59_999);
  actor.send({ type: 'tab.front' });
  clock.increment(60_000);
  expect(says('live')).toBe(true);
});

it('a recorded picture goes on in a hidden tab, and rests once the recording has ended', () => {
  const { actor, clock, says, flowing } = startVideo();
  flowing();
  actor.send({ type: 'recording.began' });
  actor.send({ type: 'tab.hidden' });
  clock.increment(600_000);
  expect(says('live')).toBe(true);
  actor.send({ type: 'recording.ended' });
  expect(says('resting')).toBe(true);
});

describe('the microphone', () => {
  it.each(['denied', 'missing', 'insecure', 'failed', 'forbidden'] as const)(
    '%s by the browser: stays off and says why',
    async (refusal) => {
      const { actor, camera } = startVideo();
      camera.microphone = refusal;
      actor.send({ type: 'microphone.toggle' });
      await settle();
      expect(actor.getSnapshot().matches({ microphone: 'off' })).toBe(true);
      expect(actor.getSnapshot().context.microphoneRefusal).toBe(refusal);
    },
  );

  it('is given back when the right to watch ends', async () => {
    const { actor, camera, flowing, report } = startVideo();
    flowing();
    actor.send({ type: 'microphone.toggle' });
    await settle();
    report({ type: 'viewing.refused', reason: 'notAllowed' });
    expect(camera.open).toBe(0);
    expect(selectVideoState(actor.getSnapshot())).toBe('accessEnded');
  });

  it('is given back by whoever leaves the page', () => {
    const { actor, camera } = startVideo();
    actor.send({ type: 'microphone.toggle' });
    actor.stop();
    expect(camera.open).toBe(0);
  });

  it('is given back when the video is switched off', async () => {
    const { actor, camera } = startVideo();
    actor.send({ type: 'microphone.toggle' });
    await settle();
    expect(camera.open).toBe(1);
    actor.send({ type: 'video.end' });
    expect(camera.open).toBe(0);
    expect(actor.getSnapshot().matches({ microphone: 'off' })).toBe(true);
  });
});

it('a photo that fails says so, and the next may succeed', async () => {
  const { actor, camera } = startVideo();
  camera.photo = false;
  actor.send({ type: 'photo.take', name: 'Porter 1', keep: true });
  await settle();
  expect(actor.getSnapshot().context.photoFailure?.code).toBe(ERRORS.screenshotFailed);
  camera.photo = true;
  actor.send({ type: 'photo.take', name: 'Porter 1', keep: true });
  await settle();
  expect(actor.getSnapshot().context.photoFailure).toBeNull();
});

describe('a robot that does not answer the signalling', () => {
  const attempts = (video: ReturnType<typeof startVideo>, isAnswered: boolean): void => {
    video.actor.send({ type: 'mqttLink.opened' });
    for (let tries = 1; tries <= TRIES; tries += 1) {
      if (isAnswered)
        video.actor.send({ type: 'signal.heard', signal: { type: 'refused', call: 'c', reason: 'failed' } });
      video.clock.increment(8_000);
      if (tries < TRIES) video.clock.increment(pauseBefore(tries));
    }
    expect(video.says('failed')).toBe(true);
  };

  it('is said to have timed out, until somebody tries again', () => {
    const video = startVideo();
    attempts(video, false);
    expect(selectTimeOut(video.actor.getSnapshot())?.code).toBe(ERRORS.streamTimedOut);
    video.actor.send({ type: 'video.retry' });
    expect(selectTimeOut(video.actor.getSnapshot())).toBeNull();
    video.report({ type: 'picture.flowing', at: 1 });
    expect(video.says('live')).toBe(true);
  });

  it('is not blamed where it answered and only the picture is missing', () => {
    const video = startVideo();
    attempts(video, true);
    expect(selectTimeOut(video.actor.getSnapshot())).toBeNull();
  });
});
