/**
 * Scripts injected into a page before its own. Each function is serialized, so it cannot use anything from this file.
 */

/** What the driver reads from the page. */
export interface StillPage {
  /** Number of DOM changes since the page was opened. */
  changes: number;
  /** Number of unfinished asynchronous operations. */
  pending: number;
  /** Number of sockets created and messages sent. */
  sent: number;
  /** Resolves after all queued tasks have run and two frames were drawn. */
  flush(): Promise<Omit<StillPage, 'flush'>>;
}
declare global {
  interface Window {
    stillPage: StillPage;
  }
}

/** Replaces random numbers by a sequence that is the same in every visit. */
export function seedRandom(): void {
  let state = 0x2f6e2b1;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  Math.random = next;
  crypto.getRandomValues = ((target: Uint8Array) => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(next() * 256);
    return target;
  }) as typeof crypto.getRandomValues;
}

/** Counts activity. Uses the browser's timers, because the page gets timers that the driver controls. */
export function watchStillness(): void {
  const { setTimeout: later, requestAnimationFrame: frame } = {
    setTimeout: window.setTimeout.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
  };
  // A worker that does not answer counts as finished after this time.
  const MOST_WORK_MS = 10_000;
  const still: StillPage = {
    changes: 0,
    pending: 0,
    sent: 0,
    async flush() {
      for (let turn = 0; turn < 2; turn += 1) {
        await new Promise<void>((resolve) => frame(() => resolve()));
        for (let task = 0; task < 4; task += 1) await new Promise<void>((resolve) => later(() => resolve(), 0));
      }
      return { changes: still.changes, pending: still.pending, sent: still.sent };
    },
  };
  window.stillPage = still;

  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    still.pending += 1;
    const ended = (): void => {
      still.pending -= 1;
      still.changes += 1;
    };
    work.then(ended, ended);
    return work;
  };
  const trackCalls = (owner: object, names: readonly string[]): void => {
    for (const name of names) {
      const methods = owner as Record<string, (...given: unknown[]) => Promise<unknown>>;
      const original = methods[name];
      if (!original) continue;
      methods[name] = function tracked(...given) {
        return track(Reflect.apply(original, this, given) as Promise<unknown>);
      };
    }
  };
  trackCalls(window, ['createImageBitmap']);
  trackCalls(Response.prototype, ['json', 'text', 'blob', 'arrayBuffer']);
  trackCalls(Blob.prototype, ['text', 'arrayBuffer']);
  trackCalls(HTMLImageElement.prototype, ['decode']);

  // The MQTT client runs its keep-alive timer in a blob worker, where time is not frozen: its messages are dropped.
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    #isBlob: boolean;
    #done: (() => void) | null = null;
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.#isBlob = String(url).startsWith('blob:');
      this.addEventListener('message', () => this.#done?.());
      this.addEventListener('error', () => this.#done?.());
    }
    override postMessage(...given: unknown[]): void {
      if (this.#isBlob) return;
      if (!this.#done) {
        void track(
          new Promise<void>((resolve) => {
            const done = (): void => {
              this.#done = null;
              resolve();
            };
            this.#done = done;
            later(done, MOST_WORK_MS);
          }),
        );
      }
      (super.postMessage as (...all: unknown[]) => void)(...given);
    }
  };

  new MutationObserver((records) => {
    still.changes += records.length;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Counts socket traffic. Must run after sockets are routed, to wrap the class that the page uses. */
export function watchSockets(): void {
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      window.stillPage.sent += 1;
      window.stillPage.pending += 1;
      let isPending = true;
      const ended = (): void => {
        if (isPending) window.stillPage.pending -= 1;
        isPending = false;
      };
      this.addEventListener('open', ended);
      this.addEventListener('close', ended);
    }
    override send(data: Parameters<WebSocket['send']>[0]): void {
      window.stillPage.sent += 1;
      super.send(data);
    }
  };
}

/** Disables animations, transitions and smooth scrolling, and hides the moving pictures of cameras. */
export function endMovements(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after, *::backdrop {
    animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
    transition-duration: 0s !important; transition-delay: 0s !important; scroll-behavior: auto !important; caret-color: transparent !important;
  }
  video { visibility: hidden !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
