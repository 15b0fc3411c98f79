/** The marks of a clip: in whatever order they are set, the begin is before the end. */
import { expect, it } from 'vitest';
import { markedClip } from '../../../src/machines/monitoring/timeView.ts';

const NONE = { from: null, until: null };

it('a mark alone is kept, the end too', () => {
  expect(markedClip(NONE, 'from', 5_000)).toEqual({ from: 5_000, until: null });
  expect(markedClip(NONE, 'until', 5_000)).toEqual({ from: null, until: 5_000 });
});

it('marks in the other order change places', () => {
  expect(markedClip({ from: null, until: 5_000 }, 'from', 9_000)).toEqual({ from: 5_000, until: 9_000 });
  expect(markedClip({ from: 5_000, until: 9_000 }, 'until', 2_000)).toEqual({ from: 2_000, until: 5_000 });
});

it('a mark that would leave no time is ignored', () => {
  const clip = { from: 5_000, until: 9_000 };
  expect(markedClip(clip, 'until', 5_999)).toEqual(clip);
  expect(markedClip(clip, 'from', 9_000)).toEqual(clip);
  expect(markedClip({ from: null, until: 5_000 }, 'from', 5_000)).toEqual({ from: null, until: 5_000 });
});
