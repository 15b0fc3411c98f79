/**
 * Moves pictures of maps and drawn floors of earlier versions from the database into the file store. Queued at the start
 * while there are any.
 */
import type { Db } from '../../db/database.ts';
import type { FilesDeps } from '../../files/files.ts';
import { countUnmovedMapPictures, moveMapPictures } from '../../files/mapPictures.ts';
import { enqueueJob } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';

export const mapPicturesJob = (deps: FilesDeps): JobKind => ({
  kind: 'mapPictures',
  timeLimitMs: 60 * 60_000,
  isLong: true,
  async run({ signal, progress, log }) {
    const moved = await moveMapPictures(deps, {
      signal,
      onMoved: (done, of) => progress((100 * done) / of, { done, of, unit: 'files' }),
    });
    log(`${moved} pictures moved to the file store`);
  },
});

/** Servers that start at the same time queue it once. */
export async function queueMapPictureMove(db: Db, now: () => number): Promise<void> {
  if ((await countUnmovedMapPictures(db)) === 0) return;
  await db.transaction((transaction) =>
    enqueueJob(transaction, now, {
      kind: 'mapPictures',
      key: 'mapPictures',
      ifWaiting: 'keep',
      serialQueue: 'mapPictures',
    }),
  );
}
