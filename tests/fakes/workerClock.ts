/**
 * A clock that a test moves, for timers in a worker: the page's `Worker` runs its script here, on this clock. Browsers
 * slow down the timers of a hidden page, and not those of its workers.
 */
import { resolveObjectURL } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { compileFunction } from 'node:vm';

type Run = (...args: unknown[]) => void;
type Listener = (event: { data: unknown }) => void;

export function workerClock() {
  let time = 0;
  let counted = 0;
  const timers = new Map<number, { due: number; run: () => void }>();
  const performance = { timeOrigin: 0, now: () => time };
  const timing = {
    setTimeout: (run: Run, ms = 0, ...args: unknown[]) => {
      timers.set((counted += 1), { due: time + ms, run: () => run(...args) });
      return counted;
    },
    clearTimeout: (id: number) => void timers.delete(id),
  };

  class FakeWorker {
    readonly #listeners = new Set<Listener>();
    readonly #inside = new Set<Listener>();
    readonly #loaded: Promise<void>;
    constructor(url: string) {
      const script = resolveObjectURL(url);
      if (!script) throw new Error(`no script at ${url}`);
      const self = {
        addEventListener: (_: string, listener: Listener) => void this.#inside.add(listener),
        removeEventListener: (_: string, listener: Listener) => void this.#inside.delete(listener),
        postMessage: (data: unknown) => {
          for (const listener of this.#listeners) listener({ data });
        },
      };
      this.#loaded = script.text().then((code) => {
        const start = compileFunction(code, ['self', 'performance', 'globalThis']) as (...scope: unknown[]) => void;
        start(self, performance, timing);
      });
    }
    addEventListener(_: string, listener: Listener): void {
      this.#listeners.add(listener);
    }
    postMessage(data: unknown): void {
      void this.#loaded.then(() => {
        for (const listener of this.#inside) listener({ data });
      });
    }
  }

  return {
    Worker: FakeWorker,
    performance,
    /** Timers that are set. */
    pending: () => timers.size,
    /** Runs everything that is due in this time, in order, with what follows from it. */
    async pass(ms: number): Promise<void> {
      const until = time + ms;
      for (;;) {
        await turn();
        const [next] = [...timers].filter(([, { due }]) => due <= until).sort(([, a], [, b]) => a.due - b.due);
        if (!next) break;
        timers.delete(next[0]);
        time = Math.max(time, next[1].due);
        next[1].run();
      }
      time = until;
    },
  };
}
