/**
 * Reads map files from the user's disk in a worker, shows them by object URL and keeps them until saved or discarded.
 */
import type { PictureMeta } from '../../contract/entities/map.ts';
import { MAP_FILE_MAX_BYTES } from '../../contract/rules/mapLimits.ts';
import { randomHex } from './requestId.ts';

interface Found {
  png: Uint8Array;
  width: number;
  height: number;
  title: string;
  meta: PictureMeta;
  /** null for a plain picture, which has no scale. */
  placing: { resolution: number; origin: { x: number; y: number; yaw: number } } | null;
}
export interface Fault {
  kind: string;
  words: Readonly<Record<string, string | number>>;
}
export interface ToReader {
  files: readonly File[];
}
export type FromReader =
  { about: 'progress'; done: number } | { about: 'done'; read: Found } | { about: 'fault'; fault: Fault };

export interface ReadFile extends Omit<Found, 'png'> {
  key: string;
  url: string;
}
export interface MapReader {
  /** @returns a function that cancels reading */
  read(
    files: readonly File[],
    tell: { progress(done: number): void; done(read: ReadFile): void; fault(fault: Fault): void },
  ): () => void;
  /** Base64, as sent to the server. */
  encoded(key: string): string;
  forget(key: string): void;
}
interface ReaderWorker {
  postMessage(message: ToReader): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromReader>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Bytes per call, because the number of call arguments is limited. */
const STEP = 0x8000;
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}

export function createMapReader(start: () => ReaderWorker): MapReader {
  const held = new Map<string, { png: Uint8Array; url: string }>();
  return {
    read(files, tell) {
      if (files.reduce((sum, { size }) => sum + size, 0) > MAP_FILE_MAX_BYTES) {
        tell.fault({ kind: 'fileTooLarge', words: { limit: MAP_FILE_MAX_BYTES / 2 ** 20 } });
        return () => undefined;
      }
      const worker = start();
      worker.onerror = () => tell.fault({ kind: 'browserCannot', words: {} });
      worker.onmessage = ({ data }) => {
        if (data.about === 'progress') return tell.progress(data.done);
        worker.terminate();
        if (data.about === 'fault') return tell.fault(data.fault);
        const { png, ...read } = data.read;
        const key = randomHex(8);
        const url = URL.createObjectURL(new Blob([new Uint8Array(png)], { type: 'image/png' }));
        held.set(key, { png, url });
        tell.done({ ...read, key, url });
      };
      worker.postMessage({ files });
      return () => worker.terminate();
    },
    encoded(key) {
      const found = held.get(key);
      if (!found) throw new Error('no such picture');
      return base64(found.png);
    },
    forget(key) {
      const found = held.get(key);
      if (found) URL.revokeObjectURL(found.url);
      held.delete(key);
    },
  };
}
