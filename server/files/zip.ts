/**
 * Creates zip archives: of files at hand, synchronously (large ones in a worker thread, workerThreads/jobs.ts), or piece by
 * piece of texts that are too large to be held.
 */
import { Zip, ZipDeflate, zipSync } from 'fflate';
import type { NamedFile } from '../../contract/rules/mapFiles/zip.ts';

/**
 * The earliest date a zip can hold, in local time as the format requires. Fixed, so that equal content gives equal
 * archives.
 */
const MODIFIED = new Date(1980, 0, 1);

/** @param isPacked whether the files are already compressed */
export const zipOf = (files: readonly NamedFile[], { isPacked = false } = {}): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), {
    level: isPacked ? 0 : 6,
    mtime: MODIFIED,
  });

export interface ZipWriter {
  /** Begins the next file; the one before has to be ended. */
  add(name: string): { write(text: string): void; end(): void };
  /** The archive, after the last file. */
  bytes(): Uint8Array;
}
export function createZipWriter(): ZipWriter {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  });
  return {
    add(name) {
      const file = new ZipDeflate(name, { level: 6 });
      file.mtime = MODIFIED;
      zip.add(file);
      return {
        write: (text) => file.push(encoder.encode(text)),
        end: () => file.push(new Uint8Array(0), true),
      };
    },
    bytes() {
      zip.end();
      if (failure) throw failure;
      return Buffer.concat(pieces);
    },
  };
}
