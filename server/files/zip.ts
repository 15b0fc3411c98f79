/** Zip archives in one go: large ones are made beside the event loop (aside/works.ts). */
import { zipSync } from 'fflate';
import type { NamedFile } from '../../contract/rules/mapFiles/zip.ts';

/** The first moment that a zip can name, by the local clock as the format has it: the same content makes the same archive. */
const MODIFIED = new Date(1980, 0, 1);

/** @param isPacked whether the files are compressed already */
export const zipOf = (files: readonly NamedFile[], { isPacked = false } = {}): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), {
    level: isPacked ? 0 : 6,
    mtime: MODIFIED,
  });
