/**
 * Receives the bytes of an upload in segments. A segment is stored under a unique name and counts once the row says
 * so: the database decides which of two servers continues an upload, and a killed server loses at most one segment.
 */
import { HASH_UNKNOWN, SEGMENT_BYTES, SEGMENT_MIN_BYTES } from '../../contract/rules/files.ts';
import { VIDEO_RECORDING_OPEN_MS, VIDEO_RECORDING_PARTS_MAX } from '../../contract/rules/videoRecording.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { addSegment, fileById, type FileRow, type Segment } from '../db/repositories/files.ts';
import type { FilesDeps } from './files.ts';
import { isExpired } from './files.ts';
import { segmentName } from './fileStore.ts';

/** @throws fileUnknown for one that is complete, deleted or expired, and for a recording that takes nothing any more */
export async function pendingUpload({ db, now }: Pick<FilesDeps, 'db' | 'now'>, id: string): Promise<FileRow> {
  const file = await fileById(db, id);
  if (file?.state !== 'pending' || isExpired(file, now()) || isOver(file, now()))
    throw new ApiError('fileUnknown', { field: 'fileId' });
  return file;
}

/** A recording that takes no more parts; it is completed with those that it has. */
const isOver = ({ sha256, segments, createdAt }: FileRow, now: number): boolean =>
  sha256 === HASH_UNKNOWN &&
  (segments.length >= VIDEO_RECORDING_PARTS_MAX || now - createdAt.getTime() > VIDEO_RECORDING_OPEN_MS);

/**
 * Appends what the stream has to the upload. When the stream breaks off, what has arrived is kept.
 * @param offset of the first byte of the stream in the file
 * @returns the bytes that are now stored
 * @throws uploadOffsetWrong with the offset to continue at, also when another request continued the upload meanwhile;
 * fileTooLarge for more bytes than announced; filesAway, diskFull; the error of the stream
 */
export async function receiveUpload(
  deps: FilesDeps,
  file: Pick<FileRow, 'id' | 'bytes' | 'received'> & Partial<Pick<FileRow, 'sha256'>>,
  stream: AsyncIterable<Uint8Array>,
  offset: number,
): Promise<number> {
  const { id, bytes: size } = file;
  if (offset !== file.received) throw await wrongOffset(deps, id);
  /** First byte of the segment that is collected. */
  let start = offset;
  let held: Uint8Array[] = [];
  let length = 0;
  /** The segment before it, which is stored meanwhile: two are in memory at most. */
  let storing = Promise.resolve();
  const store = async (): Promise<void> => {
    const segment = { name: segmentName(id, start), bytes: length };
    const [at, bytes] = [start, Buffer.concat(held, length)];
    start += length;
    held = [];
    length = 0;
    await storing;
    storing = storeSegment(deps, id, at, segment, bytes);
    // Reported where it is awaited.
    storing.catch(() => undefined);
  };

  let broken: { error: unknown } | undefined;
  try {
    for await (const chunk of stream) {
      if (start + length + chunk.length > size)
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
    broken = { error };
  }
  await storing;
  if (broken?.error instanceof ApiError) throw broken.error;
  // Short segments only at the end, so that their number is bounded. A recording is stored part by part, and
  // pendingUpload bounds the number of its parts.
  const isPart = file.sha256 === HASH_UNKNOWN && !broken;
  if (length > 0 && (start + length === size || length >= SEGMENT_MIN_BYTES || isPart)) await store();
  await storing;
  if (broken) throw broken.error;
  return start;
}

async function storeSegment(
  deps: FilesDeps,
  id: string,
  offset: number,
  segment: Segment,
  bytes: Uint8Array,
): Promise<void> {
  await deps.store.put('upload', segment.name, bytes);
  if (await addSegment(deps.db, id, offset, segment)) return;
  await deps.store.remove('upload', segment.name).catch(() => undefined);
  throw await wrongOffset(deps, id);
}

async function wrongOffset({ db }: FilesDeps, id: string): Promise<ApiError> {
  const file = await fileById(db, id);
  return file?.state === 'pending'
    ? new ApiError('uploadOffsetWrong', { words: { offset: file.received } })
    : new ApiError('fileUnknown', { field: 'fileId' });
}
