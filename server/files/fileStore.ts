/**
 * Storage for user files: a folder in the data folder, or an S3-compatible store with the same interface (s3Store.ts).
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type FileKind = 'avatar';

/** All methods throw filesAway when the store cannot be used. */
export interface FileStore {
  /** Atomic: the file is stored completely or not at all. @param id from newFileId */
  put(kind: FileKind, id: string, bytes: Uint8Array): Promise<void>;
  /** null if the file does not exist. */
  get(kind: FileKind, id: string): Promise<Buffer | null>;
  /** A missing file is not an error. */
  remove(kind: FileKind, id: string): Promise<void>;
}

/** Random and unguessable: anyone who has the address of a file can read it. */
export const newFileId = (): string => randomBytes(16).toString('hex');
export const isFileId = (id: string): boolean => /^[0-9a-f]{32}$/u.test(id);

export function createFolderStore(folder: string): FileStore {
  const place = (kind: FileKind, id: string): string => {
    if (!isFileId(id)) throw new Error('not a file id');
    return join(folder, kind, id);
  };
  return {
    async put(kind, id, bytes) {
      const file = place(kind, id);
      await mkdir(join(folder, kind), { recursive: true, mode: 0o700 });
      const draft = `${file}.draft`;
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, file);
    },
    get: (kind, id) =>
      readFile(place(kind, id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    remove: (kind, id) => rm(place(kind, id), { force: true }),
  };
}
