/**
 * Puts photos of the past days into the library of a demo, drawn by the simulator. A background job that begins a while
 * after the start, so that the first start of a demo does not wait for it.
 */
import { VIDEO_SIZE } from '../../../contract/entities/robotConstants.ts';
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { addFile, filesByIds, forgetFile, markReady } from '../../db/repositories/files.ts';
import { markOf, setMark } from '../../db/repositories/installation.ts';
import { addMedia, placeColumns } from '../../db/repositories/mediaItems.ts';
import { type DemoPhoto, demoPhotos } from '../../db/seed/photos.ts';
import { sha256Of, type FilesDeps } from '../../files/files.ts';
import type { PhotoWish } from '../../simulator.ts';
import { runInWorker } from '../../workerThreads/runInWorker.ts';
import { enqueueJob } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';

const MARK = 'demoPhotos';
/** After the start, ms: what people see first comes first. */
const LATER_MS = 45_000;

export interface DrawsPhotos {
  /** null without a simulator. */
  drawPhoto: (wish: PhotoWish) => Promise<Uint8Array | null>;
}

export const demoPhotosJob = ({
  db,
  now,
  fleet,
  files: stored,
  drawPhoto,
}: Pick<AppDeps, 'db' | 'now' | 'fleet'> & { files: FilesDeps } & DrawsPhotos): JobKind => ({
  kind: 'demoPhotos',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  async run({ payload, signal, progress, log }) {
    if ((await markOf(db, MARK)) !== undefined) return;
    const list = demoPhotos(
      Number(payload['from']),
      (serialNumber) => fleet.fleetCache.robot(serialNumber) !== undefined,
    );
    // An earlier attempt may have been stopped: what it has completed stays, the rest is added.
    const ids = list.map((_, index) => fileIdOf(index));
    const states = new Map((await filesByIds(db, ids)).map((file) => [file.id, file.state]));
    let added = 0;
    for (const [index, photo] of list.entries()) {
      signal.throwIfAborted();
      const id = fileIdOf(index);
      const state = states.get(id);
      if (state === 'ready') continue;
      // Retention took it for an upload that was never completed.
      if (state === 'deleted') await forgetFile(db, id);
      const { serialNumber, pose, takenAt } = photo;
      const jpeg = await drawPhoto({ serialNumber, ...pose, at: takenAt });
      if (jpeg === null) throw new Error('the simulator draws no photos now');
      await add(stored, id, photo, jpeg);
      added += 1;
      progress((100 * (index + 1)) / list.length, { done: index + 1, of: list.length, unit: 'files' });
    }
    await setMark(db, MARK, String(now()));
    log(`${added} photos`);
  },
});

/** The same in every attempt, also on another day. */
const fileIdOf = (index: number): string => sha256Of(Buffer.from(`demo photo ${index}`)).slice(0, 32);

/** The bytes first, then the row, like an upload. */
async function add({ db, store }: FilesDeps, id: string, photo: DemoPhoto, jpeg: Uint8Array): Promise<void> {
  const { serialNumber, siteId, source, by, pose, takenAt } = photo;
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
    await addMedia(transaction, {
      fileId: id,
      kind: 'photo',
      serialNumber,
      siteId,
      source,
      userId: by?.userId ?? null,
      userName: by?.name ?? '',
      ...(await placeColumns(transaction, pose)),
      takenAt: new Date(takenAt),
      ...VIDEO_SIZE['720p'],
    });
  });
}

/** Servers that start at the same time queue it once. */
export async function queueDemoPhotos(db: Db, now: () => number): Promise<void> {
  if ((await markOf(db, MARK)) !== undefined) return;
  await db.transaction((transaction) =>
    enqueueJob(transaction, now, {
      kind: 'demoPhotos',
      payload: { from: now() },
      key: 'demoPhotos',
      dueAt: now() + LATER_MS,
      ifWaiting: 'keep',
      serialQueue: 'demoPhotos',
    }),
  );
}
