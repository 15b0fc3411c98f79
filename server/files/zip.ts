/** Creates zip archives synchronously; large ones are made in a worker thread (workerThreads/jobs.ts). */
import { zipSync } from 'fflate';
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
