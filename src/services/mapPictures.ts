/**
 * Map pictures by key, fetched on first use and cached. They never go stale, because a changed picture has a new id.
 */

/** `map/{mapId}/{pictureId}`, or `trace/{drawingId}/{pictureId}` for the picture under a drawing. */
const KEY = /^(map|trace)\/([^/]+)\/([^/]+)$/u;
/** Limit of the cache: a large picture takes tens of megabytes once decoded. */
const KEPT = 6;
const RETRY_MS = 5_000;

export interface MapPictures {
  bitmap(key: string): ImageBitmap | null;
  onBitmap(key: string, listener: () => void): () => void;
}
interface Needs {
  fetchPicture(input: { mapId: string; pictureId: string }): Promise<Blob>;
  fetchTrace(input: { drawingId: string; pictureId: string }): Promise<Blob>;
  log(error: unknown): void;
  unfold?: (file: Blob) => Promise<ImageBitmap>;
}

export function createMapPictures({
  fetchPicture,
  fetchTrace,
  log,
  unfold = (file) => createImageBitmap(file),
}: Needs): MapPictures {
  /** In order of loading, oldest first. */
  const kept = new Map<string, ImageBitmap>();
  const listeners = new Map<string, Set<() => void>>();
  const loading = new Set<string>();
  const load = async (key: string): Promise<void> => {
    const [, kind, owner, pictureId] = KEY.exec(key) ?? [];
    if (owner === undefined || pictureId === undefined || kept.has(key) || loading.has(key)) return;
    loading.add(key);
    try {
      const fetched =
        kind === 'map' ? fetchPicture({ mapId: owner, pictureId }) : fetchTrace({ drawingId: owner, pictureId });
      kept.set(key, await unfold(await fetched));
      // Pictures in use are never evicted.
      for (const old of kept.keys()) if (kept.size > KEPT && !listeners.has(old)) kept.delete(old);
      for (const listener of listeners.get(key) ?? []) listener();
    } catch (error) {
      log(error);
      // Retry while the picture is in use.
      setTimeout(() => {
        if (listeners.has(key)) void load(key);
      }, RETRY_MS);
    } finally {
      loading.delete(key);
    }
  };
  return {
    bitmap: (key) => kept.get(key) ?? null,
    onBitmap(key, listener) {
      const group = listeners.get(key) ?? new Set();
      listeners.set(key, group.add(listener));
      void load(key);
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(key) === group) listeners.delete(key);
      };
    },
  };
}
