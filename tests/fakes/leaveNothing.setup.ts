/** Files that share a worker share its clock and its globals: each gives back what it replaced, whether or not it remembers to. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
