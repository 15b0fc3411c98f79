/** Work in the browser's idle time, so that it is not felt. */

/** Idle work starts after this time also in a browser that is never idle, ms. */
const WAIT_MS = 2_000;
/** A slice where the browser has no idle callbacks (Safari), ms. */
const SLICE_MS = 4;

/** Resolves when the browser has time, with a function that returns how much of it is left, ms. */
const whenIdle = (): Promise<() => number> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback((deadline) => resolve(() => deadline.timeRemaining()), { timeout: WAIT_MS });
      return;
    }
    setTimeout(() => {
      const end = performance.now() + SLICE_MS;
      resolve(() => end - performance.now());
    });
  });

/** Maps items in slices of idle time. */
export async function mapIdle<Item, Result>(
  items: readonly Item[],
  act: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < items.length) {
    const left = await whenIdle();
    do results.push(act(items[results.length] as Item, results.length));
    while (results.length < items.length && left() > 0);
  }
  return results;
}
