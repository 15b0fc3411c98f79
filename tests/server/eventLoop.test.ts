import { expect, it } from 'vitest';
import { forEachInSlices } from '../../server/eventLoop.ts';

it('visits every item in order, and lets what waits run between two slices', async () => {
  const seen: (number | 'waiting')[] = [];
  setImmediate(() => seen.push('waiting'));
  await forEachInSlices([1, 2, 3, 4], (item) => {
    seen.push(item);
    for (const until = performance.now() + 6; performance.now() < until;); // Two of these take longer than one slice.
  });
  expect(seen.filter((one) => one !== 'waiting')).toEqual([1, 2, 3, 4]);
  expect(seen.indexOf('waiting')).toBeLessThan(seen.indexOf(4));
});

it('does not wait at all for a short list', async () => {
  const seen: string[] = [];
  const done = forEachInSlices(['a', 'b'], (item) => void seen.push(item));
  expect(seen).toEqual(['a', 'b']);
  await done;
});
