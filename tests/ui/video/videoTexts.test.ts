/** What a failed video says: whether the robot answered, or only its picture is missing. */
import { expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { failure } from '../../../src/machines/failure.ts';
import type { Translate } from '../../../src/ui/hooks/translate.ts';
import { videoTexts } from '../../../src/ui/video/videoTexts.ts';

// Only the function itself and `failure` are used.
const t = Object.assign((key: string) => key, {
  failure: ({ code }: { code: number }) => `error ${code}`,
}) as unknown as Translate;
const facts = {
  supported: true,
  t,
  state: 'failed',
  name: 'Porter',
  pictureAt: null,
  blank: false,
  now: 0,
  age: String,
} as const;

it('names the time-out of a robot that does not answer, and the network otherwise', () => {
  expect(videoTexts({ ...facts, driving: false, timeOut: failure(ERRORS.streamTimedOut) })).toMatchObject({
    title: 'shared.couldntGetVideo',
    text: `error ${ERRORS.streamTimedOut}`,
    act: 'retry',
  });
  expect(videoTexts({ ...facts, driving: false, timeOut: null }).text).toBe('shared.videoBlocked');
});
