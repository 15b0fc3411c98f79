/**
 * Storage for files: a folder in the data folder, or an S3-compatible store with the same interface (s3Store.ts). Files
 * are written to a temporary name, synced and renamed, so that each is stored completely or not at all.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_KINDS, type FileKind } from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';

/** Thumbnails have the name of their picture, segments of uploads that of their file (segmentName). */
export type FileArea = FileKind | 'thumbnail' | 'upload';
export const FILE_AREAS: readonly FileArea[] = [...FILE_KINDS, 'thumbnail', 'upload'];

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredName {
  area: FileArea;
  id: string;
  /** ms since 1970. */
  changedAt: number;
}

/** All methods throw filesAway when the store cannot be used, and diskFull when it has no space. */
export interface FileStore {
  /** Atomic: the file is stored completely or not at all. @param id from newFileId or segmentName */
  put(area: FileArea, id: string, bytes: Uint8Array): Promise<void>;
  /** Like put, in constant memory. An error of the source leaves nothing behind. */
  putStream(area: FileArea, id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** null if the file does not exist. */
  get(area: FileArea, id: string): Promise<Buffer | null>;
  /** Reads in chunks. null if the file does not exist. */
  open(area: FileArea, id: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>;
  /** Bytes; null if the file does not exist. */
  size(area: FileArea, id: string): Promise<number | null>;
  /** A missing file is not an error. */
  remove(area: FileArea, id: string): Promise<void>;
  /** All files of an area whose names begin with the prefix. */
  list(area: FileArea, prefix?: string): AsyncIterable<StoredName>;
  /** A signed address at which anyone can store one file of exactly this size; null if the store has none. */
  uploadAddress(area: FileArea, id: string, bytes: number, validMs: number): Promise<string | null>;
}

/** Path of an avatar, before its id. */
export const AVATAR_PATH = '/files/avatar/';

/** Random and unguessable: anyone who has the address of an avatar can read it. */
export const newFileId = (): string => randomBytes(16).toString('hex');
export const isFileId = (id: string): boolean => /^[0-9a-f]{32}$/u.test(id);
/** Name of a part of an upload: unique, so that two servers never write the same one. */
export const segmentName = (fileId: string, offset: number): string =>
  `${fileId}.${offset}.${randomBytes(8).toString('hex')}`;
/** Name of a file that was uploaded to the store itself. */
export const directName = (fileId: string): string => `${fileId}.direct`;
export const isStoredName = (id: string): boolean => /^[0-9a-f]{32}(?:\.direct|\.\d{1,15}\.[0-9a-f]{16})?$/u.test(id);

const DRAFT = '.draft';
const FULL = new Set(['ENOSPC', 'EDQUOT']);
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** @throws the error of the file system as diskFull or filesAway, any other one unchanged */
function rethrow(error: unknown): never {
  if (FULL.has(codeOf(error))) throw new ApiError('diskFull');
  if (error instanceof Error && 'syscall' in error && 'errno' in error) throw new ApiError('filesAway');
  throw error;
}

/** @param openFile for tests */
export function createFolderStore(folder: string, { openFile = open }: { openFile?: typeof open } = {}): FileStore {
  const place = (area: FileArea, id: string): string => {
    if (!isStoredName(id)) throw new Error('not a file id');
    return join(folder, area, id);
  };
  const putStream: FileStore['putStream'] = async (area, id, bytes) => {
    const file = place(area, id);
    // Unique, so that two writers of one name do not mix.
    const draft = `${file}.${randomBytes(6).toString('hex')}${DRAFT}`;
    try {
      await mkdir(join(folder, area), { recursive: true, mode: 0o700 });
      const handle = await openFile(draft, 'w', 0o600);
      try {
        for await (const chunk of bytes) await writeWhole(handle, chunk);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
      await syncFolder(join(folder, area));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      rethrow(error);
    }
  };

  return {
    putStream,
    put: (area, id, bytes) => putStream(area, id, once(bytes)),
    get: (area, id) => readFile(place(area, id)).catch((error: unknown) => (isGone(error) ? null : rethrow(error))),
    async open(area, id, range) {
      const file = place(area, id);
      if ((await this.size(area, id)) === null) return null;
      return createReadStream(file, { ...range, highWaterMark: 256 << 10 });
    },
    size: (area, id) =>
      stat(place(area, id)).then(
        ({ size }) => size,
        (error: unknown) => (isGone(error) ? null : rethrow(error)),
      ),
    remove: (area, id) => rm(place(area, id), { force: true }).catch(rethrow),
    async *list(area, prefix = '') {
      const entries = await opendir(join(folder, area)).catch((error: unknown) =>
        isGone(error) ? null : rethrow(error),
      );
      if (!entries) return;
      for await (const { name } of entries) {
        if (!name.startsWith(prefix)) continue;
        const found = await stat(join(folder, area, name)).catch(() => null);
        if (!found) continue;
        // Left over by a server that was killed while it wrote.
        if (name.endsWith(DRAFT) && Date.now() - found.mtimeMs > DRAFT_KEPT_MS)
          await rm(join(folder, area, name), { force: true }).catch(rethrow);
        if (isStoredName(name)) yield { area, id: name, changedAt: found.mtimeMs };
      }
    },
    uploadAddress: () => Promise.resolve(null),
  };
}
const DRAFT_KEPT_MS = 24 * 3_600_000;

/** The new name itself must survive a power failure. Windows has no such call, and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function writeWhole(handle: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;)
    written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten;
}

export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
