/**
 * Creates zip archives: of files at hand, synchronously (large ones in a worker thread, workerThreads/jobs.ts), or as a
 * stream of texts or stored files that are too large to be held.
 */
import { Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';
import type { NamedFile } from '../../contract/rules/mapFiles/zip.ts';
import { yieldToEventLoop } from '../eventLoop.ts';

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

/** A file of an archive, in pieces that are each made or read when they are written. */
export interface ZipEntry {
  name: string;
  /** Texts of at most some hundred lines, or chunks of a stored file: a piece is written in one turn of the event loop. */
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** Compressed already, as pictures are. */
  isPacked?: boolean;
}

/** The archive would be larger than allowed. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

/**
 * An archive as it is read: the next piece is made when the reader has taken what came before it, so that neither the
 * files nor the archive are held. The event loop has a turn after each piece.
 * @throws ZipTooLarge, the reason of the signal
 */
export async function* zipOfFiles(
  files: AsyncIterable<ZipEntry>,
  { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  let ready: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    bytes += piece.length;
    ready.push(piece);
  });
  const taken = (): Uint8Array[] => {
    if (bytes > maxBytes) throw new ZipTooLarge(`more than ${maxBytes} bytes`);
    const pieces = ready.filter(({ length }) => length > 0);
    ready = [];
    return pieces;
  };
  for await (const { name, pieces, isPacked } of files) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = MODIFIED;
    zip.add(file);
    for await (const piece of pieces) {
      file.push(typeof piece === 'string' ? encoder.encode(piece) : piece);
      yield* taken();
      await yieldToEventLoop();
      signal?.throwIfAborted();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
