import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFrames } from '../../src/services/frames.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start() {
  const waiting = new Map<number, () => void>();
  let id = 0;
  const frames = createFrames(
    (act) => (waiting.set((id += 1), act), id),
    (gone) => void waiting.delete(gone),
  );
  return { frames, waiting, draw: () => [...waiting.values()].forEach((act) => act()) };
}

it('acts with the next frame, once', () => {
  const { frames, draw } = start();
  const act = vi.fn();
  frames.next(act);
  draw();
  draw();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('acts in a tab that draws none, a moment later, once', () => {
  const { frames, waiting } = start();
  const act = vi.fn();
  frames.next(act);
  vi.advanceTimersByTime(200);
  expect(act).toHaveBeenCalledTimes(1);
  expect(waiting.size).toBe(0);
});

it('called off, does not act', () => {
  const { frames, draw } = start();
  const act = vi.fn();
  frames.next(act)();
  draw();
  vi.advanceTimersByTime(1_000);
  expect(act).not.toHaveBeenCalled();
});
