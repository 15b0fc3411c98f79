/** Test files that share a worker share its clock and globals: restores everything that a file replaced. */
import { afterAll, vi } from 'vitest';

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // A closed dialog returns the focus in its next task, and still needs the document for that.
  await new Promise((resolve) => setTimeout(resolve));
});
