/** The live media streams by key (`video/{serialNumber}`): machines hold the key, the screen asks here (src/machines/live.ts). */
export function createStreams() {
  const streams = new Map<string, MediaStream>();
  const listeners = new Map<string, Set<() => void>>();
  return {
    get: (key: string): MediaStream | null => streams.get(key) ?? null,
    /** null takes it away. */
    set(key: string, stream: MediaStream | null): void {
      if (stream) streams.set(key, stream);
      else if (!streams.delete(key)) return;
      for (const listener of [...(listeners.get(key) ?? [])]) listener();
    },
    onChange(key: string, listener: () => void): () => void {
      const group = listeners.get(key) ?? new Set();
      listeners.set(key, group.add(listener));
      return () => void group.delete(listener);
    },
  };
}
export type Streams = ReturnType<typeof createStreams>;

export const videoKey = (serialNumber: string): string => `video/${serialNumber}`;
