/** Data opened in the inspector, by key; it is too large for a machine's context (src/machines/live.ts). */
export function createKeyedStore<Kept>() {
  const kept = new Map<string, Kept>();
  const listeners = new Map<string, Set<() => void>>();
  const changed = (key: string): void => listeners.get(key)?.forEach((listener) => listener());
  return {
    put(key: string, value: Kept): void {
      kept.set(key, value);
      changed(key);
    },
    drop(key: string): void {
      kept.delete(key);
      changed(key);
    },
    get: (key: string): Kept | null => kept.get(key) ?? null,
    onChange(key: string, listener: () => void): () => void {
      const group = listeners.get(key) ?? new Set();
      listeners.set(key, group.add(listener));
      return () => void group.delete(listener);
    },
  };
}
export type KeyedStore<Kept> = ReturnType<typeof createKeyedStore<Kept>>;
