/**
 * Drafts of maps that outlive their tab: in this browser, by person and map. Written a moment after the last change, and before the page goes.
 * A browser that keeps nothing, or has no room, keeps none.
 */

export interface MapDraftParts {
  /** null where nothing may be kept. */
  storage(): Storage | null;
  window: Pick<Window, 'addEventListener'>;
}

const WRITE_MS = 250;
const keyOf = (userId: string, mapId: string): string => `map_draft/${userId}/${mapId}`;

export function createMapDrafts<Draft>({ storage, window }: MapDraftParts) {
  const due = new Map<string, Draft | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;

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
    for (const [key, draft] of due) attempt((store) => (draft === null ? store.removeItem(key) : store.setItem(key, JSON.stringify(draft))));
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
  };
}
