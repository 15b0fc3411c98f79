/**
 * Media streams, and pictures kept of them, by key: machines hold the key, the video service stores them here,
 * components read them. Nothing of it leaves the tab.
 */
export function createStreams() {
  const streams = new Map<string, MediaStream>();
  const stills = new Map<string, ImageBitmap>();
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
    keepStill(key: string, still: ImageBitmap): void {
      stills.get(key)?.close();
      stills.set(key, still);
      tell(key);
    },
    removeStill(key: string): void {
      stills.get(key)?.close();
      if (stills.delete(key)) tell(key);
    },
    still: (key: string): ImageBitmap | null => stills.get(key) ?? null,
    /** Of a stream or a still, which have different keys. */
    onStream(key: string, listener: () => void): () => void {
      const group = listeners.get(key) ?? new Set();
      listeners.set(key, group.add(listener));
      return () => void group.delete(listener);
    },
  };
}
export type Streams = ReturnType<typeof createStreams>;
