/**
 * Completes a recording: its parts become one file with an index for seeking. What a cut-off recording lacks at its end
 * is left out. Can be repeated until the file is visible.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../../contract/wire/errors.ts';
import type { FileRow, Finished } from '../db/repositories/files.ts';
import { createByteReader, EndOfBytes } from './byteReader.ts';
import { dropStored } from './completeUpload.ts';
import { newFileId, type FileStore } from './fileStore.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import { measured, type FilesDeps } from './files.ts';
import { indexOfWebm, seekableWebm, webmDurationMs } from './webmIndex.ts';

export interface FinishedRecording {
  file: Finished;
  /** null if the file does not say. */
  durationMs: number | null;
  width: number | null;
  height: number | null;
}

/**
 * Stores the file; publishing makes it visible.
 * @param still a picture of it; null if there is none. One that is damaged leaves the recording without a thumbnail.
 * @param signal ends the work, and nothing of it remains
 * @returns null for a recording without a frame
 * @throws filesAway, diskFull; the reason of the signal
 */
export async function completeRecording(
  { store }: Pick<FilesDeps, 'store'>,
  row: FileRow,
  still: Uint8Array | null,
  signal?: AbortSignal,
): Promise<FinishedRecording | null> {
  const source = () => partsOf(store, row, signal);
  const index = await indexOfWebm(source, signal);
  if (index) {
    const file = await put(store, row, 'video/webm', seekableWebm(source, index), still);
    return { file, durationMs: webmDurationMs(index), width: index.video.width, height: index.video.height };
  }
  const length = await wholeMp4Bytes(source);
  if (length === 0) return null;
  const file = await put(store, row, 'video/mp4', createByteReader(source()).pass(length), still);
  return { file, durationMs: null, width: null, height: null };
}

async function* partsOf(
  store: FileStore,
  { segments }: FileRow,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  for (const { name } of segments) {
    const part = await store.open('upload', name);
    // Completed by another server at the same time.
    if (!part) throw new ApiError('fileUnknown', { field: 'fileId' });
    for await (const chunk of part) {
      signal?.throwIfAborted();
      yield chunk;
    }
  }
}

async function put(
  store: FileStore,
  row: FileRow,
  contentType: 'video/webm' | 'video/mp4',
  content: AsyncIterable<Uint8Array>,
  still: Uint8Array | null,
): Promise<Finished> {
  const storedAs = newFileId();
  const hash = createHash('sha256');
  const counted = { bytes: 0 };
  try {
    await store.putStream(row.kind, storedAs, measured(content, hash, counted));
    const thumbnail = still && (await thumbnailOf(still));
    if (thumbnail) await store.put('thumbnail', storedAs, thumbnail);
    return {
      bytes: counted.bytes,
      sha256: hash.digest('hex'),
      contentType,
      thumbnailBytes: thumbnail?.length ?? 0,
      storedAs,
    };
  } catch (error) {
    await dropStored(store, row, storedAs);
    throw error;
  }
}

/** A recording is worth more than its picture: whatever is wrong with the picture, the recording is kept without it. */
const thumbnailOf = (still: Uint8Array): Promise<Uint8Array | null> =>
  runInWorker('rewritePicture', still).then(
    ({ thumbnail }) => thumbnail,
    () => null,
  );

/** More boxes than a recording of the longest time has. What comes after them counts as cut off. */
const BOXES_MAX = 10_000;

/** Length of the whole boxes at the start of a fragmented MP4; 0 if no video can be played from it. */
async function wholeMp4Bytes(source: () => AsyncIterable<Uint8Array>): Promise<number> {
  const reader = createByteReader(source());
  let hasIndex = false;
  let hasContent = false;
  let length = 0;
  try {
    for (let boxes = 0; boxes < BOXES_MAX; boxes += 1) {
      const head = await reader.read(8);
      const name = head.toString('latin1', 4, 8);
      if (length === 0 && name !== 'ftyp') return 0;
      const short = head.readUInt32BE(0);
      const size = short === 1 ? Number((await reader.read(8)).readBigUInt64BE(0)) - 8 : short;
      if (size < 8) break;
      await reader.skip(size - 8);
      hasIndex ||= name === 'moov';
      hasContent ||= name === 'mdat' || name === 'moof';
      length = reader.at();
    }
  } catch (error) {
    if (!(error instanceof EndOfBytes)) throw error;
  } finally {
    await reader.close();
  }
  return hasIndex && hasContent ? length : 0;
}
