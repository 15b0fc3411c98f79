/**
 * Writes the demo's recognised faces, and draws pictures for those of the last days. A background job, so that the first
 * start of a demo does not wait for it.
 */
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { changeFace, demoFacesWithoutPicture, type FaceRow } from '../../db/repositories/faces.ts';
import { addFile, markReady } from '../../db/repositories/files.ts';
import { setMark } from '../../db/repositories/installation.ts';
import { DEMO_FACE_SITE, demoFaceRobots, demoPortrait, seedFaces } from '../../db/seed/faces.ts';
import { createFaceRobots } from '../../features/faceRobots.ts';
import { newFileId } from '../../files/fileStore.ts';
import { sha256Of, type FilesDeps } from '../../files/files.ts';
import { runInWorker } from '../../workerThreads/runInWorker.ts';
import { enqueueOnce } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';

const MARK = 'demoFacePictures';
/** Drawing one takes some 20 ms. */
const PICTURED = { days: 2, most: 60 } as const;
const DAY_MS = 86_400_000;

export const demoFacesJob = (deps: AppDeps & { files: FilesDeps }): JobKind => ({
  kind: 'demoFaces',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  async run({ signal, progress, log }) {
    const { db, now, fleet, files } = deps;
    const own = demoFaceRobots((serialNumber) => fleet.fleetCache.robot(serialNumber) !== undefined);
    const written = await seedFaces(db, own, now());
    await createFaceRobots({ ...deps, fleet: () => fleet }).tellSite(DEMO_FACE_SITE);
    const rows = await demoFacesWithoutPicture(db, new Date(now() - PICTURED.days * DAY_MS), PICTURED.most);
    for (const [index, row] of rows.entries()) {
      signal.throwIfAborted();
      await draw(files, row);
      progress((100 * (index + 1)) / rows.length, { done: index + 1, of: rows.length, unit: 'files' });
    }
    await setMark(db, MARK, String(now()));
    log(`${written} records, ${rows.length} pictures`);
  },
});

/** The bytes first, then the row, like an upload. */
async function draw({ db, store, now }: FilesDeps, face: FaceRow): Promise<void> {
  // Loaded on first use: the native library takes 30 MB.
  const { default: sharp } = await import('sharp');
  const drawn = await sharp(Buffer.from(demoPortrait(face)))
    .jpeg()
    .toBuffer();
  const { bytes, thumbnail, contentType } = await runInWorker('rewriteFace', drawn);
  const id = newFileId();
  const sha256 = sha256Of(bytes);
  const { serialNumber } = face;
  await addFile(db, {
    id,
    kind: 'face',
    owner: 'robot',
    ownerId: serialNumber,
    siteId: face.siteId,
    uploadedBy: serialNumber,
    byRobot: true,
    name: 'face.jpg',
    bytes: bytes.length,
    sha256,
    createdAt: new Date(now()),
    until: null,
  });
  await store.put('face', id, bytes);
  await store.put('thumbnail', id, thumbnail);
  await db.transaction(async (transaction) => {
    await markReady(transaction, id, {
      bytes: bytes.length,
      sha256,
      contentType,
      thumbnailBytes: thumbnail.length,
      storedAs: id,
    });
    await changeFace(transaction, face.id, { fileId: id, blurred: Buffer.from(thumbnail).toString('base64') });
  });
}

export const queueDemoFaces = (db: Db, now: () => number): Promise<void> =>
  enqueueOnce(db, now, MARK, {
    kind: 'demoFaces',
    serialQueue: 'demoFaces',
  });
