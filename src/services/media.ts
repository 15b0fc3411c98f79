/** What the window tells of itself, each as "call me, and here is the way to stop": width, network, visibility, theme. */
export interface Media {
  /** CSS pixels, now and whenever it changes. */
  onWidth(listener: (width: number) => void): () => void;
  onNetwork(listener: (isThere: boolean) => void): () => void;
  /** Another tab wrote to localStorage. */
  onStorage(listener: (key: string | null) => void): () => void;
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
  };
}
