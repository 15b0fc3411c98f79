/** A growing recording: dropping its oldest steps leaves every remaining moment unchanged. */
import { describe, expect, it } from 'vitest';
import type { RecordingHead, Recording, Step } from '../../../src/machines/recording/format.ts';
import { createFollowed } from '../../../src/machines/recording/followed.ts';
import { createReplay } from '../../../src/machines/recording/replay.ts';

const head: RecordingHead = {
  format: 'roundhouse.capsule',
  version: 1,
  build: '1',
  sentence: '',
  takenAt: 0,
  page: '/',
  language: 'enUS',
  width: 1,
  height: 1,
  dark: false,
};
const ROOT = { id: 'app', src: '', machine: 'app', parent: null };
const stepOf = (index: number): Step => ({
  at: 1_000 + index,
  actor: index % 5 === 4 ? 1 : 0,
  from: null,
  event: { type: 'tick' },
  patch: { set: { count: index, [`field ${index % 3}`]: index } },
  ...(index < 5 ? { value: 'on', status: 'active' as const } : {}),
});
const recordingOf = (steps: readonly Step[]): Recording => ({
  actors: { 0: ROOT },
  base: { at: 999, states: {}, timers: [] },
  steps,
});
const CHILD = { id: 'child', src: 'child', machine: 'child', parent: 0 };

describe('a followed recording', () => {
  it('says how long it is, and knows whom it was told of', () => {
    const followed = createFollowed(head, recordingOf([stepOf(0), stepOf(1)]), []);
    const before = followed.capsule();
    expect(
      followed.grow([
        { step: stepOf(2), actors: {} },
        { step: stepOf(4), actors: { 1: CHILD } },
      ]),
    ).toEqual({ length: 4, dropped: 0 });
    expect(followed.capsule()).not.toBe(before);
    expect(followed.capsule().replay).toBe(before.replay);
    expect(followed.capsule().recording.actors[1]).toEqual(CHILD);
    expect(followed.capsule().replay.momentAt(3).states[1]?.context).toEqual({ count: 4, 'field 1': 4 });
  });

  it('drops the oldest, many at once, and every moment left is as it was', () => {
    const all = Array.from({ length: 60 }, (_, index) => stepOf(index));
    const whole = createReplay({ ...recordingOf(all), actors: { 0: ROOT, 1: CHILD } });
    const followed = createFollowed(head, recordingOf(all.slice(0, 10)), [], 20, 8);
    let dropped = 0;
    for (let from = 10; from < 60; from += 5) {
      const growth = followed.grow(all.slice(from, from + 5).map((step) => ({ step, actors: { 1: CHILD } })));
      dropped += growth.dropped;
      expect(growth.length).toBe(from + 5 - dropped);
      expect(growth.length).toBeLessThanOrEqual(20);
      const { replay } = followed.capsule();
      for (const index of [-1, 0, growth.length - 1])
        expect(replay.momentAt(index).states).toEqual(whole.momentAt(index + dropped).states);
    }
    expect(dropped % 8).toBe(0);
    expect(dropped).toBeGreaterThanOrEqual(40);
  });
});
