/** Puts a picture that the simulator drew of a demo's past into the library, as if its robot had uploaded it then. */
import { VIDEO_SIZE } from '../../../contract/entities/robotConstants.ts';
import { type RetentionDays, retentionMs } from '../../../contract/rules/retention.ts';
import type { Db } from '../../db/database.ts';
import { addFile, filesByIds, forgetFile, markReady } from '../../db/repositories/files.ts';
import { markOf, setMark } from '../../db/repositories/installation.ts';
import { addMedia, placeColumns } from '../../db/repositories/mediaItems.ts';
import type { DemoPicture } from '../../db/seed/photos.ts';
import { sha256Of, type FilesDeps } from '../../files/files.ts';
import type { PhotoWish } from '../../simulator.ts';
import { runInWorker } from '../../workerThreads/runInWorker.ts';
import type { JobContext } from '../jobKind.ts';

export interface DrawsPhotos {
  /** null without a simulator. */
  drawPhoto: (wish: PhotoWish) => Promise<Uint8Array | null>;
}

/** A file's id from what it shows: the same in every attempt, so that none is stored twice. */
export const demoFileId = (shown: string): string => sha256Of(Buffer.from(`demo ${shown}`)).slice(0, 32);

interface DrawDeps extends DrawsPhotos {
  files: FilesDeps;
  days: RetentionDays;
}

/**
 * What an earlier attempt completed stays; what the retention period would have deleted by now is left out.
 * @returns whether it was added. @throws Error without a simulator
 */
async function drawDemoPicture(
  { files, days, drawPhoto }: DrawDeps,
  { id, picture, also = async () => undefined }: DemoDrawing,
): Promise<boolean> {
  const { source, serialNumber, pose, takenAt, alarm } = picture;
  const kind = source === 'timer' ? 'stills' : source === 'alarm' ? 'alarmPhotos' : 'photos';
  const until = takenAt + retentionMs(days, kind);
  if (until <= files.now()) return false;
  const [earlier] = await filesByIds(files.db, [id]);
  if (earlier?.state === 'ready') return false;
  // Retention took it for an upload that was never completed.
  if (earlier?.state === 'deleted') await forgetFile(files.db, id);
  const jpeg = await drawPhoto({ serialNumber, ...pose, at: takenAt, ...(alarm && { alarm: seenOf(alarm) }) });
  if (jpeg === null) throw new Error('the simulator draws no photos now');
  await add(files, id, { ...picture, until: new Date(until), also }, jpeg);
  return true;
}

interface DemoJobDeps extends DrawsPhotos {
  db: Db;
  now: () => number;
  files: FilesDeps;
  settings: { retentionDays: RetentionDays };
}
export interface DemoDrawing {
  id: string;
  picture: DemoPicture;
  /** Runs in the transaction that makes the picture visible. */
  also?: (db: Db) => Promise<unknown>;
}

/**
 * The job of a demo's pictures: draws all of a list once, and then sets its mark.
 * @param mark of the installation
 * @param listOf reads what is to be drawn
 */
export async function drawDemoPictures(
  { db, now, files, drawPhoto, settings: { retentionDays: days } }: DemoJobDeps,
  mark: string,
  { signal, progress, log }: Pick<JobContext, 'signal' | 'progress' | 'log'>,
  listOf: () => Promise<readonly DemoDrawing[]>,
): Promise<void> {
  if ((await markOf(db, mark)) !== undefined) return;
  const list = await listOf();
  let added = 0;
  for (const [index, drawing] of list.entries()) {
    signal.throwIfAborted();
    if (!(await drawDemoPicture({ files, days, drawPhoto }, drawing))) continue;
    added += 1;
    progress((100 * (index + 1)) / list.length, { done: index + 1, of: list.length, unit: 'files' });
  }
  await setMark(db, mark, String(now()));
  log(`${added} pictures`);
}

const seenOf = ({ event, value, isThere }: NonNullable<DemoPicture['alarm']>): PhotoWish['alarm'] => ({
  event,
  isThere,
  ...(value !== undefined && { value }),
});

/** The bytes first, then the row, like an upload. */
async function add(
  { db, store }: FilesDeps,
  id: string,
  picture: DemoPicture & { until: Date; also: (db: Db) => Promise<unknown> },
  jpeg: Uint8Array,
): Promise<void> {
  const { serialNumber, siteId, source, by, alarm, pose, takenAt, until, also } = picture;
  const { bytes, thumbnail, contentType } = await runInWorker('rewritePicture', jpeg);
  const kind = source === 'timer' ? 'still' : 'picture';
  const sha256 = sha256Of(bytes);
  await addFile(db, {
    id,
    kind,
    owner: 'robot',
    ownerId: serialNumber,
    siteId,
    uploadedBy: by?.userId ?? serialNumber,
    byRobot: by === null,
    name: 'photo.jpg',
    bytes: bytes.length,
    sha256,
    createdAt: new Date(takenAt),
    until: null,
  });
  await store.put(kind, id, bytes);
  await store.put('thumbnail', id, thumbnail);
  await db.transaction(async (transaction) => {
    const finished = { bytes: bytes.length, sha256, contentType, thumbnailBytes: thumbnail.length, storedAs: id };
    // As old as the photo: in the moment before, retention can take it for an upload that was never completed.
    if (!(await markReady(transaction, id, finished))) throw new Error(`the upload of photo ${id} was ended`);
    await addMedia(
      transaction,
      {
        fileId: id,
        kind: 'photo',
        serialNumber,
        siteId,
        source,
        alarmCaseId: alarm?.caseId ?? null,
        userId: by?.userId ?? null,
        userName: by?.name ?? '',
        ...(await placeColumns(transaction, pose)),
        takenAt: new Date(takenAt),
        ...VIDEO_SIZE['720p'],
      },
      until,
    );
    await also(transaction);
  });
}
