import { guardTab } from './guardTab.ts';

/** Window events: width, network, storage, errors, shortcuts. Each `on...` function returns one that unsubscribes. */
export interface Media {
  /** CSS pixels; called at once and on every change. */
  onWidth(listener: (width: number) => void): () => void;
  onNetwork(listener: (isThere: boolean) => void): () => void;
  /** Another tab wrote to localStorage. */
  onStorage(listener: (key: string | null) => void): () => void;
  /** Uncaught error or unhandled rejection. */
  onError(listener: (error: unknown) => void): () => void;
  /** Ctrl or Cmd + Shift + full stop reports a problem; with the comma instead it toggles peek. */
  onOverlayShortcut(listener: (aside: 'report' | 'peek') => void): () => void;
  /** The browser asks before the tab is closed, until the returned function is called. */
  guardTab(): () => void;
  /** Size of the window in CSS pixels, and whether the dark theme is active. */
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
    onError: (listener) =>
      on(page, ['error', 'unhandledrejection'], (event) => {
        const thrown = event instanceof PromiseRejectionEvent ? event.reason : (event as ErrorEvent).error;
        // Failed images and scripts carry no error, and aborted calls are not errors.
        if (thrown && !(thrown instanceof DOMException && thrown.name === 'AbortError')) listener(thrown);
      }),
    onOverlayShortcut: (listener) =>
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
