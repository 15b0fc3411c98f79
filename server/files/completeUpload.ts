/**
 * Completes an upload: the segments become one file, which is checked (size, hash, type, content) before it is visible.
 * What is refused is deleted at once. When the store fails, the upload stays, and completing can be tried again.
 */
import { createHash, type Hash } from 'node:crypto';
import { FILE_RULES, type ContentType, UNUSED_TTL_MS } from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { fileById, markReady, markUploadDeleted, type FileRow, type Finished } from '../db/repositories/files.ts';
import type { Db } from '../db/database.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import { contentTypeOf, type ReadRange } from './contentType.ts';
import { deleteBytes } from './deleteFiles.ts';
import { directName, newFileId, type FileStore } from './fileStore.ts';
import type { FilesDeps } from './files.ts';

/** Content that will never be accepted. */
const FINAL = ['fileHashWrong', 'fileTypeWrong', 'fileDamaged', 'filePixelsTooMany', 'fileTooLarge'].map(
  (name) => new ApiError(name as 'fileDamaged').code, // names of the catalogue
);

/**
 * Stores the checked file; `publish` makes it visible.
 * @returns the new content of the row
 * @throws uploadIncomplete; fileHashWrong, fileTypeWrong, fileDamaged, filePixelsTooMany, fileTooLarge: the upload is
 * deleted; filesAway, diskFull
 */
export async function checkUpload(deps: FilesDeps, file: FileRow): Promise<Finished> {
  const { store, db } = deps;
  const storedAs = newFileId();
  try {
    return await (FILE_RULES[file.kind].rewritten
      ? storeRewritten(store, file, storedAs)
      : storeUnchanged(store, file, storedAs));
  } catch (error) {
    await dropStored(store, file, storedAs);
    if (error instanceof ApiError && FINAL.includes(error.code) && (await markUploadDeleted(db, file.id)))
      await deleteBytes(deps, file).catch(() => undefined);
    throw error;
  }
}

/** @returns the visible file, also when another request completed it at the same time. @throws fileUnknown */
export async function publish(
  db: Db,
  { id, kind }: Pick<FileRow, 'id' | 'kind'>,
  finished: Finished,
  at: number,
): Promise<FileRow> {
  const until = FILE_RULES[kind].needsRecord ? new Date(at + UNUSED_TTL_MS) : undefined;
  const file = (await markReady(db, id, finished, until)) ?? (await fileById(db, id));
  if (file?.state !== 'ready') throw new ApiError('fileUnknown', { field: 'fileId' });
  return file;
}

/** Removes what is not needed once the file is visible; what remains after a failure is found as an orphan. */
export async function tidyUp(
  { store, log }: FilesDeps,
  before: FileRow,
  after: FileRow,
  mine: Finished,
): Promise<void> {
  try {
    if (after.storedAs !== mine.storedAs && mine.storedAs !== null) await dropStored(store, before, mine.storedAs);
    for (const { name } of before.segments) await store.remove('upload', name);
    await store.remove('upload', directName(before.id));
  } catch (error) {
    log.warn({ err: error, fileId: before.id }, 'parts of a completed upload could not be deleted; retrying later');
  }
}

const OPAQUE = 'application/octet-stream' satisfies ContentType;

export async function dropStored(store: FileStore, { kind }: FileRow, storedAs: string): Promise<void> {
  await store.remove(kind, storedAs).catch(() => undefined);
  await store.remove('thumbnail', storedAs).catch(() => undefined);
}

async function storeRewritten(store: FileStore, file: FileRow, storedAs: string): Promise<Finished> {
  const chunks: Uint8Array[] = [];
  await checkHash(file, async (hash) => {
    // At most the size that the kind allows, which is small for pictures.
    for await (const chunk of contentOf(store, file)) {
      hash.update(chunk);
      chunks.push(chunk);
    }
  });
  const { bytes, thumbnail, contentType } = await runInWorker(
    FILE_RULES[file.kind].blurred === true ? 'rewriteFace' : 'rewritePicture',
    Buffer.concat(chunks),
  ).catch((error: unknown) => Promise.reject(withTypes(error, file)));
  await store.put(file.kind, storedAs, bytes);
  await store.put('thumbnail', storedAs, thumbnail);
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType: allowed(file, contentType),
    thumbnailBytes: thumbnail.length,
    storedAs,
  };
}

async function storeUnchanged(store: FileStore, file: FileRow, storedAs: string): Promise<Finished> {
  await checkHash(file, (hash) => store.putStream(file.kind, storedAs, hashed(contentOf(store, file), hash)));
  const read: ReadRange = async (start, length) => {
    const end = Math.min(start + length, file.bytes) - 1;
    const chunks: Uint8Array[] = [];
    if (end >= start)
      for await (const chunk of (await store.open(file.kind, storedAs, { start, end })) ?? []) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const found = FILE_RULES[file.kind].opaque ? OPAQUE : await contentTypeOf(read, file.bytes);
  const contentType = allowed(file, found);
  return { bytes: file.bytes, sha256: file.sha256, contentType, thumbnailBytes: 0, storedAs };
}

async function checkHash(file: FileRow, read: (hash: Hash) => Promise<unknown>): Promise<void> {
  const hash = createHash('sha256');
  await read(hash);
  if (hash.digest('hex') !== file.sha256) throw new ApiError('fileHashWrong', { field: 'sha256' });
}

function allowed(file: FileRow, found: ContentType | null): ContentType {
  if (found === null || !FILE_RULES[file.kind].types.includes(found)) throw typeWrong(file);
  return found;
}
const typeWrong = ({ kind }: FileRow): ApiError =>
  new ApiError('fileTypeWrong', { words: { types: FILE_RULES[kind].types.map(shortType).join(', ') } });
const withTypes = (error: unknown, file: FileRow): unknown =>
  error instanceof ApiError && error.code === typeWrong(file).code ? typeWrong(file) : error;

/** As people know it: PNG, JPEG, MP4. */
export const shortType = (type: ContentType): string =>
  type.endsWith('.sheet') ? 'XLSX' : (type.split('/')[1] ?? type).toUpperCase();

/** The uploaded bytes, from the segments or from the file that was uploaded to the store itself. */
async function* contentOf(store: FileStore, file: FileRow): AsyncIterable<Uint8Array> {
  const { id, bytes, received, segments } = file;
  const incomplete = (arrived: number): ApiError =>
    new ApiError('uploadIncomplete', { words: { received: arrived, size: bytes } });
  if (received === bytes) {
    for (const { name } of segments) {
      const part = await store.open('upload', name);
      if (!part) throw incomplete(received);
      yield* part;
    }
    return;
  }
  const direct = await store.size('upload', directName(id));
  if (direct === null) throw incomplete(received);
  // The address allows this size only, but another store may not enforce it.
  if (direct !== bytes) throw new ApiError('fileHashWrong', { field: 'sha256' });
  const whole = await store.open('upload', directName(id));
  if (!whole) throw incomplete(received);
  yield* whole;
}

async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}
