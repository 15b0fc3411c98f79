/** Media streams by key: machines hold the key, the video service stores the stream here, components read it. */
export function createStreams() {
  const streams = new Map<string, MediaStream>();
  const listeners = new Map<string, Set<() => void>>();
  const tell = (key: string): void => {
    for (const listener of [...(listeners.get(key) ?? [])]) listener();
  };
  return {
    put(key: string, stream: MediaStream): void {
      streams.set(key, stream);
      tell(key);
    },
    remove(key: string): void {
      if (streams.delete(key)) tell(key);
    },
    stream: (key: string): MediaStream | null => streams.get(key) ?? null,
    onStream(key: string, listener: () => void): () => void {
      const group = listeners.get(key) ?? new Set();
      listeners.set(key, group.add(listener));
      return () => void group.delete(listener);
    },
  };
}
export type Streams = ReturnType<typeof createStreams>;
