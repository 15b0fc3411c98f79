/**
 * Drafts of maps and their contents, kept in this browser by user and map. Written shortly after the last change and
 * when the page is closed. If storage is unavailable or full nothing is kept, and the watchers are notified.
 */

export interface MapDraftParts {
  /** null where storage is unavailable. */
  storage(): Storage | null;
  window: Pick<Window, 'addEventListener'>;
  /** Prefix of the keys, which separates drafts of different kinds. */
  name?: string;
}

const WRITE_MS = 250;

export function createMapDrafts<Draft>({ storage, window, name = 'map_draft' }: MapDraftParts) {
  const keyOf = (userId: string, mapId: string): string => `${name}/${userId}/${mapId}`;
  const due = new Map<string, Draft | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const watchers = new Set<(isKept: boolean) => void>();

  const attempt = <Answer>(act: (store: Storage) => Answer): Answer | null => {
    try {
      const store = storage();
      return store ? act(store) : null;
    } catch {
      return null;
    }
  };
  const write = (): void => {
    clearTimeout(timer);
    for (const [key, draft] of due) {
      const isKept =
        attempt((store) => {
          if (draft === null) store.removeItem(key);
          else store.setItem(key, JSON.stringify(draft));
          return true;
        }) ?? draft === null;
      // Remove an older draft, which would otherwise be offered as the latest.
      if (!isKept) attempt((store) => store.removeItem(key));
      for (const watcher of watchers) watcher(isKept);
    }
    due.clear();
  };
  window.addEventListener('pagehide', write);

  return {
    keep(userId: string, mapId: string, draft: Draft | null): void {
      due.set(keyOf(userId, mapId), draft);
      clearTimeout(timer);
      timer = setTimeout(write, WRITE_MS);
    },
    read(userId: string, mapId: string): Draft | null {
      const key = keyOf(userId, mapId);
      if (due.has(key)) return due.get(key) ?? null;
      return attempt((store) => JSON.parse(store.getItem(key) ?? 'null') as Draft | null);
    },
    write,
    /** Called after each write, with whether the browser stored it. @returns a function that unsubscribes */
    watch(watcher: (isKept: boolean) => void): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
