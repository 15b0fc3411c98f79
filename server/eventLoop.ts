/** How long one piece of a long computation may keep the event loop, ms: Stop is answered between two pieces. */
const SLICE_MS = 10;

/** Lets whatever is waiting on the event loop (a Stop, a robot's message) run first. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls `visit` for each item in order, and yields to the event loop whenever a slice of them took 10 ms. */
export async function forEachInSlices<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    visit(item);
    if (performance.now() - began < SLICE_MS) continue;
    await yieldToEventLoop();
    began = performance.now();
  }
}
