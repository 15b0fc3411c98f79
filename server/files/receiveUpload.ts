/**
 * Receives the bytes of an upload in segments. A segment is stored under a name of its own and counts once the row says
 * so: the database decides which of two servers continues an upload, and a killed server loses at most one segment.
 */
import { SEGMENT_BYTES, SEGMENT_MIN_BYTES } from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { addSegment, fileById, type FileRow } from '../db/repositories/files.ts';
import type { FilesDeps } from './files.ts';
import { isExpired } from './files.ts';
import { segmentName } from './fileStore.ts';

/** @throws fileUnknown for one that is complete, deleted or expired */
export async function pendingUpload({ db, now }: Pick<FilesDeps, 'db' | 'now'>, id: string): Promise<FileRow> {
  const file = await fileById(db, id);
  if (file?.state !== 'pending' || isExpired(file, now())) throw new ApiError('fileUnknown', { field: 'fileId' });
  return file;
}

/**
 * Appends what the stream has to the upload. When the stream breaks off, what has arrived is kept.
 * @param offset of the first byte of the stream in the file
 * @returns the bytes that are now stored
 * @throws uploadOffsetWrong with the offset to continue at, also when another request continued the upload meanwhile;
 * fileTooLarge for more bytes than announced; filesAway, diskFull; the error of the stream
 */
export async function receiveUpload(
  deps: FilesDeps,
  file: Pick<FileRow, 'id' | 'bytes' | 'received'>,
  stream: AsyncIterable<Uint8Array>,
  offset: number,
): Promise<number> {
  const { id, bytes: size } = file;
  if (offset !== file.received) throw await wrongOffset(deps, id);
  let stored = offset;
  let held: Uint8Array[] = [];
  let length = 0;
  const store = async (): Promise<void> => {
    const segment = { name: segmentName(id, stored), bytes: length };
    await deps.store.put('upload', segment.name, Buffer.concat(held, length));
    if (!(await addSegment(deps.db, id, stored, segment))) {
      await deps.store.remove('upload', segment.name).catch(() => undefined);
      throw await wrongOffset(deps, id);
    }
    stored += length;
    held = [];
    length = 0;
  };

  let broken: { error: unknown } | undefined;
  try {
    for await (const chunk of stream) {
      if (stored + length + chunk.length > size)
        throw new ApiError('fileTooLarge', { field: 'size', words: { limit: Math.ceil(size / 2 ** 20) } });
      for (let rest = chunk; rest.length > 0;) {
        const part = rest.subarray(0, SEGMENT_BYTES - length);
        held.push(part);
        length += part.length;
        rest = rest.subarray(part.length);
        if (length === SEGMENT_BYTES) await store();
      }
    }
  } catch (error) {
    // The connection broke: a client that continues does not send again what has arrived.
    if (error instanceof ApiError) throw error;
    broken = { error };
  }
  // Short segments only at the end, so that their number is bounded.
  if (length > 0 && (stored + length === size || length >= SEGMENT_MIN_BYTES)) await store();
  if (broken) throw broken.error;
  return stored;
}

async function wrongOffset({ db }: FilesDeps, id: string): Promise<ApiError> {
  const file = await fileById(db, id);
  return file?.state === 'pending'
    ? new ApiError('uploadOffsetWrong', { words: { offset: file.received } })
    : new ApiError('fileUnknown', { field: 'fileId' });
}
