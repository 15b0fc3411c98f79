/**
 * Drafts of maps, and of what lies on them, that outlive their tab: in this browser, by person and map. Written a moment after the last change, and before the page goes.
 * A browser that keeps nothing, or has no room, keeps none, and whoever watches is told.
 */

export interface MapDraftParts {
  /** null where nothing may be kept. */
  storage(): Storage | null;
  window: Pick<Window, 'addEventListener'>;
  /** Begins the keys, so that drafts of different things do not meet. */
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
      // What was kept before this would be offered as if it were the last.
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
    /** Told after each writing whether the browser took it. @returns how to stop */
    watch(watcher: (isKept: boolean) => void): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
