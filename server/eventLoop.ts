/** Longest slice of a long computation, ms: Stop requests are handled between two slices. */
const SLICE_MS = 5;

/** Lets pending work on the event loop (a Stop, a robot's message) run first. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls `visit` for each item in order, and yields to the event loop after every slice. */
export async function forEachInSlices<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    visit(item);
    if (performance.now() - began < SLICE_MS) continue;
    await yieldToEventLoop();
    began = performance.now();
  }
}
