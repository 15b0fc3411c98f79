/** The stations of a test order, when the robot is faster than the server's notes about it. */
import { expect, it } from 'vitest';
import { stationsOf } from '../../../src/machines/conformance/conformance.selectors.ts';
import { sampleCommand } from '../../fakes/robotSample.ts';

it('an order that is accepted was ordered, whether or not its sending was noted', () => {
  const timesOf = (change: Parameters<typeof sampleCommand>[1]) =>
    stationsOf({ ahead: sampleCommand('go', { kind: 'goTo', ...change }), stop: null, resume: null, back: null })
      .slice(0, 3)
      .map(({ at }) => at);
  const none = { sentAt: null, acceptedAt: null, runningAt: null };
  expect(timesOf({ ...none })).toEqual([null, null, null]);
  expect(timesOf({ ...none, acceptedAt: 20, runningAt: 30 })).toEqual([20, 20, 30]);
  expect(timesOf({ ...none, runningAt: 30 })).toEqual([30, 30, 30]);
  expect(timesOf({ sentAt: 10, acceptedAt: 20, runningAt: 30 })).toEqual([10, 20, 30]);
});
