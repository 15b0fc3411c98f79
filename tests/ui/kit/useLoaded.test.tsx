// @vitest-environment jsdom
/** Code that is loaded late is loaded again after a failure. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLoaded } from '../../../src/ui/kit/useLoaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const loaded = { code: 'here' };
const settled = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

it('loads nothing before it is needed', async () => {
  const load = vi.fn(() => Promise.resolve(loaded));
  const { result, rerender } = renderHook(({ wanted }) => useLoaded(load, wanted), {
    initialProps: { wanted: false },
  });
  await settled();
  expect(load).not.toHaveBeenCalled();
  rerender({ wanted: true });
  expect(result.current).toBe('loading');
  await settled();
  expect(result.current).toBe(loaded);
});

it('loads again after a failure', async () => {
  const load = vi.fn(() => Promise.resolve(loaded)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { result } = renderHook(() => useLoaded(load, true));
  await settled();
  expect(result.current).toBe('failed');
  await settled(60_000);
  expect(result.current).toBe(loaded);
  expect(load).toHaveBeenCalledTimes(2);
});

it('stops with its component', async () => {
  const load = vi.fn(() => Promise.reject<typeof loaded>(new TypeError('Failed to fetch')));
  const { unmount } = renderHook(() => useLoaded(load, true));
  await settled();
  unmount();
  await settled(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});
