/** Test files that share a worker share its clock, globals and document: restores or removes what a file left there. */
import { afterAll, vi } from 'vitest';

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // A closed dialog returns the focus in its next task, and still needs the document for that.
  await new Promise((resolve) => setTimeout(resolve));
  if ('document' in globalThis) document.body.replaceChildren();
});
