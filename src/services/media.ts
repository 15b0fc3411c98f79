import { guardTab } from './guardTab.ts';

/** What the window tells of itself, each as "call me, and here is the way to stop": width, network, visibility, theme. */
export interface Media {
  /** CSS pixels, now and whenever it changes. */
  onWidth(listener: (width: number) => void): () => void;
  onNetwork(listener: (isThere: boolean) => void): () => void;
  /** Another tab wrote to localStorage. */
  onStorage(listener: (key: string | null) => void): () => void;
  /** Something threw and nobody caught it. */
  onMistake(listener: (error: unknown) => void): () => void;
  /** Ctrl or Cmd, Shift and the full stop: a problem is to be reported; and the comma: peek, on and off. */
  onAsideKey(listener: (aside: 'report' | 'peek') => void): () => void;
  /** Until the answer is called, the browser asks before the tab goes. */
  guardTab(): () => void;
  /** CSS pixels of the window, and whether the dark colours are on. */
  look(): { width: number; height: number; dark: boolean };
}

export function createMedia(page: Window): Media {
  const on = (target: EventTarget, types: readonly string[], listener: (event: Event) => void): (() => void) => {
    for (const type of types) target.addEventListener(type, listener);
    return () => {
      for (const type of types) target.removeEventListener(type, listener);
    };
  };
  return {
    onWidth(listener) {
      listener(page.innerWidth);
      return on(page, ['resize'], () => listener(page.innerWidth));
    },
    onNetwork: (listener) => on(page, ['online', 'offline'], ({ type }) => listener(type === 'online')),
    onStorage: (listener) => on(page, ['storage'], (event) => listener((event as StorageEvent).key)),
    onMistake: (listener) =>
      on(page, ['error', 'unhandledrejection'], (event) => {
        const thrown = event instanceof PromiseRejectionEvent ? event.reason : (event as ErrorEvent).error;
        // A picture or a script that did not load tells of no error of ours, nor does a call that was given up.
        if (thrown && !(thrown instanceof DOMException && thrown.name === 'AbortError')) listener(thrown);
      }),
    onAsideKey: (listener) =>
      on(page, ['keydown'], (event) => {
        const { code, ctrlKey, metaKey, shiftKey, altKey, repeat } = event as KeyboardEvent;
        const aside = code === 'Period' ? 'report' : code === 'Comma' ? 'peek' : null;
        if (!aside || !(ctrlKey || metaKey) || !shiftKey || altKey) return;
        event.preventDefault();
        if (!repeat) listener(aside);
      }),
    guardTab: () => guardTab(page),
    look: () => ({
      width: page.innerWidth,
      height: page.innerHeight,
      dark: page.document.documentElement.dataset['theme'] === 'dark',
    }),
  };
}
